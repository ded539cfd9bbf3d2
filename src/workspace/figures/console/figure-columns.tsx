import { SmartLink } from '../../../ui/text/link.tsx'
import type { FigureCardData } from '../card-rules.ts'
import { differenceText, shortText, textOf } from '../rules.ts'
import { countText } from '../sheet-rules.ts'
import css from './figures.module.css'

/** One column for each month, the first on the left; the narrow one beside it is a year earlier. */
export function FigureColumns({ card }: { card: FigureCardData }) {
  const { rows, unit } = card
  const most = Math.max(1, ...rows.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  const height = (value: number | null) => `${Math.max(0, ((value ?? 0) / most) * 100)}%`
  return (
    <ol role="list" aria-label={card.title} className={css.columns}>
      {rows.map((row) => {
        const { key, value, before, to } = row
        const said = [key, textOf(value, unit), countText(row), differenceText(value, before, unit, card.beforeLabel)]
        const content = (
          <>
            <span className={css.columnValue} aria-hidden="true">
              {value === 0 ? '' : shortText(value ?? 0)}
            </span>
            <span className={css.plot} aria-hidden="true">
              <span className={css.columnBefore} style={{ blockSize: height(before) }} />
              <span className={css.column} style={{ blockSize: height(value) }} />
            </span>
            <span className={css.month} aria-hidden="true">
              {Number(key.slice(5))}
              <span className={css.monthWord}>月</span>
            </span>
            <span className="visually-hidden">{said.filter((text) => text !== '').join('，')}</span>
          </>
        )
        return (
          <li key={key} title={said.filter((text) => text !== '').join('，')}>
            {to === null ? (
              <span className={css.slot}>{content}</span>
            ) : (
              <SmartLink to={to} className={css.slot}>
                {content}
              </SmartLink>
            )}
          </li>
        )
      })}
    </ol>
  )
}
