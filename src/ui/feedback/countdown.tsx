import { useSyncExternalStore } from 'react'
import { cx } from '../text/class-names.ts'
import css from './countdown.module.css'
import { clockText, deadlineWords } from './deadline.ts'

export type CountdownProps = {
  deadline: Date | string
  /** A fixed current time (server rendering, tests); otherwise it ticks in the browser. */
  now?: Date
  soonMinutes?: number
}

/** The time left until a deadline, with the exact time as its title. Before hydration it shows the exact time. */
export function Countdown({ deadline, now, soonMinutes }: CountdownProps) {
  const at = new Date(deadline)
  const tick = useSyncExternalStore(everyHalfMinute, currentHalfMinute, () => null)
  const moment = now ?? (tick === null ? null : new Date(tick))
  const words = moment && deadlineWords(at, moment, soonMinutes)
  return (
    <time
      dateTime={at.toISOString()}
      title={clockText(at)}
      className={cx(css.countdown, words && words.tone !== 'ok' && css[words.tone])}
    >
      {words ? words.text : `${clockText(at)} 前`}
    </time>
  )
}

const tickMs = 30_000
const currentHalfMinute = () => Math.floor(Date.now() / tickMs) * tickMs

function everyHalfMinute(changed: () => void) {
  const timer = setInterval(changed, tickMs)
  return () => clearInterval(timer)
}
