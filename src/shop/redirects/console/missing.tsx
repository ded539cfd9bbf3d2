import { useState } from 'react'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type MissingAddress, missingIgnore, missingIndex, missingList } from '../contract.ts'
import { MISSING_DAYS } from '../missing-rules.ts'
import { AddDialog } from './add-dialog.tsx'

export const meta = () => [{ title: '找不到的地址 · 明析科测后台' }]

const verbs = [
  bulkVerb<MissingAddress, typeof missingIgnore>(missingIgnore, ({ id }) => ({ id }), {
    label: '忽略',
    text: (count) => `不再列出这 ${count} 个地址；访问它们的人仍看到“页面不存在”。`,
  }),
]

/** Addresses that visitors asked for and that have no page, to be led somewhere. */
export default function MissingAddresses() {
  const [leading, setLeading] = useState<MissingAddress>()
  const ignore = useAct(missingIgnore, { refreshes: [missingList], onDone: () => toast.success('已忽略') })
  return (
    <div className="stack">
      <PageHeader
        title="找不到的地址"
        sub={`访客打开过、但不存在的页面；只记录路径与次数，不记录访客，${MISSING_DAYS} 天无人访问即清除`}
        crumbs={[{ label: '地址跳转', to: '/console/redirects' }, { label: '找不到的地址' }]}
      />
      <IndexList
        index={missingIndex}
        call={missingList}
        looks={looks}
        tabs={{ before: [{ to: '/console/redirects', label: '全部跳转' }] }}
        bulk={verbs}
        more={[actsColumn(setLeading, (row) => void ignore.run({ id: row.id }))]}
        empty={
          <EmptyState title="没有找不到的地址" icon="check">
            访客打开不存在的页面时，会列在这里；机器人和扫描程序的访问不计。
          </EmptyState>
        }
      />
      {leading && <AddDialog from={leading.path} onClose={() => setLeading(undefined)} />}
    </div>
  )
}

const looks: IndexListProps<MissingAddress, keyof typeof missingIndex.fields>['looks'] = {
  path: { line: 1, rowHeader: true },
  hits: { line: 2, render: (row) => <span className="num">{row.hits} 次</span> },
}

function actsColumn(
  onLead: (row: MissingAddress) => void,
  onIgnore: (row: MissingAddress) => void,
): Column<MissingAddress> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <span className="cluster">
        <Button size="s" aria-label={`设为跳转 ${row.path}`} onClick={() => onLead(row)}>
          设为跳转
        </Button>
        <Button size="s" variant="quiet" aria-label={`忽略 ${row.path}`} onClick={() => onIgnore(row)}>
          忽略
        </Button>
      </span>
    ),
  }
}
