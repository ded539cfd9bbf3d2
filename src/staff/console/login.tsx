import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { internalPath } from '../../platform/client/internal-path.ts'
import { writeSession } from '../../platform/client/session.ts'
import { send } from '../../platform/client/transport.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useZodForm } from '../../ui/form.tsx'
import { TextInput } from '../../ui/input.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { staffLogin } from '../contract.ts'
import css from './login.module.css'

export const meta = () => [{ title: '员工登录 · 明析科测' }, { name: 'robots', content: 'noindex' }]

export default function StaffLoginPage() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [capsLock, setCapsLock] = useState(false)
  const form = useZodForm({
    schema: staffLogin.input,
    initial: { account: '', password: '' },
    onSubmit: async (input) => {
      const tokens = await send(staffLogin, input)
      writeSession('staff', { access: tokens.token, refresh: tokens.refreshToken, expires: tokens.expires })
      const wanted = internalPath(query.get('return'))
      await navigate(wanted?.startsWith('/console') ? wanted : '/console', { replace: true })
    },
  })
  return (
    <main data-density="compact" className={css.page}>
      <div className={css.box}>
        <h1>员工登录</h1>
        <Card>
          <Form form={form} aria-label="员工登录">
            <Field label="账号" of={form.at('account')}>
              <TextInput autoComplete="username" autoCapitalize="none" spellCheck={false} />
            </Field>
            <Field label="密码" of={form.at('password')} hint={capsLock ? '大写锁定已打开' : undefined}>
              <TextInput
                type="password"
                autoComplete="current-password"
                onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
              />
            </Field>
            <Button type="submit" variant="primary" wide busy={form.busy}>
              登录
            </Button>
          </Form>
        </Card>
        <SmartLink to="/">返回网站首页</SmartLink>
      </div>
    </main>
  )
}
