import { type ComponentProps, type ReactNode, useId } from 'react'
import css from './choice.module.css'
import { cx } from '../text/class-names.ts'
import { useControl } from './control.ts'
import { useFieldLink } from './field.tsx'
import type { Option } from './input.tsx'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'value' | 'type' | 'children'> & {
  /** The label beside the box; without it set `aria-label`. */
  children?: ReactNode
  value?: boolean
  onValue?: (checked: boolean) => void
  /** The name in a plain form submission. */
  formValue?: string
  note?: ReactNode
}

/** A checkbox. Inside a Field it needs no label of its own. */
export function Checkbox(props: CheckboxProps) {
  return <Toggle {...props} boxClass={css.box} />
}

/** A switch, for a setting that takes effect immediately. */
export function Switch(props: CheckboxProps) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the native checkbox exposes its state
  return <Toggle {...props} role="switch" boxClass={css.switch} />
}

function Toggle({
  children,
  value,
  onValue,
  formValue,
  note,
  className,
  boxClass,
  ...rest
}: CheckboxProps & { boxClass?: string }) {
  const control = useControl<boolean>({ ...rest, value, onValue })
  const box = (
    <input
      {...rest}
      {...control.attributes}
      type="checkbox"
      value={formValue}
      checked={control.controlled ? Boolean(control.value) : rest.checked}
      onChange={(event) => {
        control.set(event.target.checked)
        rest.onChange?.(event)
      }}
      className={boxClass}
    />
  )
  if (!children) return box
  return (
    <label className={cx(css.choice, className)}>
      {box}
      <span>
        {children}
        {note && <span className={css.note}>{note}</span>}
      </span>
    </label>
  )
}

export type RadioGroupProps<V extends string | number> = {
  options: readonly Option<V>[]
  value?: V | null
  onValue?: (value: V) => void
  defaultValue?: V
  name?: string
  /** Bordered tiles with notes, for choices that determine the rest of the form. */
  cards?: boolean
  disabled?: boolean
  /** Needed when no `<Field as="group">` names the choice. */
  'aria-label'?: string
}

/** Put it in `<Field as="group">`, which labels it. */
export function RadioGroup<V extends string | number>({
  options,
  cards,
  disabled,
  defaultValue,
  ...own
}: RadioGroupProps<V>) {
  const spare = useId()
  const link = useFieldLink()
  const control = useControl<V>({ ...own, value: own.value ?? undefined })
  const label = own['aria-label']
  const controlled = control.controlled || own.value === null
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label ? undefined : link?.labelId}
      aria-describedby={control.attributes['aria-describedby']}
      aria-invalid={control.attributes['aria-invalid']}
      aria-required={control.attributes['aria-required']}
      className={cards ? css.cards : css.options}
    >
      {options.map((option) => (
        <label key={option.value} className={css.choice}>
          <input
            type="radio"
            name={control.attributes.name ?? spare}
            value={option.value}
            disabled={disabled || option.disabled}
            checked={controlled ? control.value === option.value : undefined}
            defaultChecked={controlled ? undefined : defaultValue === option.value}
            onChange={() => control.set(option.value)}
            className={css.box}
          />
          <span>
            {option.label}
            {option.note && <span className={css.note}>{option.note}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

export type CheckboxGroupProps<V extends string | number> = {
  options: readonly Option<V>[]
  value?: readonly V[]
  onValue?: (values: V[]) => void
  cards?: boolean
  name?: string
}

/** A choice of several options. Put it in `<Field as="group">`. Values are in the order of the options. */
export function CheckboxGroup<V extends string | number>({ options, cards, ...own }: CheckboxGroupProps<V>) {
  const control = useControl<V[]>({ ...own, value: own.value as V[] | undefined })
  const chosen = new Set(control.value ?? [])
  const toggle = (value: V) =>
    control.set(options.map((o) => o.value).filter((v) => (v === value ? !chosen.has(v) : chosen.has(v))))
  return (
    <div className={cards ? css.cards : css.options}>
      {options.map((option) => (
        <label key={option.value} className={css.choice}>
          <input
            type="checkbox"
            name={control.attributes.name}
            value={option.value}
            disabled={option.disabled}
            checked={control.controlled ? chosen.has(option.value) : undefined}
            onChange={() => toggle(option.value)}
            className={css.box}
          />
          <span>
            {option.label}
            {option.note && <span className={css.note}>{option.note}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
