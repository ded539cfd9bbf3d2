import { useSearchParams } from 'react-router'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useStaff } from '../../staff/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import { staffDeadJobs, staffJobReplay } from '../contract.ts'

export const meta = () => [{ title: '后台任务 · 明析科测' }]

type Row = OutputOf<typeof staffDeadJobs>['list'][number]

const PAGE_SIZE = 20

/** Dead jobs: they failed at every try and wait until somebody fixes the cause and runs them again. */
export default function ConsoleJobs() {
  const [search] = useSearchParams()
  const page = Math.min(100_000, Math.max(1, Math.trunc(Number(search.get('page'))) || 1))
  const jobs = useCall(staffDeadJobs, { page, size: PAGE_SIZE }, { refetchSeconds: 60 })
  const { may } = useStaff()
  return (
    <div className="stack">
      <PageHeader title="后台任务" sub="多次失败、已停止重试的任务；处理原因后可以重新执行" />
      <Loaded of={jobs}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState title="没有失败的任务" icon="check" action={{ label: '查看通知记录', to: '/console/notices' }}>
              通知、合同、报告等在后台处理；多次失败的任务会列在这里，并发出告警。
            </EmptyState>
          ) : (
            <>
              <Table
                caption="失败的后台任务"
                hideCaption
                rows={list}
                rowKey={(row) => String(row.id)}
                columns={columnsFor(may('job.replay'))}
              />
              <Pagination page={page} pageCount={Math.ceil(total / PAGE_SIZE)} href={(to) => `?page=${to}`} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function columnsFor(mayReplay: boolean): Column<Row>[] {
  return [
    { key: 'at', header: '停止时间', render: (row) => <span className="num">{row.failedAt.slice(0, 16)}</span> },
    { key: 'name', header: '任务', rowHeader: true, render: (row) => row.name },
    { key: 'payload', header: '内容', render: (row) => row.payload },
    { key: 'error', header: '原因', render: (row) => `已试 ${row.attempts} 次：${row.error}` },
    ...(mayReplay ? [{ key: 'act', header: '操作', render: (row: Row) => <ReplayButton row={row} /> }] : []),
  ]
}

function ReplayButton({ row }: { row: Row }) {
  const replay = useAct(staffJobReplay, {
    refreshes: [staffDeadJobs],
    onDone: () => toast.success('已重新执行，结果稍后可见'),
  })
  return (
    <Button
      size="s"
      variant="quiet"
      icon="refresh"
      busy={replay.busy}
      aria-label={`重新执行：${row.name}，编号 ${row.id}`}
      onClick={() => void replay.run({ id: row.id })}
    >
      重新执行
    </Button>
  )
}
