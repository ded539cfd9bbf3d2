import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffNoticeResend } from '../contract.ts'
import { type ListedDelivery, noticeIndex, staffNoticeList } from '../list-contract.ts'
import css from './notice-log.module.css'

export const meta = () => [{ title: '通知记录 · 明析科测' }]

const tones = { sent: 'ok', waiting: 'info', failed: 'danger', skipped: 'neutral' } as const

/** All notices to customers, by recipient and channel, with a button to send a failed one again. */
export default function NoticeLog() {
  const mayResend = useStaff().may('notice.resend')
  return (
    <>
      <PageHeader
        title="通知记录"
        sub="短信、邮件与站内信的发送情况"
        actions={<ButtonLink to="/console/notices/wordings">通知文案</ButtonLink>}
      />
      <IndexList
        index={noticeIndex}
        call={staffNoticeList}
        looks={looks}
        more={mayResend ? [resendColumn] : []}
        bulk={mayResend ? [resendMany] : []}
      />
    </>
  )
}

const mayBeResent = (row: ListedDelivery) => row.channel !== 'inbox' && row.state !== 'waiting'

const looks: IndexListProps<ListedDelivery, keyof typeof noticeIndex.fields>['looks'] = {
  label: { line: 1, rowHeader: true },
  customer: { line: 2 },
  recipient: {
    line: 2,
    render: (row) => (row.channel === 'inbox' ? row.channelName : `${row.channelName} ${row.recipient}`),
  },
  text: { render: (row) => <span className={css.text}>{row.text}</span> },
  state: {
    line: 1,
    render: (row) => (
      <>
        <StageBadge tone={tones[row.state]}>{row.stateName}</StageBadge>
        {row.state === 'skipped' && <span className={css.note}>客户已关闭或未留联系方式</span>}
        {row.state === 'failed' && (
          <span className={css.error}>
            已试 {row.attempts} 次：{row.lastError}
          </span>
        )}
      </>
    ),
  },
}

const resendMany = bulkVerb(staffNoticeResend, (row: ListedDelivery) => ({ id: row.id }), {
  label: '重新发送',
  text: (count) => `重新发送 ${count} 条通知。站内信不能重新发送，会列出原因。`,
})

const resendColumn: Column<ListedDelivery> = {
  key: 'resend',
  header: '操作',
  render: (row) => (mayBeResent(row) ? <ResendButton row={row} /> : '—'),
}

function ResendButton({ row }: { row: ListedDelivery }) {
  const resend = useAct(staffNoticeResend, {
    refreshes: [staffNoticeList],
    onDone: () => toast.success('已加入发送队列'),
  })
  return (
    <Button
      size="s"
      variant="quiet"
      busy={resend.busy}
      aria-label={`重新发送：${row.label}，${row.channelName}，${row.at}`}
      onClick={() => void resend.run({ id: row.id })}
    >
      重新发送
    </Button>
  )
}
