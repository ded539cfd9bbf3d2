import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { bulkVerb } from '../../list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../list-page/index-list.tsx'
import { useStaff } from '../../staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import css from './jobs.module.css'
import { staffJobDiscard, staffJobReplay } from '../contract.ts'
import { deadJobIndex, type ListedJob, staffDeadJobs } from '../list-contract.ts'

export const meta = () => [{ title: '后台任务 · 明析科测' }]

/** Dead jobs: they failed at every try and wait until somebody fixes the cause and runs them again, or discards them. */
export default function ConsoleJobs() {
  const { may } = useStaff()
  const [discarded, setDiscarded] = useState<ListedJob>()
  const onDiscard = may('job.discard') ? setDiscarded : undefined
  const mayReplay = may('job.replay')
  return (
    <>
      <PageHeader title="后台任务" sub="多次失败、已停止重试的任务；处理原因后可以重新执行，不再需要的可以丢弃" />
      <IndexList
        index={deadJobIndex}
        call={staffDeadJobs}
        looks={looks}
        more={mayReplay || onDiscard ? [buttons(mayReplay, onDiscard)] : []}
        bulk={[...(mayReplay ? [replayMany] : []), ...(onDiscard ? [discardMany] : [])]}
        refetchSeconds={60}
        empty={
          <EmptyState title="没有失败的任务" icon="check" action={{ label: '查看通知记录', to: '/console/notices' }}>
            通知、合同、报告等在后台处理；多次失败的任务会列在这里，并发出告警。
          </EmptyState>
        }
      />
      <DiscardDialog row={discarded} onClose={() => setDiscarded(undefined)} />
    </>
  )
}

const looks: IndexListProps<ListedJob, keyof typeof deadJobIndex.fields>['looks'] = {
  name: { line: 1, rowHeader: true },
  payload: { render: (row) => <span className={css.payload}>{row.payload}</span> },
  error: { line: 2 },
  failed: { line: 1 },
}

const replayMany = bulkVerb(staffJobReplay, (row: ListedJob) => ({ id: row.id }), {
  label: '重新执行',
  text: (count) => `重新执行 ${count} 个任务。请先处理失败的原因，否则会再次失败。`,
})

const discardMany = bulkVerb(staffJobDiscard, (row: ListedJob, reason) => ({ id: row.id, reason }), {
  label: '丢弃',
  danger: true,
  reason: '丢弃原因',
  text: (count) => `丢弃 ${count} 个任务。丢弃后不再执行，无法恢复；任务内容和原因会记入操作日志。`,
})

const buttons = (mayReplay: boolean, onDiscard: ((row: ListedJob) => void) | undefined): Column<ListedJob> => ({
  key: 'act',
  header: '操作',
  render: (row) => (
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
})

function ReplayButton({ row }: { row: ListedJob }) {
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

function DiscardDialog({ row, onClose }: { row: ListedJob | undefined; onClose: () => void }) {
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

function labelOf(row: ListedJob): string {
  return `${row.name}，编号 ${row.id}`
}
