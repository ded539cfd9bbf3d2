import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useStaff } from '../../staff/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import css from './jobs.module.css'
import { staffDeadJobs, staffJobDiscard, staffJobReplay } from '../contract.ts'

export const meta = () => [{ title: '后台任务 · 明析科测' }]

type Row = OutputOf<typeof staffDeadJobs>['list'][number]

const PAGE_SIZE = 20

/** Dead jobs: they failed at every try and wait until somebody fixes the cause and runs them again, or discards them. */
export default function ConsoleJobs() {
  const [search] = useSearchParams()
  const page = Math.min(100_000, Math.max(1, Math.trunc(Number(search.get('page'))) || 1))
  const jobs = useCall(staffDeadJobs, { page, size: PAGE_SIZE }, { refetchSeconds: 60 })
  const { may } = useStaff()
  const [discarded, setDiscarded] = useState<Row>()
  const onDiscard = may('job.discard') ? setDiscarded : undefined
  return (
    <div className="stack">
      <PageHeader title="后台任务" sub="多次失败、已停止重试的任务；处理原因后可以重新执行，不再需要的可以丢弃" />
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
                columns={columnsFor(may('job.replay'), onDiscard)}
              />
              <Pagination page={page} pageCount={Math.ceil(total / PAGE_SIZE)} href={(to) => `?page=${to}`} />
            </>
          )
        }
      </Loaded>
      <DiscardDialog row={discarded} onClose={() => setDiscarded(undefined)} />
    </div>
  )
}

function columnsFor(mayReplay: boolean, onDiscard: ((row: Row) => void) | undefined): Column<Row>[] {
  return [
    { key: 'at', header: '停止时间', render: (row) => <span className="num">{row.failedAt.slice(0, 16)}</span> },
    { key: 'name', header: '任务', rowHeader: true, render: (row) => row.name },
    { key: 'payload', header: '内容', render: (row) => <span className={css.payload}>{row.payload}</span> },
    { key: 'error', header: '原因', render: (row) => `已试 ${row.attempts} 次：${row.error}` },
    ...(mayReplay || onDiscard
      ? [
          {
            key: 'act',
            header: '操作',
            render: (row: Row) => (
              <span className={css.actions}>
                {mayReplay && <ReplayButton row={row} />}
                {onDiscard && (
                  <Button
                    size="s"
                    variant="quiet"
                    icon="trash"
                    aria-label={`丢弃：${labelOf(row)}`}
                    onClick={() => onDiscard(row)}
                  >
                    丢弃
                  </Button>
                )}
              </span>
            ),
          },
        ]
      : []),
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
      aria-label={`重新执行：${labelOf(row)}`}
      onClick={() => void replay.run({ id: row.id })}
    >
      重新执行
    </Button>
  )
}

function DiscardDialog({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  const discard = useAct(staffJobDiscard, { refreshes: [staffDeadJobs], onDone: () => toast.success('任务已丢弃') })
  return (
    <ConfirmDialog
      open={row !== undefined}
      onClose={onClose}
      onConfirm={({ reason }) => row && discard.submit({ id: row.id, reason })}
      title="丢弃任务"
      confirmLabel="确认丢弃"
      danger
      reason={{ label: '丢弃原因', required: true, maxLength: 200 }}
    >
      {row && labelOf(row)}。丢弃后不再执行，无法恢复；任务内容和原因会记入操作日志。
    </ConfirmDialog>
  )
}

function labelOf(row: Row): string {
  return `${row.name}，编号 ${row.id}`
}
