import { useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { inboxRead } from '../contract.ts'
import { demandQueue, useOpenDemands } from './demand-queue.ts'
import { InboxList, type Queue } from './inbox-list.tsx'
import { useOtherWork } from './other-work.ts'
import { listOfQueue, placeOfWork } from './places.ts'

export const meta = () => [{ title: '工作台 · 明析科测后台' }]

/** The work that waits for this role, the most urgent first, with links to the pages where it is done. */
export default function Inbox() {
  const me = useStaff()
  // Other pages change the queues, so every visit asks again.
  const inbox = useCall(inboxRead, {}, { refetchSeconds: 60, alwaysAsk: true })
  return (
    <>
      <PageHeader title="工作台" sub={me.name === me.roleName ? me.name : `${me.name}，${me.roleName}`} />
      <InboxBody inbox={inbox} />
    </>
  )
}

function InboxBody({ inbox }: { inbox: ReturnType<typeof useCall<typeof inboxRead>> }) {
  const other = useOtherWork()
  const demands = useOpenDemands()
  if (!inbox.data) {
    if (inbox.isPending) return <Skeleton lines={8} height={40} />
    return (
      <ErrorState onRetry={() => void inbox.refetch()} busy={inbox.isFetching}>
        {inbox.error?.message}
      </ErrorState>
    )
  }
  if (inbox.data.queues.length === 0 && !other.any && !demands.mine)
    return (
      <EmptyState title="这里没有分派给您的待办" icon="check">
        请从菜单进入您的工作页面。
      </EmptyState>
    )
  const queues = [...(demands.data ? [demandQueue(demands.data)] : []), ...inbox.data.queues.map(orderQueue)]
  const busy = queues.filter(({ total }) => total > 0)
  if (busy.length === 0 && other.waiting.length === 0)
    return (
      <EmptyState title="全部处理完毕" icon="check">
        新的待办会自动出现在这里。
      </EmptyState>
    )
  return <InboxList queues={busy} elsewhere={other.waiting} now={new Date(inbox.dataUpdatedAt)} />
}

function orderQueue({
  key,
  label,
  promise,
  total,
  overdue,
  items,
}: NonNullable<ReturnType<typeof useCall<typeof inboxRead>>['data']>['queues'][number]): Queue {
  return {
    ...{ key, label, promise, total, overdue },
    all: listOfQueue(key),
    items: items.map((item) => ({
      number: item.orderNo,
      to: placeOfWork(key, item.orderNo),
      urgent: item.urgent,
      what: [item.customerName, item.title, `${item.sampleCount} 个样品`].filter(Boolean).join(' · '),
      dueAt: item.dueAt,
      since: `${item.createdAt.slice(5, 16)} 下单`,
    })),
  }
}
