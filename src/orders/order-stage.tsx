import { fromShanghai } from '../platform/time.ts'
import { Countdown } from '../ui/countdown.tsx'
import { StageBadge, type Tone } from '../ui/tag.tsx'

/** Who is to act gives the colour; the words say the stage. */
const tones: Record<string, Tone> = {
  review: 'info',
  quoting: 'info',
  quoted: 'warn',
  contract: 'warn',
  prepay: 'warn',
  awaiting_sample: 'warn',
  received: 'info',
  testing: 'info',
  on_hold: 'danger',
  verifying: 'info',
  delivered: 'ok',
  retest: 'warn',
  retest_offered: 'warn',
  disputed: 'danger',
  done: 'ok',
}

export function OrderStageBadge({ stage, children }: { stage: string; children: string }) {
  return <StageBadge tone={tones[stage] ?? 'neutral'}>{children}</StageBadge>
}

/** A deadline as calls answer it (`YYYY-MM-DD HH:mm:ss`, Chinese time), counting down, with its day: nights and Sundays lie between. */
export function DueIn({ at }: { at: string }) {
  return (
    <span>
      <Countdown deadline={fromShanghai(at)} /> <small className="num">（{at.slice(5, 16)} 前）</small>
    </span>
  )
}
