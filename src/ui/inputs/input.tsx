import { type ComponentProps, type CSSProperties, type ReactNode, useState } from 'react'
import { cx } from '../text/class-names.ts'
import { useControl } from './control.ts'
import css from './input.module.css'
import { fenFromText, yuanText } from '../text/money-text.ts'

type Native<Tag extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Tag>, 'value' | 'size'>

export type TextInputProps = Native<'input'> & { value?: string; onValue?: (value: string) => void }

/** Also for dates, phones and passwords: `type`, `inputMode` and `autoComplete` are the native attributes. */
export function TextInput({ value, onValue, className, ...rest }: TextInputProps) {
  const control = useControl<string>({ ...rest, value, onValue })
  return (
    <input
      type="text"
      {...rest}
      {...control.attributes}
      value={control.controlled ? (control.value ?? '') : undefined}
      onChange={(event) => {
        control.set(event.target.value)
        rest.onChange?.(event)
      }}
      onBlur={(event) => {
        control.leave()
        rest.onBlur?.(event)
      }}
      className={cx(css.input, className)}
    />
  )
}

export type TextAreaProps = Native<'textarea'> & { value?: string; onValue?: (value: string) => void }

export function TextArea({ value, onValue, className, ...rest }: TextAreaProps) {
  const control = useControl<string>({ ...rest, value, onValue })
  return (
    <textarea
      rows={4}
      {...rest}
      {...control.attributes}
      value={control.controlled ? (control.value ?? '') : undefined}
      onChange={(event) => control.set(event.target.value)}
      onBlur={control.leave}
      className={cx(css.input, className)}
    />
  )
}

export type Option<V extends string | number = string | number> = {
  value: V
  label: string
  disabled?: boolean
  /** Shown under the label where there is room, for example why the option is disabled. */
  note?: ReactNode
}

export type SelectProps<V extends string | number> = Native<'select'> & {
  value?: V | null
  onValue?: (value: V) => void
  options: readonly Option<V>[]
  /** An empty first choice. */
  placeholder?: string
}

/** A select. Reports the value of the chosen option with its type: a number stays a number. */
export function Select<V extends string | number>({
  value,
  onValue,
  options,
  placeholder,
  className,
  ...rest
}: SelectProps<V>) {
  const control = useControl<V | undefined>({ ...rest, value: value ?? undefined, onValue: onValue as never })
  const controlled = control.controlled || value === null
  return (
    <select
      {...rest}
      {...control.attributes}
      value={controlled ? String(control.value ?? '') : undefined}
      onChange={(event) => {
        control.set(options.find((option) => String(option.value) === event.target.value)?.value)
        rest.onChange?.(event)
      }}
      onBlur={control.leave}
      className={cx(css.input, className)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

export type NumberInputProps = Native<'input'> & {
  value?: number | null
  onValue?: (value: number | undefined) => void
  /** The unit at the right: mg, 个, ℃. */
  unit?: string
  /**
   * Reports NaN for text that is no number, so that the schema refuses it instead of treating an optional field as empty.
   * Without it so does a control of a form; one with a handler of its own reports undefined.
   */
  refusesText?: boolean
}

/** A text input with a numeric keyboard, because a native number input changes on scroll and hides text that it cannot parse. */
export function NumberInput({
  value,
  onValue,
  unit,
  refusesText = value === undefined && onValue === undefined,
  className,
  ...rest
}: NumberInputProps) {
  return (
    <TypedText
      {...rest}
      own={value}
      onOwn={onValue}
      parse={numberFromText}
      print={String}
      unit={unit}
      refusesText={refusesText}
      className={className}
    />
  )
}

export type MoneyInputProps = Native<'input'> & { value?: number | null; onValue?: (fen: number | undefined) => void }

/** Typed in yuan, reported in integer fen. Text that is no amount is reported as NaN, or an optional limit would be taken off by a typing error. */
export function MoneyInput({ value, onValue, ...rest }: MoneyInputProps) {
  return <TypedText {...rest} own={value} onOwn={onValue} parse={fenFromText} print={yuanText} lead="¥" refusesText />
}

/** Typed in percent with at most two decimals, reported in basis points: 2.5 is 250. */
export function PercentInput({ value, onValue, ...rest }: MoneyInputProps) {
  const print = (points: number) => String(points / 100)
  return <TypedText {...rest} own={value} onOwn={onValue} parse={pointsFromText} print={print} unit="%" refusesText />
}

/** More than two decimals are no number here, so that the person sees it. */
function pointsFromText(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/[\s%]/g, '')
  return /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
}

function numberFromText(text: string): number | undefined {
  const plain = text.normalize('NFKC').replace(/[\s,]/g, '')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined
}

type TypedTextProps = Native<'input'> & {
  own?: number | null
  onOwn?: (value: number | undefined) => void
  parse: (text: string) => number | undefined
  print: (value: number) => string
  unit?: string
  lead?: string
  refusesText?: boolean
}

/** Keeps the typed text (“1.”) and reports the number; text that is no number is reported as NaN and marked as invalid. */
function TypedText({ own, onOwn, parse, print, unit, lead, refusesText, className, ...rest }: TypedTextProps) {
  const control = useControl<number | undefined>({ ...rest, value: own ?? undefined, onValue: onOwn as never })
  const [typed, setTyped] = useState<string>()
  const number = Number.isNaN(control.value) ? undefined : control.value
  const stale = typed !== undefined && typed !== '' && parse(typed) !== number
  const shown = typed === undefined || (stale && number !== undefined) ? (number == null ? '' : print(number)) : typed
  const wrong = typed !== undefined && typed.trim() !== '' && parse(typed) === undefined
  return (
    <span className={css.affix} style={unit ? ({ '--unit': unit.length } as CSSProperties) : undefined}>
      {lead && <span className={css.lead}>{lead}</span>}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        {...control.attributes}
        aria-invalid={wrong || control.attributes['aria-invalid']}
        value={control.controlled || onOwn ? shown : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          const text = event.target.value
          control.set(parse(text) ?? (refusesText && text.trim() !== '' ? Number.NaN : undefined))
        }}
        onBlur={(event) => {
          if (!wrong) setTyped(undefined)
          control.leave()
          rest.onBlur?.(event)
        }}
        className={cx(css.input, className)}
      />
      {unit && <span className={css.unit}>{unit}</span>}
    </span>
  )
}
