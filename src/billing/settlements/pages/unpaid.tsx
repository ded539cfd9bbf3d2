import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { assetAll4num, assetInit } from '../asset-contract.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  orderReady2pay,
  payPrepaid,
  settlementCancel,
  settlementList,
  settlementRows,
  type SettlementView,
} from '../contract.ts'
import { AskedSection, HandedOverSection, TestListButton } from '../payers/payer-cards.tsx'
import { OrderPayDialog } from '../pay-dialog.tsx'
import type { PayRequest } from '../../../money/payments/rules.ts'
import type { SettlementStage } from '../rules.ts'
import { CardFoot, SettlementCard } from '../settlement-card.tsx'
import css from './settlements.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '待付款 · 明析科测' }]

export default function UnpaidPage() {
  const [query] = useSearchParams()
  const part = query.get('part') === 'paid' ? 'paid' : 'unpaid'
  const ready = useCall(orderReady2pay, {})
  const [paying, setPaying] = useState<PayRequest>()
  const [cancelling, setCancelling] = useState<SettlementView>()
  const cancel = useAct(settlementCancel, {
    refreshes: [orderReady2pay, settlementList, settlementRows, assetInit, assetAll4num],
    onDone: () => toast.success('结算单已撤销，费用回到未结算'),
  })
  const unpaid = (
    <Loaded of={ready}>
      {(data) => <Ready data={data} asked={query.get('no') ?? ''} onPay={setPaying} onCancel={setCancelling} />}
    </Loaded>
  )
  return (
    <div className="stack">
      <PageHeader title="待付款" sub="订单预付款与结算单；点“支付”选择付款方式" />
      <Tabs
        key={part}
        initial={part}
        label="付款状态"
        tabs={[
          {
            id: 'unpaid',
            label: '待付款',
            count:
              ready.data && ready.data.prepayments.length + ready.data.settlements.length + ready.data.asked.length,
            content: unpaid,
          },
          { id: 'paid', label: '已付款', content: <PaidTab /> },
          { id: 'cancelled', label: '已撤销', content: <Past stage="cancelled" title="没有撤销过的结算单" /> },
        ]}
      />
      {paying && <OrderPayDialog request={paying} onClose={() => setPaying(undefined)} />}
      <ConfirmDialog
        open={cancelling !== undefined}
        onClose={() => setCancelling(undefined)}
        onConfirm={() => cancelling && cancel.submit({ settlementNo: cancelling.settlementNo })}
        title="撤销结算单"
        confirmLabel="撤销结算单"
        danger
      >
        {cancelling &&
          `撤销 ${cancelling.settlementNo} 后，其中 ${cancelling.rows.length} 笔费用回到未结算，应付日期不变。`}
      </ConfirmDialog>
    </div>
  )
}

interface ReadyProps {
  data: OutputOf<typeof orderReady2pay>
  /** The settlement that a message links to, shown first. */
  asked: string
  onPay: (request: PayRequest) => void
  onCancel: (settlement: SettlementView) => void
}

function Ready({ data, asked, onPay, onCancel }: ReadyProps) {
  const { prepayments, settlements, handedOver } = data
  if (prepayments.length + settlements.length + data.asked.length + handedOver.length === 0)
    return (
      <EmptyState title="没有待付款项" icon="check" action={{ label: '查看未结算费用', to: '/member/unsettled' }}>
        需要预付的订单和生成的结算单会出现在这里。
      </EmptyState>
    )
  const card = (s: SettlementView) => {
    const no = s.settlementNo
    if (s.stage === 'confirming')
      return (
        <SettlementCard key={no} settlement={s}>
          <Claimed />
        </SettlementCard>
      )
    return (
      <SettlementCard key={no} settlement={s}>
        <TestListButton settlementNo={no} />
        {s.side === 'own' && (
          <Button variant="quiet" aria-label={`撤销结算单 ${no}`} onClick={() => onCancel(s)}>
            撤销
          </Button>
        )}
        <Button variant="primary" aria-label={`支付结算单 ${no}`} onClick={() => onPay({ kind: 'settlement', no })}>
          支付
        </Button>
      </SettlementCard>
    )
  }
  const first = data.settlements.filter((s) => s.settlementNo === asked)
  const rest = data.settlements.filter((s) => s.settlementNo !== asked)
  return (
    <div className={css.list}>
      <p className={css.sub}>
        待付合计 <Money fen={data.totalFen} />
        ，预存余额 <Money fen={data.balanceFen} />
      </p>
      <AskedSection asked={data.asked} onPay={onPay} />
      {first.map(card)}
      {data.prepayments.map((order) => (
        <PrepaymentCard key={order.orderNo} order={order} onPay={onPay} />
      ))}
      {rest.map(card)}
      <HandedOverSection settlements={data.handedOver} onCancel={onCancel} />
    </div>
  )
}

