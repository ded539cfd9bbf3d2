import { type ComponentProps, type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react'
import type { z } from 'zod'
import { cx } from './class-names.ts'
import type { FieldState } from './field.tsx'
import css from './form.module.css'
import {
  errorsOf,
  type FormErrors,
  refusalErrors,
  valueAt,
  withoutEmptyOptionals,
  withoutErrorAt,
  withValueAt,
} from './form-state.ts'
import { Icon } from './icon.tsx'

export type ZodFormOptions<S extends z.ZodObject> = {
  /** The call's own `input`: browser and server hold the same rules. */
  schema: S
  initial?: Partial<z.input<S>>
  /** Gets what the schema made of the values. A rejection is shown inline and everything typed stays. */
  onSubmit: (input: z.output<S>) => unknown
}

type Path<S extends z.ZodObject> = (keyof z.input<S> & string) | `${keyof z.input<S> & string}.${string}`

export type ZodForm<S extends z.ZodObject = z.ZodObject> = {
  values: Partial<z.input<S>>
  errors: FormErrors
  /** What concerns the whole form, such as a refusal of the server. */
  formError?: string
  busy: boolean
  /** Something was changed since the start or the last success. */
  dirty: boolean
  set: (path: Path<S>, value: unknown) => void
  /** Several at once, such as the parts of a chosen address. */
  merge: (values: Partial<z.input<S>>) => void
  reset: (values?: Partial<z.input<S>>) => void
  /** For `<Field of={form.at('phone')}>`. */
  at: (path: Path<S>) => FieldState
  submit: (event?: SubmitEvent | { preventDefault(): void }) => Promise<void>
  formRef: RefObject<HTMLFormElement | null>
}

export function useZodForm<S extends z.ZodObject>({ schema, initial = {}, onSubmit }: ZodFormOptions<S>): ZodForm<S> {
  type Values = Partial<z.input<S>>
  const formRef = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>(initial)
  const [errors, setErrors] = useState<FormErrors>({})
  const [busy, setBusy] = useState(false)
  const [dirty, setDirty] = useState(false)
  // Typing can outrun a render, and a second click can arrive before `busy` is drawn.
  const latest = useRef(values)
  const sending = useRef(false)

  const keep = (next: Values, changed = true) => {
    latest.current = next
    setValues(next)
    setDirty(changed)
  }
  const check = () => schema.safeParse(withoutEmptyOptionals(schema, latest.current))
  const fail = (found: FormErrors) => {
    setErrors(withUnseen(formRef.current, found))
    focusFirst(formRef.current, found)
  }
  const set = (path: string, value: unknown) => {
    keep(withValueAt(latest.current, path, value))
    setErrors((before) => (Object.keys(before).length ? withoutErrorAt(before, path) : before))
  }
  /** On leaving a field only that field is judged, and only if something stands in it. */
  const leave = (path: string) => {
    const value = valueAt(latest.current, path)
    if (value === undefined || value === '') return
    const message = errorsOf(check().error?.issues ?? [])[path]
    if (message) setErrors((before) => ({ ...before, [path]: message }))
  }

  const submit: ZodForm<S>['submit'] = async (event) => {
    event?.preventDefault()
    if (sending.current) return
    const result = check()
    if (!result.success) return fail(errorsOf(result.error.issues))
    sending.current = true
    setBusy(true)
    setErrors({})
    try {
      await onSubmit(result.data as z.output<S>)
      setDirty(false)
    } catch (cause) {
      fail(refusalErrors(cause))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    values,
    errors,
    formError: errors[''],
    busy,
    dirty,
    formRef,
    submit,
    set,
    merge: (more) => keep({ ...latest.current, ...more }),
    reset: (next = initial) => {
      keep(next, false)
      setErrors({})
    },
    at: (name) => ({
      name,
      value: valueAt(values, name),
      error: errors[name],
      set: (value) => set(name, value),
      leave: () => leave(name),
    }),
  }
}

/** A value without a field on this screen can still be wrong: its message then stands above the form. */
function withUnseen(form: HTMLFormElement | null, errors: FormErrors): FormErrors {
  const fields = new Set([...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].map((at) => at.dataset.field))
  const unseen = Object.keys(errors).find((path) => path !== '' && !fields.has(path))
  return unseen === undefined || errors[''] ? errors : { ...errors, '': errors[unseen] ?? '' }
}

/** In the order of the page, so that the eye and the focus start at the top. */
function focusFirst(form: HTMLFormElement | null, errors: FormErrors): void {
  const field = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find(
    (at) => errors[at.dataset.field ?? ''],
  )
  const target = field?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]')
  requestAnimationFrame(() => {
    if (target) target.focus()
    else form?.querySelector<HTMLElement>('[data-refusal]')?.focus()
  })
}

export type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  form: ZodForm<never> | ZodForm
  children: ReactNode
}

/** Posts by default: before JavaScript a native submit must not put what was typed into the address. */
export function Form({ form, children, className, ...rest }: FormProps) {
  const { formRef } = form
  return (
    <form
      method="post"
      noValidate
      {...rest}
      ref={formRef}
      onSubmit={(event) => void form.submit(event)}
      aria-busy={form.busy || undefined}
      className={cx(css.form, className)}
    >
      <FormError form={form} />
      {children}
    </form>
  )
}

/** The refusal, and errors whose field is not on this screen: none may go unseen. */
function FormError({ form }: { form: ZodForm<never> | ZodForm }) {
  const text = form.formError
  if (!text) return null
  return (
    <div role="alert" tabIndex={-1} data-refusal className={css.refusal}>
      <Icon name="alert" size={18} />
      {text}
    </div>
  )
}

/** Fields side by side where there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
