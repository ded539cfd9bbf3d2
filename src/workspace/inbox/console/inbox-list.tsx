import { fromShanghai } from '../../../platform/time.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { cx } from '../../../ui/text/class-names.ts'
import { deadlineWords } from '../../../ui/feedback/deadline.ts'
import { Icon } from '../../../ui/text/icon.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { countText } from '../../../ui/index/count-text.ts'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { DueIn } from '../../../lab/orders/order-stage.tsx'
import css from './inbox.module.css'
import type { OtherWork } from '../work-rules.ts'

interface Item {
  /** The number of the order or demand; it links to the page where the work is done. */
  number: string
  to: string
  urgent: boolean
  /** Shown beside the number, for example that a visitor asks. */
  mark?: string
  what: string
  dueAt: string | null
  /** When a visitor is expected. */
  visitAt?: string | null
  /** Shown when there is no deadline. */
  since: string
  /** How many of the queue's total this entry stands for; 1 unless it says otherwise. */
  counts?: number
  /** Given to this person, or of a customer of this person. */
  mine?: boolean
}

export interface Queue {
  key: string
  label: string
  promise: string
  total: number
  overdue: number
  /** Entries of this person; absent in queues that belong to nobody. */
  mineTotal?: number
  /** Address of the list with all entries of the queue. */
  all: string
  items: readonly Item[]
}

/** All queues as one list, by deadline. The strip above it shows the size of each queue and filters the list. */
export function InboxList({
  queues,
  elsewhere,
  now,
}: {
  queues: readonly Queue[]
  elsewhere: readonly OtherWork[]
  now: Date
}) {
  const address = useAddress()
  const chosen = queues.find(({ key }) => key === address.get('queue'))
  const total = queues.reduce((sum, queue) => sum + queue.total, 0)
  const mineTotal = queues.reduce((sum, queue) => sum + (queue.mineTotal ?? 0), 0)
  // Where everything is one person's, or nothing, there is nothing to tell apart.
  const isShared = mineTotal > 0 && mineTotal < total
  const onlyMine = isShared && address.get('whose') === 'mine'
  const shown = (chosen ? [chosen] : queues).map((queue) => (onlyMine ? mineOf(queue) : queue))
  const entries = shown.flatMap((queue) => queue.items.map((item) => ({ ...item, queue }))).toSorted(soonestFirst)
  if (queues.length === 0) return <Elsewhere works={elsewhere} />
  return (
    <div className={css.body}>
      <nav aria-label="待办" className={css.strip}>
        {queues.length > 1 && (
          <Chip label="全部" count={String(total)} to={address.href({ queue: '' })} current={!chosen} />
        )}
        {queues.map((queue) => (
          <Chip
            key={queue.key}
            label={queue.label}
            count={String(queue.total)}
            to={address.href({ queue: queue.key })}
            current={queue === chosen}
            tone={toneOf(queue, now)}
            note={queue.overdue > 0 ? `${queue.overdue} 项超时` : undefined}
          />
        ))}
        {elsewhere.map(({ key, label, count, countIsCapped, to }) => (
          <Chip key={key} label={label} count={countText(count, countIsCapped)} to={to} />
        ))}
      </nav>
      {isShared && (
        <nav aria-label="谁的待办" className={css.strip}>
          <Chip label="所有人的" to={address.href({ whose: '' })} current={!onlyMine} />
          <Chip label="我的" count={String(mineTotal)} to={address.href({ whose: 'mine' })} current={onlyMine} />
        </nav>
      )}
      {onlyMine && entries.length === 0 && (
        <EmptyState title="这一类里没有我的待办" icon="check">
          选择“所有人的”可以看到同事的工作。
        </EmptyState>
      )}
      {entries.length > 0 && (
        <Card flush>
          {chosen?.promise && <p className={css.promise}>时限：{chosen.promise}</p>}
          <ul role="list" className={css.list}>
            {entries.map(({ queue, ...item }, row) => (
              <InboxRow
                key={`${queue.key} ${item.number}`}
                item={isShared ? item : { ...item, mine: false }}
                queue={chosen ? undefined : queue.label}
                repeats={entries[row - 1]?.queue === queue}
              />
            ))}
          </ul>
          <Rest queues={shown} />
        </Card>
      )}
    </div>
  )
}

