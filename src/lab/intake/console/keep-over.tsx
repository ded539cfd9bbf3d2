import { useState } from 'react'
import { bulkVerb, BulkRun } from '../../../core/list-page/bulk-run.tsx'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { BulkBar } from '../../../ui/tables/toolbar.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { staffSampleDispose } from '../contract.ts'
import { sampleReturns, samplesDue } from '../return-contract.ts'
import { shortDay } from '../../../ui/text/day-text.ts'

type KeptSample = OutputOf<typeof samplesDue>['list'][number]

const PAGE_SIZE = 50

/** Kept samples whose storage time is over. Staff confirm the destruction of those they choose, once for all of them. */
export function KeepOver() {
  const { page, href } = useAddress()
  const due = useCall(samplesDue, { page, size: PAGE_SIZE }, { refetchSeconds: 60 })
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [confirming, setConfirming] = useState<KeptSample[]>()
  const chosen = due.data?.list.filter(({ sampleNo }) => selected.has(sampleNo)) ?? []
  return (
    <Loaded of={due}>
      {({ list, total }) =>
        total === 0 ? (
          <EmptyState title="没有留样期满的样品" icon="tube">
            留样到期的样品会列在这里，由您确认销毁。
          </EmptyState>
        ) : (
          <>
            <Paged
              rows={list.length}
              page={page}
              pageCount={Math.ceil(total / PAGE_SIZE)}
              href={(to) => href({ page: to })}
              label="留样期满分页"
            >
              <Table
                caption={`留样期满的样品，共 ${total} 个`}
                hideCaption
                columns={columns}
                rows={list}
                rowKey={({ sampleNo }) => sampleNo}
                rowName={({ sampleNo }) => sampleNo}
                selected={selected}
                onSelect={setSelected}
              />
            </Paged>
            <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
              <Button variant="danger" size="s" onClick={() => setConfirming(chosen)}>
                确认销毁
              </Button>
            </BulkBar>
            {confirming && (
              <BulkRun
                verb={destroy}
                count={String(confirming.length)}
                rows={() => Promise.resolve(confirming)}
                rowKey={({ sampleNo }) => sampleNo}
                refreshes={[samplesDue, sampleReturns]}
                onClose={(allDone) => {
                  setConfirming(undefined)
                  if (allDone) setSelected(new Set())
                }}
              />
            )}
          </>
        )
      }
    </Loaded>
  )
}

const destroy = bulkVerb<KeptSample, typeof staffSampleDispose>(
  staffSampleDispose,
  ({ sampleNo }) => ({ sampleNo, action: 'destroy' }),
  {
    label: '已按规定销毁',
    danger: true,
    text: (count) => `请先按危险性分类处置这 ${count} 个样品，再登记。登记后客户会收到通知，不能撤销。`,
  },
)

const columns: Column<KeptSample>[] = [
  {
    key: 'sampleNo',
    header: '样品编号',
    rowHeader: true,
    render: ({ sampleNo }) => (
      <SmartLink to={`/console/samples/${sampleNo}`} className="num">
        {sampleNo}
      </SmartLink>
    ),
  },
  { key: 'name', header: '名称', render: ({ name }) => name },
  { key: 'shelf', header: '位置', render: ({ shelf }) => shelf || '未登记' },
  { key: 'until', header: '保存至', render: ({ keepUntil }) => <span className="num">{shortDay(keepUntil)}</span> },
  {
    key: 'hazards',
    header: '危险性',
    render: ({ hazardNames }) =>
      hazardNames.length === 0 ? (
        '无'
      ) : (
        <span className="cluster">
          {hazardNames.map((name) => (
            <Tag key={name} tone="danger">
              {name}
            </Tag>
          ))}
        </span>
      ),
  },
]
