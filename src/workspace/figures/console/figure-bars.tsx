import { SmartLink } from '../../../ui/text/link.tsx'
import type { FigureCardData } from '../card-rules.ts'
import { differenceText, textOf } from '../rules.ts'
import { REST } from '../card-rules.ts'
import { countText } from '../sheet-rules.ts'
import css from './figures.module.css'

/** One bar for each row; the thin line below it is the range before. What sums up several rows has no bar, which would make the others small. */
export function FigureBars({ card }: { card: FigureCardData }) {
  const { rows, unit } = card
  const most =
    unit === 'permille'
      ? 1000
      : Math.max(1, ...rows.flatMap(({ key, value, before }) => (key === REST ? [] : [value ?? 0, before ?? 0])))
  const share = (value: number | null) => `${Math.min(100, Math.max(0, ((value ?? 0) / most) * 100))}%`
  return (
    <ul role="list" aria-label={card.title} className={css.bars}>
      {rows.map((row) => {
        const { key, label, value, before, to } = row
        const difference = differenceText(value, before, unit, card.beforeLabel)
        const count = unit === 'count' ? '' : countText(row)
        return (
          <li key={key}>
            <span className={css.name}>{to === null ? label : <SmartLink to={to}>{label}</SmartLink>}</span>
            <span className={css.value}>
              {textOf(value, row.unit ?? unit)}
              {count && <span className={css.count}> · {count}</span>}
            </span>
            {key !== REST && (
              <span className={css.track} aria-hidden="true">
                <span className={css.fill} style={{ inlineSize: share(value) }} />
                {before !== null && <span className={css.before} style={{ inlineSize: share(before) }} />}
              </span>
            )}
            {difference && <span className={css.difference}>{difference}</span>}
          </li>
        )
      })}
    </ul>
  )
}
