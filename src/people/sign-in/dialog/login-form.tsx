import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../platform/client/transport.ts'
import type { FieldState } from '../../../ui/inputs/field.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import css from './login-dialog.module.css'
import { ProvingStatus } from '../step-up/proving-status.tsx'
import { type FormFault, refusalAt } from '../sign-in-rules.ts'
import { phoneFault, plainPhone } from '../../customers/contact-rules.ts'

export interface LoginForm<T> {
  values: T
  busy: boolean
  /** The server's refusal, for the alert. */
  failure: string | undefined
  at: (name: keyof T & string) => FieldState
  /** Shows a fault found outside of the form, such as a missing phone when a code is requested. */
  blame: (fault: FormFault<T>) => void
  fail: (message: string | undefined) => void
  submit: () => Promise<void>
  formRef: RefObject<HTMLFormElement | null>
}

/**
 * A form of the sign-in dialog. As the specification asks, only the first fault is shown, at its field. Refusals are shown in the alert,
 * unless they name a field of the form or `placed` has the field of their name.
 */
export function useLoginForm<T extends object>(options: {
  initial: T
  check: (values: T) => FormFault<T> | undefined
  placed?: Record<string, keyof T & string>
  submit: (values: T) => Promise<unknown>
}): LoginForm<T> {
  const formRef = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(options.initial)
  const [fault, setFault] = useState<FormFault<T>>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  const blame = (found: FormFault<T>) => {
    setFailure(undefined)
    setFault(found)
    const field = formRef.current?.elements.namedItem(found.field)
    if (field instanceof HTMLElement) field.focus()
  }
  const submit = async () => {
    if (busy) return
    setFault(undefined)
    setFailure(undefined)
    const found = options.check(values)
    if (found) return blame(found)
    setBusy(true)
    try {
      await options.submit(values)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      const at = refusalAt(cause, values, options.placed)
      if (at) blame(at)
      else setFailure(cause.message)
    } finally {
      setBusy(false)
    }
  }
  return {
    values,
    busy,
    failure,
    formRef,
    blame,
    submit,
    fail: setFailure,
    at: (name) => ({
      name,
      value: values[name],
      error: fault?.field === name ? fault.message : undefined,
      set: (value) => {
        setFault(undefined)
        setValues((before) => ({ ...before, [name]: value }))
      },
    }),
  }
}

/** Hands on a phone that was typed, so that the other views of the dialog begin with it. */
export function useTypedPhone(typed: string, onPhone: ((phone: string) => void) | undefined) {
  useEffect(() => {
    if (phoneFault(typed) === undefined) onPhone?.(plainPhone(typed))
  }, [typed, onPhone])
}

/** Submits by POST before JavaScript is loaded, so that input never appears in the URL. */
export function LoginFormBox<T>({ form, label, children }: { form: LoginForm<T>; label: string; children: ReactNode }) {
  return (
    <form
      ref={form.formRef}
      method="post"
      noValidate
      aria-label={label}
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {form.failure && (
        <p role="alert" className={css.alert}>
          <Icon name="alert" size={18} />
          {form.failure}
        </p>
      )}
      {children}
      <ProvingStatus />
    </form>
  )
}
