import { minuteText } from '../../ui/text/day-text.ts'
import { fromShanghai } from '../../platform/time.ts'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import type { orderHistory } from '../../lab/orders/contract.ts'
import type { OutputOf } from '../../platform/contract/call.ts'

type Step = NonNullable<OutputOf<typeof orderHistory>['list'][number]['next']>

/** When the next step is due, as a customer reads it: a clock for what the customer has to do, a date for what the laboratory does. */
export function StepDue({ next: { who, dueAt, overdue } }: { next: Pick<Step, 'who' | 'dueAt' | 'overdue'> }) {
  if (!dueAt) return null
  const date = <span className="num">{minuteText(dueAt)}</span>
  if (who === 'staff') return <span>预计 {date} 前</span>
  if (overdue) return <span>已于 {date} 到期</span>
  return (
    <span>
      <Countdown deadline={fromShanghai(dueAt)} /> <small>（{date} 前）</small>
    </span>
  )
}
