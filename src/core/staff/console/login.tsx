import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { internalPath } from '../../../platform/contract/internal-path.ts'
import { QueryScope } from '../../../platform/client/query-scope.tsx'
import { forgetMember } from '../known-member.ts'
import { leftText } from '../left-rules.ts'
import { writeSession } from '../../../platform/client/session.ts'
import { send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, useZodForm } from '../../../ui/inputs/form.tsx'
import { useFocusOnChange } from '../../../ui/feedback/use-focus-on-change.ts'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { useConsoleTheme } from '../../../ui/shell/console-theme.ts'
import { type SignInStepWire, staffLogin, staffLoginCode, staffLoginConfirm, staffLoginEnrol } from '../contract.ts'
import { EnrolForm } from '../../second-factor/enrol-form.tsx'
import { FirstPasswordForm } from '../first-password-form.tsx'
import { RecoveryCodes } from '../../second-factor/recovery-codes.tsx'
import css from './login.module.css'

export const meta = () => [{ title: '员工登录 · 明析科测' }, { name: 'robots', content: 'noindex' }]

type Step = SignInStepWire | { next: 'account' }
const titles: Record<Step['next'], string> = {
  account: '员工登录',
  code: '动态验证码',
  password: '设置新密码',
  enrol: '绑定动态验证码',
  done: '保存恢复码',
}

/** One step at a time, as the server asks: account and password, then the code of the app; at the first sign-in both are set up. */
export default function StaffLoginPage() {
  useConsoleTheme()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const left = leftText(useLocation().state)
  const [step, setStep] = useState<Step>({ next: 'account' })
  // Said to a screen reader, and by keyboard the next step is typed at once.
  const panel = useFocusOnChange(step.next)
  const enter = (done: SignInStepWire & { next: 'done' }) => {
    forgetMember()
    writeSession('staff', { access: done.token, refresh: done.refreshToken, expires: done.expires })
    const wanted = internalPath(query.get('return'))
    return navigate(wanted?.startsWith('/console') ? wanted : '/console', {
      replace: true,
      // Without a wanted page, the console opens the last one of this person.
      state: { signedIn: wanted === undefined },
    })
  }
  const goOn = async (next: SignInStepWire) => {
    // Recovery codes are shown once: the person continues after saving them.
    if (next.next === 'done' && !next.recoveryCodes) await enter(next)
    else setStep(next)
  }
  return (
    <main data-density="compact" className={css.page}>
      <div className={css.box} ref={panel} tabIndex={-1}>
        <h1>{titles[step.next]}</h1>
        {left && step.next === 'account' && <p role="status">{left}</p>}
        <Card>
          {step.next === 'account' && <AccountForm onDone={goOn} />}
          {step.next === 'code' && <CodeForm ticket={step.ticket} onDone={goOn} />}
          {step.next === 'password' && <FirstPasswordForm ticket={step.ticket} onDone={goOn} />}
          {step.next === 'enrol' && (
            // Rendered outside the console's layout, which provides the query scope.
            <QueryScope>
              <EnrolForm
                begin={() => send(staffLoginEnrol, { ticket: step.ticket })}
                finish={async (code) => goOn(await send(staffLoginConfirm, { ticket: step.ticket, code }))}
              />
            </QueryScope>
          )}
          {step.next === 'done' && (
            <RecoveryCodes codes={step.recoveryCodes ?? []} doneLabel="进入工作台" onDone={() => void enter(step)} />
          )}
        </Card>
        {step.next === 'account' ? (
          <>
            <p>忘记密码或丢失验证器时，请联系管理员在“员工与角色”里重置。</p>
            <SmartLink to="/">返回网站首页</SmartLink>
          </>
        ) : (
          step.next !== 'done' && (
            <Button variant="quiet" onClick={() => setStep({ next: 'account' })}>
              重新登录
            </Button>
          )
        )}
      </div>
    </main>
  )
}

type OnDone = (next: SignInStepWire) => Promise<void>

function AccountForm({ onDone }: { onDone: OnDone }) {
  const [capsLock, setCapsLock] = useState(false)
  const form = useZodForm({
    schema: staffLogin.input,
    initial: { account: '', password: '' },
    onSubmit: async (input) => onDone(await send(staffLogin, input)),
  })
  return (
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
  )
}

function CodeForm({ ticket, onDone }: { ticket: string; onDone: OnDone }) {
  const form = useZodForm({
    schema: staffLoginCode.input.pick({ code: true }),
    initial: { code: '' },
    onSubmit: async ({ code }) => onDone(await send(staffLoginCode, { ticket, code })),
  })
  return (
    <Form form={form} aria-label="动态验证码">
      <Field
        label="验证码"
        of={form.at('code')}
        hint="验证器应用中的6位数字；手机不在身边时可输入一个恢复码，恢复码也没有时请联系管理员重置"
      >
        <TextInput autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} />
      </Field>
      <Button type="submit" variant="primary" wide busy={form.busy}>
        验证并登录
      </Button>
    </Form>
  )
}
