import type { OutputOf } from '../../platform/contract/call.ts'
import { useActing } from '../../platform/client/acting.ts'
import { SmartLink } from '../../ui/text/link.tsx'
import { cx } from '../../ui/text/class-names.ts'
import { Money } from '../../ui/text/money.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import type { orderHistory } from '../../lab/orders/contract.ts'
import css from './order-table.module.css'
import { serviceTypeLabels } from '../../lab/samples/service-rules.ts'
import { StepDue } from './step-due.tsx'
import { OrderStageBadge } from '../../lab/orders/order-stage.tsx'
import { briefMoment } from '../../ui/text/day-text.ts'

export type OrderSummary = OutputOf<typeof orderHistory>['list'][number]

/** Orders of a customer, newest first; on a phone in short, led by what comes next. */
export function OrderTable({ orders, caption }: { orders: readonly OrderSummary[]; caption: string }) {
  const acting = useActing()
  return (
    <Table
      caption={caption}
      hideCaption
      rows={orders}
      rowKey={(order) => order.orderNo}
      lines
      columns={[
        {
          key: 'order',
          header: '订单',
          rowHeader: true,
          line: 1,
          render: (order) => (
            <div>
              <SmartLink to={`/member/order/${order.orderNo}`} className="num">
                {order.orderNo}
              </SmartLink>
              <div className={css.title}>{order.title}</div>
              {order.cluster && (
                <div className={css.title}>
                  {acting ? `成员：${order.cluster.member}` : `课题组「${order.cluster.name}」付款`}
                </div>
              )}
            </div>
          ),
        },
        {
          key: 'stage',
          header: '状态',
          line: 1,
          render: (order) => (
            <div className={cx('cluster', css.stage)}>
              <OrderStageBadge stage={order.stage}>{order.stageName}</OrderStageBadge>
              {order.urgent && <Tag tone="warn">加急</Tag>}
            </div>
          ),
        },
        { key: 'next', header: '下一步', line: 2, render: (order) => <Next next={order.next} /> },
        {
          key: 'type',
          header: '类型',
          render: (order) => (
            <span className={css.type}>
              {serviceTypeLabels[order.serviceType]}
              <span className={css.count}>{order.sampleCount} 个样品</span>
            </span>
          ),
        },
        {
          key: 'amount',
          header: '金额',
          line: 2,
          align: 'end',
          render: (order) => (order.amountFen === null ? '待报价' : <Money fen={order.amountFen} />),
        },
        {
          key: 'created',
          header: '提交时间',
          render: (order) => <span className="num">{briefMoment(order.createdAt)}</span>,
        },
      ]}
    />
  )
}

export function Next({ next }: { next: OrderSummary['next'] }) {
  if (!next) return <>—</>
  return (
    <span>
      {next.what}
      {next.dueAt && (
        <span className={css.due}>
          <StepDue next={next} />
        </span>
      )}
    </span>
  )
}
