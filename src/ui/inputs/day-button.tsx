import { type ReactNode, useRef } from 'react'
import css from './day-button.module.css'
import { Icon } from '../text/icon.tsx'

type Props = {
  /** `YYYY-MM-DD` */
  value: string
  onValue: (value: string) => void
  label: string
  /** The day as it is read. */
  children: ReactNode
}

/** Chooses a day. A date field writes days the way the browser's language does, so it stays hidden behind our text and only opens its calendar. */
export function DayButton({ value, onValue, label, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className={css.day}>
      <button type="button" className={css.button} onClick={() => input.current?.showPicker()}>
        <span className="visually-hidden">{label}：</span>
        <span className="num">{children}</span>
        <Icon name="calendar" size={16} />
      </button>
      <input
        ref={input}
        type="date"
        required
        tabIndex={-1}
        aria-hidden="true"
        className={css.input}
        value={value}
        onChange={(event) => event.target.value && onValue(event.target.value)}
      />
    </span>
  )
}
