import { minuteText } from '../../ui/text/day-text.ts'
import { fromShanghai } from '../../platform/time.ts'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { StageBadge, type Tone } from '../../ui/text/tag.tsx'

/** One colour per phase: manager at work, waiting for the customer, in the laboratory, delivered, ended. The label names the stage. */
const tones: Record<string, Tone> = {
  group_review: 'warn',
  review: 'info',
  quoting: 'info',
  quoted: 'warn',
  contract: 'warn',
  prepay: 'warn',
  awaiting_sample: 'warn',
  received: 'work',
  testing: 'work',
  on_hold: 'danger',
  verifying: 'work',
  delivered: 'ok',
  retest: 'work',
  retest_offered: 'warn',
  disputed: 'danger',
  done: 'ok',
}

export function OrderStageBadge({ stage, children }: { stage: string; children: string }) {
  return <StageBadge tone={tones[stage] ?? 'neutral'}>{children}</StageBadge>
}

/** Counts down to a deadline (`YYYY-MM-DD HH:mm:ss`, Chinese time) and shows its date, since working hours exclude nights and Sundays. */
export function DueIn({ at }: { at: string }) {
  return (
    <span>
      <Countdown deadline={fromShanghai(at)} /> <small className="num">（{minuteText(at)} 前）</small>
    </span>
  )
}
