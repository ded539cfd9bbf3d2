import type { ReactNode } from 'react'
import { cx } from '../text/class-names.ts'
import css from './timeline.module.css'

export type TimelineEntry = {
  key: string
  /** The event. */
  what: ReactNode
  who?: ReactNode
  /** `2026-11-21 14:05` */
  when?: string
  detail?: ReactNode
  tone?: 'danger'
}

export type TimelineProps = {
  entries: readonly TimelineEntry[]
  /** The next promised step, such as `<Countdown …/>`; shown at the end as an open point. */
  next?: { what: ReactNode; promise?: ReactNode; overdue?: boolean }
  label: string
}

export function Timeline({ entries, next, label }: TimelineProps) {
  return (
    <ol role="list" aria-label={label} className={css.timeline}>
      {entries.map((entry) => (
        <li key={entry.key} className={cx(css.entry, entry.tone && css.danger)}>
          <p className={css.what}>{entry.what}</p>
          {entry.detail && <div>{entry.detail}</div>}
          <p className={css.meta}>
            {entry.when && <time dateTime={entry.when.replace(' ', 'T')}>{entry.when}</time>} {entry.who}
          </p>
        </li>
      ))}
      {next && (
        <li className={cx(css.entry, css.next, next.overdue && css.danger)}>
          <p className={css.what}>
            <span className="visually-hidden">下一步：</span>
            {next.what}
          </p>
          {next.promise && <p className={cx(css.promise, next.overdue && css.danger)}>{next.promise}</p>}
        </li>
      )}
    </ol>
  )
}
