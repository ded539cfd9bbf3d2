import { lazy, type KeyboardEvent, type MouseEvent, Suspense, useState } from 'react'
import { send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { SmsCodeField } from '../codes/code-field.tsx'
import { login, loginForCode, type Tokens } from '../contract.ts'
import css from './login-dialog.module.css'
import { LoginFormBox, useLoginForm, useTypedPhone } from './login-form.tsx'
import { codeSignInFault, passwordSignInFault } from '../sign-in-rules.ts'
import { plainPhone } from '../../customers/contact-rules.ts'

// Loaded on demand: the QR code is larger than the rest of the dialog, and most people type.
const WechatPanel = lazy(() => import('../wechat/wechat-panel.tsx'))

export interface SignInViewProps {
  /** A phone that another view of the dialog knows already. */
  phone: string
  onPhone: (phone: string) => void
  onTokens: (tokens: Tokens) => void
  onView: (view: 'register' | 'reset') => void
  onBind: (bindToken: string) => void
}

export function SignInView({ phone, onPhone, onTokens, onView, onBind }: SignInViewProps) {
  const [tab, setTab] = useState('password')
  return (
    <>
      <Tabs
        label="登录方式"
        current={tab}
        onChange={setTab}
        tabs={[
          { id: 'password', label: '密码登录', content: <PasswordForm {...{ phone, onPhone, onTokens }} /> },
          { id: 'sms', label: '验证码登录', content: <SmsForm {...{ phone, onPhone, onTokens }} /> },
          {
            id: 'wechat',
            label: '微信扫码',
            // The QR code is requested and polled only while its tab is open.
            content: tab === 'wechat' && (
              <Suspense fallback={<Skeleton lines={1} height={216} />}>
                <WechatPanel onTokens={onTokens} onBind={onBind} />
              </Suspense>
            ),
          },
        ]}
      />
      <p className={css.others}>
        <Button variant="quiet" size="s" onClick={() => onView('register')}>
          注册账号
        </Button>
        <Button variant="quiet" size="s" onClick={() => onView('reset')}>
          忘记密码
        </Button>
      </p>
    </>
  )
}

type TabProps = Pick<SignInViewProps, 'phone' | 'onPhone' | 'onTokens'>

function PasswordForm({ phone, onPhone, onTokens }: TabProps) {
  const [remember, setRemember] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const form = useLoginForm({
    initial: { account: phone, password: '' },
    check: passwordSignInFault,
    submit: async ({ account, password }) => onTokens(await send(login, { account, password, remember })),
  })
  useTypedPhone(form.values.account, onPhone)
  const watchCapsLock = (event: KeyboardEvent<HTMLInputElement> | MouseEvent<HTMLInputElement>) =>
    setCapsLock(event.getModifierState('CapsLock'))
  return (
    <LoginFormBox form={form} label="密码登录">
      <Field label="用户名/手机号" of={form.at('account')}>
        <TextInput autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="密码" of={form.at('password')} hint={capsLock ? '大写锁定已打开' : undefined}>
        <TextInput type="password" autoComplete="current-password" onKeyUp={watchCapsLock} onMouseUp={watchCapsLock} />
      </Field>
      <RememberBox value={remember} onValue={setRemember} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        登录
      </Button>
    </LoginFormBox>
  )
}

function SmsForm({ phone, onPhone, onTokens }: TabProps) {
  const [remember, setRemember] = useState(false)
  const form = useLoginForm({
    initial: { phone, code: '' },
    check: codeSignInFault,
    submit: async (values) =>
      onTokens(await send(loginForCode, { phone: plainPhone(values.phone), code: values.code.trim(), remember })),
  })
  useTypedPhone(form.values.phone, onPhone)
  return (
    <LoginFormBox form={form} label="验证码登录">
      <Field label="手机号" of={form.at('phone')}>
        <TextInput type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <SmsCodeField form={form} useFor={3} />
      <RememberBox value={remember} onValue={setRemember} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        登录
      </Button>
    </LoginFormBox>
  )
}

/** The password is not stored: the sign-in lasts a month instead of a day. */
function RememberBox({ value, onValue }: { value: boolean; onValue: (on: boolean) => void }) {
  return (
    <Checkbox
      value={value}
      onValue={onValue}
      note={value ? '此设备将保持登录30天。请勿在公用设备上开启！' : '请勿在公用设备上开启'}
    >
      记住密码
    </Checkbox>
  )
}
