import { useEffect, useState } from 'react'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { RESEND_SECONDS } from './code-rules.ts'
import { code4sms } from '../contract.ts'
import css from '../dialog/login-dialog.module.css'
import type { LoginForm } from '../dialog/login-form.tsx'
import type { OpenCodePurpose } from '../../customers/rules.ts'
import type { FormFault } from '../sign-in-rules.ts'
import { phoneFault, plainPhone } from '../../customers/contact-rules.ts'

/** The code for registration, reset and sign-in, sent to the phone in the form. */
export function SmsCodeField<T extends { phone: string; code: string }>({
  form,
  useFor,
}: {
  form: LoginForm<T>
  useFor: OpenCodePurpose
}) {
  const { phone } = form.values
  const fault = phoneFault(phone)
  return (
    <CodeField
      form={form}
      clock={String(useFor)}
      fault={fault ? { field: 'phone', message: fault } : undefined}
      request={() => send(code4sms, { phone: plainPhone(phone), useFor })}
    />
  )
}

export interface CodeFieldProps<T> {
  form: LoginForm<T>
  /** Buttons with the same name share one countdown. */
  clock: string
  /** Why no code can be requested yet, such as a missing phone. */
  fault: FormFault<T> | undefined
  request: () => Promise<unknown>
  label?: string
  /** The field of the form that holds the code. */
  name?: keyof T & string
}

/** The code field with its button: 获取验证码, then a countdown of one minute that continues when the dialog is closed. */
export function CodeField<T extends { code: string }>({
  form,
  clock,
  fault,
  request,
  label = '验证码',
  name = 'code',
}: CodeFieldProps<T>) {
  const { left, start } = useResendCountdown(clock)
  const [sending, setSending] = useState(false)
  const [said, setSaid] = useState('')
  useEffect(() => {
    // Announces the end of the countdown to screen readers, not each second.
    if (left === 0) setSaid((before) => (before === '' ? '' : '可以重新获取验证码了'))
  }, [left])
  const ask = async () => {
    if (fault) return form.blame(fault)
    form.fail(undefined)
    setSending(true)
    try {
      await request()
      start()
      setSaid('验证码已发送，5分钟内有效')
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      form.fail(cause.message)
    } finally {
      setSending(false)
    }
  }
  return (
    <Field label={label} of={form.at(name)}>
      <span className={css.code}>
        <TextInput inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
        <Button
          busy={sending}
          aria-disabled={left > 0 || undefined}
          onClick={() => void ask()}
          className={css.codeButton}
        >
          {left > 0 ? `${left} S后重新获取` : '获取验证码'}
        </Button>
      </span>
      <span role="status" className={left > 0 ? css.sent : 'visually-hidden'}>
        {said}
      </span>
    </Field>
  )
}

/** Stores the deadline, not the seconds left: a reopened dialog or a suspended tab shows the correct rest. */
function useResendCountdown(clock: string): { left: number; start: () => void } {
  const key = `mingxi.code.${clock}`
  const [left, setLeft] = useState(() => secondsLeft(key))
  const running = left > 0
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setLeft(secondsLeft(key)), 250)
    return () => clearInterval(timer)
  }, [running, key])
  const start = () => {
    sessionStorage.setItem(key, String(Date.now() + RESEND_SECONDS * 1000))
    setLeft(RESEND_SECONDS)
  }
  return { left, start }
}

function secondsLeft(key: string): number {
  const until = Number(sessionStorage.getItem(key) ?? 0)
  return Math.min(RESEND_SECONDS, Math.max(0, Math.ceil((until - Date.now()) / 1000)))
}
