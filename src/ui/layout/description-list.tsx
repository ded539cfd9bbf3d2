import type { ReactNode } from 'react'
import { cx } from '../text/class-names.ts'
import css from './description-list.module.css'

/** `wide` spans the whole row. An item with value undefined or null is left out; '' shows a dash. */
export type Description = { term: string; value: ReactNode; wide?: boolean }

export function DescriptionList({ items, single }: { items: readonly Description[]; single?: boolean }) {
  return (
    <dl className={cx(css.list, single && css.single)}>
      {items
        .filter(({ value }) => value !== undefined && value !== null)
        .map(({ term, value, wide }) => (
          <div key={term} className={cx(css.pair, wide && css.wide)}>
            <dt>{term}</dt>
            <dd>{value === '' ? '—' : value}</dd>
          </div>
        ))}
    </dl>
  )
}
