import { type KeyboardEvent, useState } from 'react'
import css from './element-picker.module.css'
import { type Element, elementName, elements, gridPlace, neighbour } from './elements.ts'

export type ElementPickerProps = {
  /** Symbols, in the order they were chosen. */
  value: readonly string[]
  onValue: (symbols: string[]) => void
  label: string
  max?: number
  /** Elements the method cannot measure. */
  unavailable?: readonly string[]
}

/** The periodic table as a grid of toggle buttons: one Tab stop, arrows move, space or Enter chooses. */
export function ElementPicker({ value, onValue, label, max = Infinity, unavailable = [] }: ElementPickerProps) {
  const [current, setCurrent] = useState(() => elements.find((element) => element.symbol === value[0])?.number ?? 1)
  const toggle = (symbol: string) => {
    if (value.includes(symbol)) onValue(value.filter((other) => other !== symbol))
    else if (value.length < max && !unavailable.includes(symbol)) onValue([...value, symbol])
  }
  // Start from the focused cell, because the focus may have moved before hydration.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, number: number) => {
    const next = neighbour(number, event.key)
    if (!next) return
    event.preventDefault()
    setCurrent(next.number)
    event.currentTarget.closest('[role=group]')?.querySelectorAll('button')[next.number - 1]?.focus()
  }
  const cell = (element: Element) => {
    const { number, symbol, name } = element
    const on = value.includes(symbol)
    return (
      <button
        key={symbol}
        type="button"
        aria-pressed={on}
        aria-disabled={(!on && (value.length >= max || unavailable.includes(symbol))) || undefined}
        tabIndex={number === current ? 0 : -1}
        onFocus={() => setCurrent(number)}
        onKeyDown={(event) => onKeyDown(event, number)}
        onClick={() => toggle(symbol)}
        style={gridPlace(element)}
      >
        {/* A single text and no class keep the 118 cells small: React separates two texts by a comment. */}
        {`${symbol} `}
        <span>{name}</span>
      </button>
    )
  }
  return (
    <div>
      <div role="group" aria-label={label} className={css.scroll}>
        <div className={css.grid}>{elements.map(cell)}</div>
      </div>
      <p role="status" className={css.chosen}>
        {value.length
          ? `已选 ${value.length} 个：${value.map((symbol) => `${symbol} ${elementName(symbol)}`).join('、')}`
          : '尚未选择元素'}
        {Number.isFinite(max) && `（最多 ${max} 个）`}
      </p>
    </div>
  )
}
