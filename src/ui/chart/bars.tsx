import type { ReactNode } from 'react'
import { SmartLink } from '../text/link.tsx'
import css from './bars.module.css'

export interface Bar {
  key: string
  label: string
  value: number
  /** How the value is written. */
  text: ReactNode
  /** Opens what the bar stands for. */
  to?: string | undefined
}

/** Amounts compared as horizontal bars, each with its label and its value as text. */
export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul role="list" aria-label={label} className={css.bars}>
      {bars.map(({ key, label: name, value, text, to }) => (
        <li key={key} className={css.bar}>
          <span className={css.name}>{to === undefined ? name : <SmartLink to={to}>{name}</SmartLink>}</span>
          <span className={css.value}>{text}</span>
          <span className={css.track} aria-hidden="true">
            <span className={css.fill} style={{ inlineSize: `${Math.max(1, (value / most) * 100)}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
