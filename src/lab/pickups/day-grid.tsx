import { useId } from 'react'
import { useFieldLink } from '../../ui/inputs/field.tsx'
import css from './day-grid.module.css'
import type { PickupDay } from './rules.ts'

/** The days as native radio buttons: arrow keys move over open days, and a closed day says why. Put it in `<Field as="group">`. */
export function DayGrid({
  days,
  value,
  onValue,
}: {
  days: readonly PickupDay[]
  value: string
  onValue: (date: string) => void
}) {
  const name = useId()
  const link = useFieldLink()
  return (
    <div role="radiogroup" aria-labelledby={link?.labelId} aria-describedby={link?.describedBy} className={css.days}>
      {days.map(({ date, weekday, open, reason, slots }) => (
        <label key={date} className={css.day}>
          <input
            type="radio"
            name={name}
            value={date}
            checked={value === date}
            disabled={!open}
            onChange={() => onValue(date)}
            className={css.box}
          />
          <span className="num">
            {Number(date.slice(5, 7))}月{Number(date.slice(8, 10))}日
          </span>
          <span className={css.note}>{weekday}</span>
          <span className={css.note}>{open ? `余 ${leftOf(slots)}` : reason}</span>
        </label>
      ))}
    </div>
  )
}

function leftOf(slots: PickupDay['slots']): number {
  return slots.reduce((sum, { left }) => sum + left, 0)
}
