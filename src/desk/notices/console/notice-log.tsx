import { useNavigate, useSearchParams } from 'react-router'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { StageBadge } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { staffNoticeList, staffNoticeResend } from '../contract.ts'
import { type DeliveryState, deliveryStates } from '../rules.ts'
import { type Channel, channelNames } from '../notice-rules.ts'
import css from './notice-log.module.css'

export const meta = () => [{ title: '通知记录 · 明析科测' }]

type Row = OutputOf<typeof staffNoticeList>['list'][number]

const PAGE_SIZE = 20
const tones = { sent: 'ok', waiting: 'info', failed: 'danger', skipped: 'neutral' } as const

/** All notices to customers, by recipient and channel, with a button to send a failed one again. */
export default function NoticeLog() {
  const { query, href } = useFilter()
  const navigate = useNavigate()
  const { may } = useStaff()
  const { data, error, isFetching, refetch } = useCall(staffNoticeList, { ...query, size: PAGE_SIZE })
  const go = (change: Record<string, string>) => void navigate(href({ ...change, page: '1' }))
  return (
    <>
      <PageHeader title="通知记录" sub="短信、邮件与站内信的发送情况" />
      <Toolbar>
        <Field label="状态" hideLabel>
          <Select
            value={query.state ?? ''}
            options={options('全部状态', deliveryStates)}
            onValue={(state) => go({ state: state ?? '' })}
          />
        </Field>
        <Field label="渠道" hideLabel>
          <Select
            value={query.channel ?? ''}
            options={options('全部渠道', channelNames)}
            onValue={(channel) => go({ channel: channel ?? '' })}
          />
        </Field>
      </Toolbar>
      {error && !data && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!error && !data && <Skeleton lines={8} height={32} />}
      {data?.total === 0 && <EmptyState title="没有符合条件的通知" icon="bell" />}
      {data && data.total > 0 && (
        <>
          <Table
            caption="通知记录"
            hideCaption
            rows={data.list}
            rowKey={(row) => String(row.id)}
            columns={columnsFor(may('notice.resend'))}
          />
          <Pagination
            page={query.page}
            pageCount={Math.ceil(data.total / PAGE_SIZE)}
            href={(page) => href({ page: String(page) })}
          />
        </>
      )}
    </>
  )
}

function columnsFor(mayResend: boolean): Column<Row>[] {
  return [
    { key: 'at', header: '时间', render: (row) => <span className="num">{row.at.slice(0, 16)}</span> },
    { key: 'label', header: '通知', rowHeader: true, render: (row) => row.label },
    { key: 'channel', header: '渠道', render: (row) => row.channelName },
    {
      key: 'recipient',
      header: '收件人',
      render: (row) => (row.channel === 'inbox' ? `客户 ${row.customerId}` : row.recipient || '—'),
    },
    { key: 'text', header: '内容', render: (row) => <span className={css.text}>{row.text}</span> },
    {
      key: 'state',
      header: '状态',
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
    ...(mayResend ? [{ key: 'act', header: '操作', render: (row: Row) => <ResendButton row={row} /> }] : []),
  ]
}

function ResendButton({ row }: { row: Row }) {
  const resend = useAct(staffNoticeResend, {
    refreshes: [staffNoticeList],
    onDone: () => toast.success('已加入发送队列'),
  })
  if (row.channel === 'inbox' || row.state === 'waiting') return '—'
  return (
    <Button
      size="s"
      variant="quiet"
      icon="refresh"
      busy={resend.busy}
      aria-label={`重新发送：${row.label}，${row.channelName}，${row.at}`}
      onClick={() => void resend.run({ id: row.id })}
    >
      重新发送
    </Button>
  )
}

/** The filter is in the URL, so that it survives a reload and can be shared. */
function useFilter() {
  const [search] = useSearchParams()
  const state = search.get('state') ?? ''
  const channel = search.get('channel') ?? ''
  const page = Math.min(100_000, Math.max(1, Math.trunc(Number(search.get('page'))) || 1))
  const query = {
    page,
    state: Object.hasOwn(deliveryStates, state) ? (state as DeliveryState) : undefined,
    channel: Object.hasOwn(channelNames, channel) ? (channel as Channel) : undefined,
  }
  const href = (change: Record<string, string>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(change)) {
      if (value === '') next.delete(key)
      else next.set(key, value)
    }
    return `?${next}`
  }
  return { query, href }
}

function options(all: string, names: Record<string, string>) {
  return [{ value: '', label: all }, ...Object.entries(names).map(([value, label]) => ({ value, label }))]
}
