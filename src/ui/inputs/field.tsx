import { createContext, type ReactNode, use, useId } from 'react'
import { cx } from '../text/class-names.ts'
import css from './field.module.css'
import { Icon } from '../text/icon.tsx'

/** One value of a form, from `form.at('phone')`; the control inside a Field reads and writes it. */
export type FieldState = {
  name: string
  value: unknown
  error?: string
  set: (value: unknown) => void
  /** Called when the control loses focus; validates this value. */
  leave?: () => void
}

export type ControlLink = {
  /** Absent in a group, whose controls would share it. */
  id?: string
  labelId: string
  describedBy?: string
  invalid: boolean
  required: boolean
  state?: FieldState
}

const ControlContext = createContext<ControlLink | null>(null)

/** What the surrounding Field provides for a control; null outside a Field. */
export const useFieldLink = () => use(ControlContext)

export type FieldProps = {
  label: ReactNode
  /** From `form.at(name)`: gives the control its name, value and error. */
  of?: FieldState
  hint?: ReactNode
  error?: string
  required?: boolean
  /** `group` for several controls under one label (radio buttons, three region selects): a fieldset with a legend. */
  as?: 'control' | 'group'
  /** `side` puts the label at the left, right-aligned in 6 em, from 640 px up: for short forms. */
  layout?: 'top' | 'side'
  /** Keep the label for screen readers only. */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

export function Field({
  label,
  of,
  hint,
  error = of?.error,
  required = false,
  as = 'control',
  layout,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const group = as === 'group'
  const ids = { control: `${id}c`, label: `${id}l`, hint: `${id}h`, error: `${id}e` }
  const describedBy = [hint && ids.hint, error && ids.error].filter(Boolean).join(' ') || undefined
  const link: ControlLink = {
    ...(group ? {} : { id: ids.control }),
    labelId: ids.label,
    describedBy,
    invalid: Boolean(error),
    required,
    state: of,
  }
  const text = (
    <>
      {label}
      {required && <span className={css.required}>* 必填</span>}
    </>
  )
  const labelClass = cx(css.label, hideLabel && 'visually-hidden')
  const below = (
    <>
      {hint && (
        <p id={ids.hint} className={css.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className={css.error}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
    </>
  )
  return (
    <div
      className={cx(css.field, layout === 'side' && css.side, className)}
      data-field={of?.name}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? ids.label : undefined}
      aria-describedby={group ? describedBy : undefined}
    >
      {group ? (
        <span id={ids.label} className={labelClass}>
          {text}
        </span>
      ) : (
        <label id={ids.label} htmlFor={ids.control} className={labelClass}>
          {text}
        </label>
      )}
      <ControlContext value={link}>{children}</ControlContext>
      {below}
    </div>
  )
}
