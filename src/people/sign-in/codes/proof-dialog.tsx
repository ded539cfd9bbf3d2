import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { LoginFormBox, useLoginForm } from '../dialog/login-form.tsx'
import { CodeField } from './code-field.tsx'

export interface ProofDialogProps {
  title: string
  phone: string
  label: string
  danger?: boolean
  /** Offers the password beside the code; the one named is asked for first. */
  orPassword?: 'codeFirst' | 'passwordFirst'
  /** The countdown of the code, and the call that sends it. */
  clock: string
  request: () => Promise<unknown>
  onProved: (proof: { code?: string; password?: string }) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Asks a person who is signed in for a code to the own phone, or for the password, before something that a session alone may not do. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, phone, label, danger, orPassword, clock, request, onProved, onClose, children } = props
  const [byPassword, setByPassword] = useState(orPassword === 'passwordFirst')
  const form = useLoginForm({
    initial: { code: '', password: '' },
    check: ({ code, password }) => {
      if (byPassword) return password === '' ? { field: 'password', message: '[密码]不能为空' } : undefined
      return code.trim() === '' ? { field: 'code', message: '[验证码]不能为空' } : undefined
    },
    submit: async ({ code, password }) => {
      await onProved(byPassword ? { password } : { code: code.trim() })
      onClose()
    },
  })
  const otherWay = orPassword === 'passwordFirst' ? '没有密码？改用短信验证码' : '改用短信验证码'
  return (
    <Dialog open onClose={onClose} title={title} size="s">
      <LoginFormBox form={form} label={`${title}：${phone}`}>
        <p>{children}</p>
        {byPassword ? (
          <Field label="登录密码" of={form.at('password')}>
            <TextInput type="password" autoComplete="current-password" />
          </Field>
        ) : (
          <CodeField form={form} clock={clock} fault={undefined} request={request} />
        )}
        <Button type="submit" variant={danger ? 'danger' : 'primary'} wide busy={form.busy}>
          {label}
        </Button>
        {orPassword && (
          <Button variant="quiet" size="s" onClick={() => setByPassword(!byPassword)}>
            {byPassword ? otherWay : orPassword === 'codeFirst' ? '收不到短信？改用登录密码' : '改用登录密码'}
          </Button>
        )}
      </LoginFormBox>
    </Dialog>
  )
}
