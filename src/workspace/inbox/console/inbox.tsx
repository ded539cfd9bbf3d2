import { minuteText } from '../../../ui/text/day-text.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { inboxRead } from '../contract.ts'
import { SetupGuide } from '../../setup-guide/setup-guide.tsx'
import { demandQueue, useOpenDemands } from './demand-queue.ts'
import { useOwnQueues } from './todo-queue.ts'
import { InboxList, type Queue } from './inbox-list.tsx'
import { listOfQueue, placeOfWork } from '../place-rules.ts'

export const meta = () => [{ title: '工作台 · 明析科测后台' }]

/** The work that waits for this role, the most urgent first, with links to the pages where it is done. */
export default function Inbox() {
  const me = useStaff()
  // Other pages change the queues, so every visit asks again.
  const inbox = useCall(inboxRead, {}, { refetchSeconds: 60, alwaysAsk: true })
  return (
    <div className="stack">
      <PageHeader title="工作台" sub={subOf(me, inbox.data?.standsInFor ?? [])} />
      <SetupGuide />
      <InboxBody inbox={inbox} />
    </div>
  )
}

function subOf(me: { name: string; roleName: string }, standsInFor: readonly string[]): string {
  const who = me.name === me.roleName ? me.name : `${me.name}，${me.roleName}`
  return standsInFor.length === 0 ? who : `${who}，今天代班：${standsInFor.join('、')}`
}

function InboxBody({ inbox }: { inbox: ReturnType<typeof useCall<typeof inboxRead>> }) {
  const demands = useOpenDemands()
  const own = useOwnQueues()
  if (!inbox.data) {
    if (inbox.isPending) return <Skeleton lines={8} height={40} />
    return (
      <ErrorState onRetry={() => void inbox.refetch()} busy={inbox.isFetching}>
        {inbox.error?.message}
      </ErrorState>
    )
  }
  const { queues: ofOrders, elsewhere } = inbox.data
  if (ofOrders.length === 0 && elsewhere.length === 0 && !demands.mine && own.every(({ total }) => total === 0))
    return (
      <EmptyState title="这里没有分派给您的待办" icon="check">
        请从菜单进入您的工作页面。
      </EmptyState>
    )
  const queues = [...own, ...(demands.data ? [demandQueue(demands.data)] : []), ...ofOrders.map(orderQueue)]
  const busy = queues.filter(({ total }) => total > 0)
  const waiting = elsewhere.filter(({ count }) => count > 0)
  if (busy.length === 0 && waiting.length === 0)
    return (
      <EmptyState title="现在没有待办" icon="check">
        新的待办会自动出现在这里。
      </EmptyState>
    )
  return <InboxList queues={busy} elsewhere={waiting} now={new Date(inbox.dataUpdatedAt)} />
}

function orderQueue({
  key,
  label,
  promise,
  total,
  overdue,
  mineTotal,
  items,
}: NonNullable<ReturnType<typeof useCall<typeof inboxRead>>['data']>['queues'][number]): Queue {
  return {
    ...{ key, label, promise, total, overdue, mineTotal },
    all: listOfQueue(key),
    items: items.map((item) => ({
      number: item.orderNo,
      to: placeOfWork(key, item.orderNo),
      urgent: item.urgent,
      ...(key === 'destroy' ? { counts: item.sampleCount } : {}),
      what: [item.customerName, item.title, `${item.sampleCount} 个样品`].filter(Boolean).join(' · '),
      dueAt: item.dueAt,
      visitAt: item.visitAt,
      since: item.visitAt ? `预约 ${minuteText(item.visitAt)}` : `${minuteText(item.createdAt)} 下单`,
      mine: item.mine,
      ...(item.tester && !item.mine ? { mark: item.tester } : {}),
    })),
  }
}
