import type { ReactNode } from 'react'
import { cx } from '../text/class-names.ts'
import { SmartLink } from '../text/link.tsx'
import css from './stat.module.css'

export type StatProps = {
  label: string
  value: ReactNode
  /** The path of the list that this number counts. */
  to?: string
  note?: ReactNode
  tone?: 'warn' | 'danger'
}

export function Stat({ label, value, to, note, tone }: StatProps) {
  const content = (
    <>
      <span className={css.label}>{label}</span>
      <span className={cx(css.value, tone && css[tone])}>{value}</span>
      {note && <span className={css.note}>{note}</span>}
    </>
  )
  return to ? (
    <SmartLink to={to} className={css.stat}>
      {content}
    </SmartLink>
  ) : (
    <div className={css.stat}>{content}</div>
  )
}

export function StatGrid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>
}
