import { useCall } from '../../platform/client/use-call.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useStaff } from '../../staff/me.tsx'
import { Card } from '../../ui/card.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Stat, StatGrid } from '../../ui/stat.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Tag } from '../../ui/tag.tsx'
import { inboxRead } from '../inbox-contract.ts'
import { DueIn } from '../order-stage.tsx'
import { DemandCard, DemandStat, useOpenDemands } from './demand-card.tsx'
import css from './inbox.module.css'
import { useOtherWork } from './other-work.tsx'
import { listOfQueue, placeOfWork } from './places.ts'

export const meta = () => [{ title: '工作台 · 明析科测后台' }]

type Queue = OutputOf<typeof inboxRead>['queues'][number]

/** What the house owes and this person's role can settle, the most urgent first, each leading to where it is done. */
export default function Inbox() {
  const me = useStaff()
  const inbox = useCall(inboxRead, {}, { refetchSeconds: 60 })
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
  const asked = demands.data?.total ?? 0
  if (!inbox.data) {
    if (inbox.isPending) return <Skeleton lines={4} height={72} />
    return (
      <ErrorState onRetry={() => void inbox.refetch()} busy={inbox.isFetching}>
        {inbox.error?.message}
      </ErrorState>
    )
  }
  const { queues } = inbox.data
  const busy = queues.filter((queue) => queue.total > 0)
  const isDone = busy.length === 0 && other.waiting === 0 && asked === 0
  if (queues.length === 0 && !other.any && !demands.mine)
    return (
      <EmptyState title="这里没有分派给您的待办" icon="check">
        请从菜单进入您的工作页面。
      </EmptyState>
    )
  return (
    <div className={css.body}>
      <div className={!isDone && other.waiting === 0 ? css.overview : undefined}>
        <StatGrid>
          {queues.map((queue) => (
            <Stat
              key={queue.key}
              label={queue.label}
              value={queue.total}
              {...(queue.total > 0 ? { to: `#queue-${queue.key}` } : {})}
              {...(queue.overdue > 0 ? { tone: 'danger', note: `${queue.overdue} 项已超时` } : {})}
            />
          ))}
          {demands.mine && <DemandStat demands={demands.data} />}
          {other.tiles}
        </StatGrid>
      </div>
      {isDone && (
        <EmptyState title="全部处理完毕" icon="check">
          新的待办会自动出现在这里。
        </EmptyState>
      )}
      <div className={css.board}>
        {demands.data && asked > 0 && <DemandCard demands={demands.data} />}
        {busy.map((queue) => (
          <QueueCard key={queue.key} queue={queue} />
        ))}
      </div>
    </div>
  )
}

function QueueCard({ queue }: { queue: Queue }) {
  const rest = queue.total - queue.items.length
  return (
    <Card
      id={`queue-${queue.key}`}
      title={
        <>
          {queue.label} <span className={css.count}>{queue.total}</span>
        </>
      }
      actions={queue.promise ? <span className={css.promise}>{queue.promise}</span> : undefined}
      flush
    >
      <ul role="list" style={{ marginTop: 'var(--space-12)' }}>
        {queue.items.map((item) => (
          <li key={item.orderNo} className={css.item}>
            <span>
              <SmartLink to={placeOfWork(queue.key, item.orderNo)} className={css.link}>
                {item.orderNo}
              </SmartLink>{' '}
              {item.urgent && <Tag tone="warn">加急</Tag>}
            </span>
            <span className={css.what}>
              {item.customerName} · {item.title}
            </span>
            <span className={css.due}>
              {item.dueAt ? <DueIn at={item.dueAt} /> : `${item.createdAt.slice(5, 16)} 下单`}
            </span>
            <span className={css.when}>{item.sampleCount} 个样品</span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className={css.more}>
          <SmartLink to={listOfQueue(queue.key)}>另有 {rest} 项，查看全部</SmartLink>
        </p>
      )}
    </Card>
  )
}
