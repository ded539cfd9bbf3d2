import { useParams } from 'react-router'
import { OrderContract } from '../../../lab/contracts/order-contract.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { StaffOrderPickups } from '../../../lab/pickups/staff/staff-order-pickups.tsx'
import { StaffBookings } from '../../../lab/visits/staff-bookings.tsx'
import { OrderResults } from '../../../lab/reports/results/order-results.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { ErrorState, NotFoundState, Skeleton } from '../../../ui/feedback/states.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FundingCard } from '../../../lab/orders/spending/funding-card.tsx'
import { DueIn, OrderStageBadge } from '../../../lab/orders/order-stage.tsx'
import { staffOrderDetail } from '../../../lab/orders/staff/staff-contract.ts'
import { AuditLink } from '../../../core/staff/audit-link.tsx'
import { CallCard } from './call-card.tsx'
import { CustomerCard, DeliveryCard, InvoiceCard, MoneyCard } from './order-facts.tsx'
import { IssueCard } from './issue-card.tsx'
import { PaperButtons } from '../paper-buttons.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { CallsCard } from '../../notes/calls-card.tsx'
import { NotesCard } from '../../notes/notes-card.tsx'
import { TodosCard } from '../../notes/todos-card.tsx'
import { StaffThreadCard } from '../../threads/staff-thread-card.tsx'
import layout from '../../../ui/layout/side-columns.module.css'
import { LineCards, SentData } from './order-lines.tsx'
import { orderReads } from './order-reads.ts'
import { SampleTable } from './sample-table.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '订单详情 · 明析科测后台' }]

/** Everything about one order, with the actions of this person's role. */
export default function OrderPage() {
  const { orderNo = '' } = useParams()
  const { data: order, error, isPending, isFetching, refetch } = useCall(staffOrderDetail, { orderNo })
  const crumbs = [{ label: '订单', to: '/console/orders' }, { label: orderNo }]
  if (order?.orderNo !== orderNo) {
    if (isPending || (order && isFetching)) return <Waiting orderNo={orderNo} />
    // A malformed number is answered like an unknown one.
    if (error && error.error !== 'network' && error.status < 500)
      return (
        <NotFoundState title="没有这个订单" action={{ label: '查看全部订单', to: '/console/orders' }}>
          请检查订单号 {orderNo}。
        </NotFoundState>
      )
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        {error?.message}
      </ErrorState>
    )
  }
  const { next } = order
  return (
    <>
      <PageHeader
        title={order.orderNo}
        badge={
          <>
            <OrderStageBadge stage={order.stage}>{order.stageName}</OrderStageBadge>
            {order.urgent && <Tag tone="warn">加急</Tag>}
          </>
        }
        sub={`${order.title} · ${order.customer.name} · ${minuteText(order.createdAt)} 下单`}
        crumbs={crumbs}
        actions={
          <>
            <AuditLink of={order.orderNo} />
            <OrderButtons order={order} />
          </>
        }
      />
      <div className={layout.columns}>
        <div className={layout.main}>
          <IssueCard order={order} />
          <CallCard order={order} />
          <OrderContract orderNo={order.orderNo} awaited={order.stage === 'contract'} />
          <StaffOrderPickups orderNo={order.orderNo} />
          <StaffBookings bookings={order.reservations} movable={order.bookable} refreshes={orderReads} />
          <LineCards order={order} />
          <FundingCard order={order} />
          <span className="cluster">
            <PaperButtons order={order} as="staff" />
            {order.serviceType === 1 && (
              <ButtonLink
                size="s"
                variant="quiet"
                icon="printer"
                to={`/console/labels/${order.orderNo}`}
                target="_blank"
              >
                打印样品标签
              </ButtonLink>
            )}
          </span>
          <SentData order={order} />
          <SampleTable order={order} />
          <OrderResults orderNo={order.orderNo} />
        </div>
        <div className={layout.side}>
          <Card title="进度">
            <Timeline
              label="订单进度"
              entries={order.timeline.map((entry, index) => ({
                key: String(index),
                what: entry.what,
                who: entry.who,
                when: minuteText(entry.when),
                detail: entry.detail || undefined,
                ...(['on_hold', 'disputed', 'rejected', 'cancelled'].includes(entry.stage)
                  ? { tone: 'danger' as const }
                  : {}),
              }))}
              {...(next
                ? {
                    next: {
                      what: next.who === 'customer' ? `客户：${next.what}` : next.what,
                      overdue: next.overdue,
                      promise: next.dueAt ? <DueIn at={next.dueAt} /> : undefined,
                    },
                  }
                : {})}
            />
          </Card>
          <StaffThreadCard orderNo={order.orderNo} />
          <NotesCard subject={{ kind: 'order', no: order.orderNo }} />
          <CallsCard subject={{ kind: 'order', no: order.orderNo }} reads={orderReads} />
          <TodosCard subject={{ kind: 'order', no: order.orderNo }} />
          <CustomerCard order={order} />
          <MoneyCard order={order} />
          <DeliveryCard order={order} />
          <InvoiceCard order={order} />
        </div>
      </div>
    </>
  )
}

function Waiting({ orderNo }: { orderNo: string }) {
  return (
    <>
      <PageHeader title={orderNo} crumbs={[{ label: '订单', to: '/console/orders' }, { label: orderNo }]} />
      <Skeleton lines={6} height={64} />
    </>
  )
}
