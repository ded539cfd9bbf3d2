import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { z } from 'zod'
import { cx } from '../text/class-names.ts'
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
import { Icon } from '../text/icon.tsx'
import { afterPress } from './press.ts'
import { TypedReport } from './typed-report.ts'

export type ZodFormOptions<S extends z.ZodObject> = {
  /** The call's own `input` schema, so that browser and server validate alike. */
  schema: S
  initial?: Partial<z.input<S>>
  /** Gets the parsed values. When it rejects, the message is shown in the form and the typed values stay. */
  onSubmit: (input: z.output<S>) => unknown
}

type Path<S extends z.ZodObject> = (keyof z.input<S> & string) | `${keyof z.input<S> & string}.${string}`

export type ZodForm<S extends z.ZodObject = z.ZodObject> = {
  values: Partial<z.input<S>>
  errors: FormErrors
  /** The message for the whole form, such as a refusal of the server. */
  formError?: string
  busy: boolean
  /** True when a value was changed since the start or since what was last submitted with success. */
  dirty: boolean
  set: (path: Path<S>, value: unknown) => void
  /** Sets several values at once, such as the parts of a chosen address. */
  merge: (values: Partial<z.input<S>>) => void
  reset: (values?: Partial<z.input<S>>) => void
  /** For `<Field of={form.at('phone')}>`. */
  at: (path: Path<S>) => FieldState
  /** Shows errors that came from elsewhere, such as a refusal to publish, at their fields. */
  showErrors: (errors: FormErrors) => void
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
  // Refs, because typing can be faster than rendering, and a second click can arrive before `busy` is rendered.
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
  /** Leaving a field validates only that field, and only when it is not empty. */
  const leave = (path: string) =>
    afterPress(() => {
      const value = valueAt(latest.current, path)
      if (value === undefined || value === '' || sending.current) return
      const message = errorsOf(check().error?.issues ?? [])[path]
      if (message) setErrors((before) => ({ ...before, [path]: message }))
    })

  const submit: ZodForm<S>['submit'] = async (event) => {
    event?.preventDefault()
    if (sending.current) return
    const result = check()
    if (!result.success) return fail(errorsOf(result.error.issues))
    sending.current = true
    setBusy(true)
    setErrors({})
    const sent = latest.current
    try {
      await onSubmit(result.data as z.output<S>)
      // What was typed while the answer was under way is not saved yet.
      if (latest.current === sent) setDirty(false)
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
    showErrors: fail,
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

/** Adds an error whose field is not on this screen to the message above the form. */
function withUnseen(form: HTMLFormElement | null, errors: FormErrors): FormErrors {
  const fields = new Set([...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].map((at) => at.dataset.field))
  const unseen = Object.keys(errors).find((path) => path !== '' && !fields.has(path))
  return unseen === undefined || errors[''] ? errors : { ...errors, '': errors[unseen] ?? '' }
}

/** Focuses the first invalid control in the order of the page. */
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

/** method="post" by default, so that a native submit before hydration does not put typed values into the address. */
export function Form({ form, children, className, ...rest }: FormProps) {
  const { formRef, dirty } = form
  const report = use(TypedReport)
  useEffect(() => {
    report?.(dirty)
    return () => report?.(false)
  }, [report, dirty])
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

/** Shows the refusal, and errors whose field is not on this screen. */
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

/** Fields side by side when there is room. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={css.row}>{children}</div>
}

export function FormActions({ children }: { children: ReactNode }) {
  return <div className={css.actions}>{children}</div>
}
