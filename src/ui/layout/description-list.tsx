import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../text/class-names.ts'
import css from './description-list.module.css'

/** `wide` spans the whole row. An item with value undefined or null is left out; '' shows a dash. */
export type Description = { term: string; value: ReactNode; wide?: boolean }

export function DescriptionList({ items, single }: { items: readonly Description[]; single?: boolean }) {
  const shown = items.filter(({ value }) => value !== undefined && value !== null)
  // As wide as the longest term, within bounds; two letters of Latin are as wide as one of Chinese.
  const widest = Math.max(6, ...shown.map(({ term }) => term.replace(/[ -~]{2}/g, '一').length))
  const style = { '--term': `${Math.min(widest, 10)}em` } as CSSProperties
  return (
    <dl style={style} className={cx(css.list, single && css.single)}>
      {shown.map(({ term, value, wide }) => (
        <div key={term} className={cx(css.pair, wide && css.wide)}>
          <dt>{term}</dt>
          <dd>{value === '' ? '—' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
