import { useState } from 'react'
import { send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { SmsCodeField } from '../codes/code-field.tsx'
import { ConsentBox, useAgreement } from '../consent/consent-box.tsx'
import { loginForCode, type Tokens } from '../contract.ts'
import css from './login-dialog.module.css'
import { LoginFormBox, useLoginForm } from './login-form.tsx'
import { RegisterView } from './register-view.tsx'
import { codeSignInFault } from '../sign-in-rules.ts'
import { plainPhone } from '../../customers/contact-rules.ts'

export interface BindViewProps {
  /** Proves the scanned WeChat identity; valid for 15 minutes. */
  bindToken: string
  inviterCode?: string
  onTokens: (tokens: Tokens) => void
  onRegistered: (phone: string) => void
  onBack: () => void
}

/** For a WeChat identity without an account: binds it to an existing account or to a new one. */
export function BindView({ bindToken, inviterCode, onTokens, onRegistered, onBack }: BindViewProps) {
  return (
    <>
      <p>微信扫码成功。请验证手机号完成绑定，以后扫码即可直接登录。</p>
      <Tabs
        label="绑定方式"
        tabs={[
          { id: 'known', label: '已有账号', content: <KnownForm bindToken={bindToken} onTokens={onTokens} /> },
          {
            id: 'new',
            label: '注册新账号',
            content: (
              <RegisterView bindToken={bindToken} inviterCode={inviterCode} onDone={onRegistered} onBack={onBack} />
            ),
          },
        ]}
      />
      <p className={css.others}>
        <Button variant="quiet" size="s" icon="chevron-left" onClick={onBack}>
          返回登录
        </Button>
      </p>
    </>
  )
}

function KnownForm({ bindToken, onTokens }: Pick<BindViewProps, 'bindToken' | 'onTokens'>) {
  const [agreed, setAgreed] = useState(false)
  const agreement = useAgreement()
  const form = useLoginForm({
    initial: { phone: '', code: '' },
    check: codeSignInFault,
    submit: async ({ phone, code }) => {
      const agreementVersion = agreement.ticked(agreed)
      const input = { phone: plainPhone(phone), code: code.trim(), bindToken, agreementVersion }
      const sent = send(loginForCode, input).catch((error: unknown) => agreement.renew(error, () => setAgreed(false)))
      onTokens(await sent)
    },
  })
  return (
    <LoginFormBox form={form} label="绑定已有账号">
      <Field label="手机号" of={form.at('phone')}>
        <TextInput type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <SmsCodeField form={form} useFor={3} />
      <ConsentBox value={agreed} onValue={setAgreed} />
      <Button type="submit" variant="primary" wide busy={form.busy}>
        绑定并登录
      </Button>
    </LoginFormBox>
  )
}
