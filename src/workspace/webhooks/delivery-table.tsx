import { minuteText } from '../../ui/text/day-text.ts'
import { useState } from 'react'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { StageBadge } from '../../ui/text/tag.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import type { DeliveryItem, webhookDeliveries, webhookResend, webhookResendAll } from './contract.ts'
import { deliveryStates, failureText, KEPT_DAYS, webhookTypes } from './rules.ts'
import type { staffWebhookDeliveries, staffWebhookResend, staffWebhookResendAll } from './staff-contract.ts'

const SIZE = 10
/** What waits is tried again, so the table is read again. */
const AGAIN_SECONDS = 5

interface Calls {
  read: typeof webhookDeliveries | typeof staffWebhookDeliveries
  resend: typeof webhookResend | typeof staffWebhookResend
  resendAll: typeof webhookResendAll | typeof staffWebhookResendAll
}

/** The messages of one address with their outcome, by the calls of its owner or of staff. */
export function DeliveryTable({ id, mayResend, ...calls }: Calls & { id: number; mayResend: boolean }) {
  const [page, setPage] = useState(1)
  const [waiting, setWaiting] = useState(false)
  const again = waiting ? { refetchSeconds: AGAIN_SECONDS } : {}
  const deliveries = useCall(calls.read, { id, page, size: SIZE }, { alwaysAsk: true, ...again })
  const waits = deliveries.data?.list.some(({ nextAt }) => nextAt !== null) ?? false
  if (waits !== waiting) setWaiting(waits)
  return (
    <Loaded of={deliveries}>
      {({ list, total }) =>
        list.length === 0 ? (
          <EmptyState title="还没有消息" icon="code">
            {`记录保留 ${KEPT_DAYS} 天。`}
          </EmptyState>
        ) : (
          <div className="stack">
            {mayResend && list.some(({ state }) => state === 'failed') && <ResendAll id={id} calls={calls} />}
            <Table
              caption="发送记录"
              hideCaption
              rows={list}
              rowKey={(row) => String(row.id)}
              columns={columns(mayResend ? calls : undefined)}
            />
            <Pagination page={page} pageCount={Math.ceil(total / SIZE)} onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  )
}

function columns(calls: Calls | undefined): Column<DeliveryItem>[] {
  return [
    {
      key: 'type',
      header: '事件',
      rowHeader: true,
      render: ({ type }) => (type === 'ping' ? '测试' : ((webhookTypes as Record<string, string>)[type] ?? type)),
    },
    { key: 'about', header: '内容', render: ({ about }) => <span className="num">{about || '—'}</span> },
    {
      key: 'at',
      header: '时间',
      render: ({ createdAt }) => <span className="num">{minuteText(createdAt)}</span>,
    },
    {
      key: 'state',
      header: '结果',
      render: ({ state }) => (
        <StageBadge tone={state === 'delivered' ? 'ok' : state === 'failed' ? 'danger' : 'neutral'}>
          {deliveryStates[state]}
        </StageBadge>
      ),
    },
    { key: 'answer', header: '应答', render: (row) => <Answer row={row} /> },
    {
      key: 'acts',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) => calls && row.state === 'failed' && <Resend id={row.id} calls={calls} />,
    },
  ]
}

function Answer({ row: { state, attempts, answerStatus, durationMs, error, nextAt } }: { row: DeliveryItem }) {
  const held = state === 'waiting' && nextAt === null ? '，启用后发送' : ''
  if (attempts === 0) return `尚未发送${held}`
  const answer = answerStatus === null ? `无应答${error ? `：${failureText(error)}` : ''}` : `HTTP ${answerStatus}`
  const again = nextAt ? `，${minuteText(nextAt)} 重试` : held
  return <span className="num">{`${answer}，${durationMs ?? 0} 毫秒，第 ${attempts} 次${again}`}</span>
}

function Resend({ id, calls }: { id: number; calls: Calls }) {
  const resend = useAct(calls.resend, { refreshes: [calls.read] })
  return (
    <Button size="s" busy={resend.busy} onClick={() => void resend.run({ id })}>
      重新发送
    </Button>
  )
}

function ResendAll({ id, calls }: { id: number; calls: Calls }) {
  const resend = useAct(calls.resendAll, { refreshes: [calls.read] })
  const all = async () => {
    const done = await resend.run({ id })
    if (done) toast.success(`${done.count} 条未送达的消息重新发送`)
  }
  return (
    <span>
      <Button size="s" busy={resend.busy} onClick={() => void all()}>
        重新发送全部未送达
      </Button>
    </span>
  )
}