/** A transfer was claimed; the claim can be corrected or withdrawn where all claims are listed. */
function Claimed() {
  return (
    <>
      <span className={css.sub}>已提交转账，财务核对到账后自动付款</span>
      <ButtonLink variant="quiet" to="/member/prestore">
        查看转账申请
      </ButtonLink>
    </>
  )
}

function PrepaymentCard({
  order,
  onPay,
}: Pick<ReadyProps, 'onPay'> & { order: ReadyProps['data']['prepayments'][number] }) {
  const { orderNo, title, amountFen, claimed } = order
  const badge = claimed ? <StageBadge tone="info">付款确认中</StageBadge> : <StageBadge tone="warn">待预付</StageBadge>
  return (
    <Card as="article" title={`订单预付款 ${orderNo}`} actions={badge}>
      <div className={css.row}>
        <span>{title}</span>
        <SmartLink to={`/member/order/${orderNo}`}>查看订单</SmartLink>
      </div>
      <CardFoot amountFen={amountFen} note="付款后即可安排检测">
        {claimed ? (
          <Claimed />
        ) : (
          <Button
            variant="primary"
            aria-label={`支付订单 ${orderNo}`}
            onClick={() => onPay({ kind: 'order', no: orderNo })}
          >
            支付
          </Button>
        )}
      </CardFoot>
    </Card>
  )
}

/** All payments made: settlements and prepayments. */
function PaidTab() {
  return (
    <div className="stack">
      <p>
        <ButtonLink icon="file" to="/member/invoiceLs">
          为已付款项申请开票
        </ButtonLink>
      </p>
      <Past stage="paid" title="还没有已付款的结算单" />
      <PaidPrepayments />
    </div>
  )
}

function PaidPrepayments() {
  const [page, setPage] = useState(1)
  const list = useCall(payPrepaid, { page, size: 10 })
  if (list.data?.total === 0) return null
  return (
    <Card title="订单预付款">
      <Loaded of={list}>
        {(data) => (
          <>
            <ul role="list" className={css.rows}>
              {data.list.map((row) => (
                <li key={row.orderNo} className={css.row}>
                  <span>
                    <SmartLink to={`/member/order/${row.orderNo}`} className="num">
                      {row.orderNo}
                    </SmartLink>{' '}
                    {row.title}
                    <span className={css.sub}>
                      {minuteText(row.paidAt)} 付款
                      {row.cancelled && ' · 订单已取消，余款已退回预存账户'}
                    </span>
                  </span>
                  <Money fen={row.amountFen} />
                </li>
              ))}
            </ul>
            <Pagination page={page} pageCount={Math.ceil(data.total / data.size)} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Card>
  )
}

function Past({ stage, title }: { stage: SettlementStage; title: string }) {
  const [page, setPage] = useState(1)
  const list = useCall(settlementList, { stage, page, size: 10 })
  return (
    <Loaded of={list}>
      {(data) =>
        data.total === 0 ? (
          <EmptyState title={title} icon="file" />
        ) : (
          <div className={css.list}>
            {data.list.map((settlement) => (
              <SettlementCard key={settlement.settlementNo} settlement={settlement} />
            ))}
            <Pagination page={page} pageCount={Math.ceil(data.total / data.size)} onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  )
}
