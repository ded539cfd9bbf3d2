import { useState } from 'react'
import { send } from '../../../platform/client/transport.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { CodeField } from '../codes/code-field.tsx'
import css from '../dialog/login-dialog.module.css'
import { LoginFormBox, useLoginForm } from '../dialog/login-form.tsx'
import { userCode4StepUp, userStepUp, userStepUpWays } from '../../customers/profile-contract.ts'

/** After a long absence: asks for a code to the phone and one more proof, since the number may belong to somebody else by now. */
export default function StepUpDialog({ onEnd }: { onEnd: (proved: boolean) => void }) {
  const ways = useCall(userStepUpWays, {})
  return (
    <Dialog open onClose={() => onEnd(false)} title="验证身份" size="s">
      <Loaded of={ways}>
        {({ phone, password, email }) =>
          password || email ? (
            <ProofForm phone={phone} password={password} email={email} onProved={() => onEnd(true)} />
          ) : (
            <p>您已较长时间没有登录，且没有可用的第二种验证方式。请联系客户经理核实身份。</p>
          )
        }
      </Loaded>
    </Dialog>
  )
}

interface ProofFormProps {
  phone: string
  password: boolean
  email: string
  onProved: () => void
}

function ProofForm({ phone, password, email, onProved }: ProofFormProps) {
  const [byMail, setByMail] = useState(!password)
  const form = useLoginForm({
    initial: { code: '', password: '', mailCode: '' },
    check: (values) => {
      if (values.code.trim() === '') return { field: 'code', message: '[验证码]不能为空' }
      if (byMail && values.mailCode.trim() === '') return { field: 'mailCode', message: '[邮箱验证码]不能为空' }
      return !byMail && values.password === '' ? { field: 'password', message: '[密码]不能为空' } : undefined
    },
    submit: async ({ code, password, mailCode }) => {
      await send(userStepUp, { code: code.trim(), ...(byMail ? { mailCode: mailCode.trim() } : { password }) })
      onProved()
    },
  })
  return (
    <LoginFormBox form={form} label="验证身份">
      <p className={css.note}>
        您已较长时间没有登录。为防止号码易主后他人使用您的账号，继续之前请验证手机 {phone}
        {byMail ? `和邮箱 ${email}` : '和登录密码'}。
      </p>
      <CodeField
        form={form}
        clock="stepUp"
        label="短信验证码"
        fault={undefined}
        request={() => send(userCode4StepUp, { to: 'phone' })}
      />
      {byMail ? (
        <CodeField
          form={form}
          name="mailCode"
          clock="stepUp.mail"
          label="邮箱验证码"
          fault={undefined}
          request={() => send(userCode4StepUp, { to: 'email' })}
        />
      ) : (
        <Field label="登录密码" of={form.at('password')}>
          <TextInput type="password" autoComplete="current-password" />
        </Field>
      )}
      <Button type="submit" variant="primary" wide busy={form.busy}>
        验证并继续
      </Button>
      {password && email !== '' && (
        <p className={css.others}>
          <Button variant="quiet" size="s" onClick={() => setByMail(!byMail)}>
            {byMail ? '改用登录密码' : '忘记密码？改用邮箱验证码'}
          </Button>
        </p>
      )}
    </LoginFormBox>
  )
}
