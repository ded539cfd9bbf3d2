import { useEffect, useState } from 'react'
import { send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { SmsCodeField } from '../codes/code-field.tsx'
import { ConsentBox, useAgreement } from '../consent/consent-box.tsx'
import { inviterCheck, reset, sign } from '../contract.ts'
import { forgetInviter } from './kept-inviter.ts'
import css from './login-dialog.module.css'
import { type LoginForm, LoginFormBox, useLoginForm, useTypedPhone } from './login-form.tsx'
import { SHORTEST_PASSWORD } from '../../customers/password-rules.ts'
import { type RegisterValues, registerFault } from '../sign-in-rules.ts'
import { plainPhone } from '../../customers/contact-rules.ts'

const empty: RegisterValues = { phone: '', code: '', password: '', confirm: '' }

export interface RegisterViewProps {
  /** A phone that another view of the dialog knows already. */
  phone?: string
  onPhone?: (phone: string) => void
  inviterCode?: string
  /** The WeChat identity to bind to the new account. */
  bindToken?: string
  /** Opens the sign-in view with the phone filled in. */
  onDone: (phone: string) => void
  onBack: () => void
}

export function RegisterView({ phone = '', onPhone, inviterCode, bindToken, onDone, onBack }: RegisterViewProps) {
  const [agreed, setAgreed] = useState(false)
  const agreement = useAgreement()
  const form = useLoginForm({
    initial: { ...empty, phone },
    check: registerFault,
    submit: async (values) => {
      const agreementVersion = agreement.ticked(agreed)
      const account = plainPhone(values.phone)
      await send(sign, {
        phone: account,
        code: values.code.trim(),
        password: values.password,
        agreementVersion,
        inviterCode: inviterCode || undefined,
        bindToken: bindToken || undefined,
      }).catch((error: unknown) => agreement.renew(error, () => setAgreed(false)))
      forgetInviter()
      onDone(account)
    },
  })
  useTypedPhone(form.values.phone, onPhone)
  return (
    <LoginFormBox form={form} label="注册">
      {inviterCode && <Invitation code={inviterCode} />}
      <PhoneAndPasswords form={form} useFor={0} />
      <ConsentBox value={agreed} onValue={setAgreed} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        注册
      </Button>
      {!bindToken && <Back onBack={onBack} text="已有账号，去登录" />}
    </LoginFormBox>
  )
}

/** Shows whether the invite code is valid; while the server cannot be reached, only the code. */
function Invitation({ code }: { code: string }) {
  const [valid, setValid] = useState<boolean>()
  useEffect(() => {
    const asking = new AbortController()
    send(inviterCheck, { code }, { signal: asking.signal }).then(
      (answer) => setValid(answer.valid),
      () => undefined,
    )
    return () => asking.abort()
  }, [code])
  return (
    <p className={css.note} role="status">
      {valid === undefined && `邀请码 ${code}`}
      {valid === true && `您正在通过好友邀请注册（邀请码 ${code}）。`}
      {valid === false && `邀请码 ${code} 无效，请向好友核对链接；不影响注册。`}
    </p>
  )
}

export function ResetView({
  phone = '',
  onPhone,
  onDone,
  onBack,
}: Omit<RegisterViewProps, 'inviterCode' | 'bindToken'>) {
  const form = useLoginForm({
    initial: { ...empty, phone },
    check: registerFault,
    submit: async (values) => {
      const account = plainPhone(values.phone)
      await send(reset, { account, code: values.code.trim(), password: values.password })
      onDone(account)
    },
  })
  useTypedPhone(form.values.phone, onPhone)
  return (
    <LoginFormBox form={form} label="重置密码">
      <PhoneAndPasswords form={form} useFor={1} />
      <p className={css.note}>重置后，所有设备需要重新登录。</p>
      <Button type="submit" variant="primary" wide busy={form.busy}>
        重置密码
      </Button>
      <Back onBack={onBack} text="返回登录" />
    </LoginFormBox>
  )
}

function PhoneAndPasswords({ form, useFor }: { form: LoginForm<RegisterValues>; useFor: 0 | 1 }) {
  return (
    <>
      <Field label="手机号" of={form.at('phone')}>
        <TextInput type="tel" inputMode="tel" autoComplete="username" />
      </Field>
      <SmsCodeField form={form} useFor={useFor} />
      <Field
        label={useFor === 0 ? '密码' : '新密码'}
        of={form.at('password')}
        hint={`至少${SHORTEST_PASSWORD}位，避免常见密码`}
      >
        <TextInput type="password" autoComplete="new-password" />
      </Field>
      <Field label="确认密码" of={form.at('confirm')}>
        <TextInput type="password" autoComplete="new-password" />
      </Field>
    </>
  )
}

function Back({ onBack, text }: { onBack: () => void; text: string }) {
  return (
    <p className={css.others}>
      <Button variant="quiet" size="s" icon="chevron-left" onClick={onBack}>
        {text}
      </Button>
    </p>
  )
}
