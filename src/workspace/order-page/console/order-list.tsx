import { staffOrderApprove } from '../../../lab/orders/staff/staff-contract.ts'
import { type ListedOrder, orderIndex, staffOrderList } from '../../../lab/orders/lists/list-contract.ts'
import { orderLifecycle } from '../../../lab/orders/rules.ts'
import { OrderStageBadge } from '../../../lab/orders/order-stage.tsx'
import { actionsAt } from '../../../platform/lifecycle/lifecycle.ts'
import { fromShanghai } from '../../../platform/time.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { staffOrderAssign, staffTaskChoices } from '../../../lab/orders/tasks/task-contract.ts'
import { taskStages } from '../../../lab/orders/tasks/task-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Countdown } from '../../../ui/feedback/countdown.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import css from './order-list.module.css'
import { OrderPreview } from './order-preview.tsx'
import { orderReads } from './order-reads.ts'

export const meta = () => [{ title: '订单 · 明析科测后台' }]

const takes = (fits: boolean, stageName: string, rule: string) => (fits ? undefined : `现为“${stageName}”，${rule}`)

const approve = bulkVerb<ListedOrder, typeof staffOrderApprove>(
  staffOrderApprove,
  ({ orderNo, version }) => ({ orderNo, version }),
  {
    label: '审核通过',
    text: (count) => `审核通过 ${count} 个订单，客户会收到寄样通知。不在待审核状态或已被他人处理的不会改变。`,
    unfit: ({ stage, stageName }) =>
      takes(actionsAt(orderLifecycle, stage, 'staff').includes('approve'), stageName, '只有待审核的订单可以审核'),
  },
)

const assign = (people: readonly { id: number; name: string }[]) =>
  bulkVerb<ListedOrder, typeof staffOrderAssign>(
    staffOrderAssign,
    ({ orderNo, assignedTo }, _reason, staffId) => ({ orderNo, staffId, formerStaffId: assignedTo }),
    {
      label: '分派',
      text: (count) => `把 ${count} 个订单的检测分派给一位实验员。不在检测中或已被他人改派的不会改变。`,
      unfit: ({ stage, stageName }) =>
        takes((taskStages as readonly string[]).includes(stage), stageName, '收样后、交付前的订单才能分派'),
      choice: { label: '负责人', options: people.map(({ id, name }) => ({ value: id, label: name })) },
    },
  )

/** Every order, with its next step and deadline. */
export default function OrderList() {
  const { may } = useStaff()
  const people = useCall(staffTaskChoices, {}, { enabled: may('order.assign') }).data?.people ?? []
  return (
    <>
      <PageHeader title="订单" />
      <IndexList
        index={orderIndex}
        call={staffOrderList}
        looks={looks}
        renderPreview={(row) => <OrderPreview key={row.orderNo} orderNo={row.orderNo} />}
        bulk={[...(may('order.approve') ? [approve] : []), ...(may('order.assign') ? [assign(people)] : [])]}
        refreshes={orderReads}
        empty={
          <EmptyState title="没有订单" icon="file" action={{ label: '回到工作台', to: '/console' }}>
            客户提交的订单会出现在这里。
          </EmptyState>
        }
      />
    </>
  )
}

const looks: IndexListProps<ListedOrder, keyof typeof orderIndex.fields>['looks'] = {
  no: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <span className={css.number}>
        <SmartLink to={`/console/orders/${row.orderNo}`}>{row.orderNo}</SmartLink>{' '}
        {row.urgent && <Tag tone="warn">加急</Tag>}
      </span>
    ),
  },
  title: {
    line: 2,
    words: true,
    width: '45%',
    render: (row) => (
      <div>
        <span className={css.title} title={row.title}>
          {row.title}
        </span>
        <span className={css.aside}>{row.sampleCount} 个样品</span>
      </div>
    ),
  },
  customer: {
    line: 2,
    words: true,
    render: (row) => (
      <div>
        <span>{row.customerName}</span>
        <span className={css.aside}>{row.company || row.groupName}</span>
      </div>
    ),
  },
  stage: { line: 1, render: (row) => <OrderStageBadge stage={row.stage}>{row.stageName}</OrderStageBadge> },
  next: {
    words: true,
    render: ({ next }) =>
      next ? (
        <div>
          <span>
            {next.who === 'customer' && '客户：'}
            {next.what}
          </span>
          {next.dueAt && (
            <span className={css.aside}>
              <Countdown deadline={fromShanghai(next.dueAt)} />
            </span>
          )}
        </div>
      ) : (
        '—'
      ),
  },
  amount: { line: 2, render: (row) => (row.amountFen === null ? '待报价' : <Money fen={row.amountFen} />) },
}