/** Work that is listed on other pages, one link per list with its count. */
function Elsewhere({ works }: { works: readonly OtherWork[] }) {
  return (
    <Card flush>
      <ul role="list">
        {works.map(({ key, label, count, countIsCapped, to }) => (
          <li key={key} className={css.item}>
            <span className={css.number}>
              <SmartLink to={to} className={css.link}>
                {label}
              </SmartLink>
            </span>
            <span className={css.what}>{countText(count, countIsCapped)} 项</span>
            <Icon name="chevron-right" size={16} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface ChipProps {
  label: string
  count?: string
  to: string
  current?: boolean
  tone?: 'warn' | 'danger' | undefined
  note?: string | undefined
}

function Chip({ label, count, to, current, tone, note }: ChipProps) {
  return (
    <SmartLink to={to} className={cx(css.chip, tone && css[tone])} aria-current={current ? 'true' : undefined}>
      {label} {count !== undefined && <b className={css.count}>{count}</b>}
      {note && <small>{note}</small>}
    </SmartLink>
  )
}

interface RowProps {
  item: Item
  queue: string | undefined
  /** The row above is of the same queue: its name is not shown again, so that the eye finds where another begins. */
  repeats: boolean
}

function InboxRow({ item, queue, repeats }: RowProps) {
  return (
    <li className={cx(css.item, queue && css.mixed)}>
      {queue && <span className={cx(css.queue, repeats && css.repeats)}>{queue}</span>}
      <span className={css.number}>
        <SmartLink to={item.to} className={css.link}>
          {item.number}
        </SmartLink>{' '}
        {item.urgent && <Tag tone="warn">加急</Tag>}
        {item.mine && <Tag tone="info">我的</Tag>} {item.mark && <Tag>{item.mark}</Tag>}
      </span>
      <span className={css.what}>{item.what}</span>
      <span className={css.due}>{item.dueAt ? <DueIn at={item.dueAt} /> : item.since}</span>
    </li>
  )
}

const restOf = ({ total, items }: Queue) => total - items.reduce((sum, { counts = 1 }) => sum + counts, 0)

/** Links to the full lists of queues with more entries than are shown here. */
function Rest({ queues }: { queues: readonly Queue[] }) {
  const longer = queues.filter((queue) => restOf(queue) > 0)
  if (longer.length === 0) return null
  return (
    <p className={css.more}>
      {longer.map((queue) => (
        <SmartLink key={queue.key} to={queue.all}>
          {queue.label}另有 {restOf(queue)} 项，查看全部
        </SmartLink>
      ))}
    </p>
  )
}

/** Red when something is overdue, amber when something is due soon. */
function toneOf(queue: Queue, now: Date): 'warn' | 'danger' | undefined {
  if (queue.overdue > 0) return 'danger'
  const isSoon = ({ dueAt }: Item) => dueAt !== null && deadlineWords(fromShanghai(dueAt), now).tone === 'soon'
  return queue.items.some(isSoon) ? 'warn' : undefined
}

/** A queue with only the entries of this person. */
function mineOf(queue: Queue): Queue {
  return { ...queue, total: queue.mineTotal ?? 0, items: queue.items.filter(({ mine }) => mine) }
}

/** The own work first. */
function soonestFirst(a: Item, b: Item): number {
  const due = (item: Item) => item.dueAt ?? item.visitAt ?? '9999'
  const mine = Number(b.mine ?? false) - Number(a.mine ?? false)
  return mine || due(a).localeCompare(due(b)) || Number(b.urgent) - Number(a.urgent) || a.number.localeCompare(b.number)
}
