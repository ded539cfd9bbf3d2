import { lazy, Suspense, useState } from 'react'
import { writeSession } from '../../../platform/client/session.ts'
import type { LoginRequest } from './login-request.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useFocusOnChange } from '../../../ui/feedback/use-focus-on-change.ts'
import { BindView } from './bind-view.tsx'
import { keptInviter } from './kept-inviter.ts'
import css from './login-dialog.module.css'
import type { Tokens } from '../contract.ts'
import { RegisterView, ResetView } from './register-view.tsx'
import { SignInView } from './sign-in-view.tsx'

// Loaded late, because only wide screens show it: a phone on a slow line signs in without it.
const LoginDrawing = lazy(() => import('./login-drawing.tsx'))

const titles = { signIn: '登录', register: '注册账号', reset: '重置密码', bind: '绑定手机号' } as const

export interface LoginDialogProps {
  request: LoginRequest
  onClose: () => void
  /** Called as soon as the session is there. The second step, the agreement and the profile may be asked for after that. */
  onSignedIn: () => void
}

/** The full-screen sign-in dialog with its views. Loaded on demand, so that pages stay small. */
export default function LoginDialog({ request, onClose, onSignedIn }: LoginDialogProps) {
  const [view, setView] = useState<keyof typeof titles>(request.view)
  const [phone, setPhone] = useState('')
  const [bindToken, setBindToken] = useState('')
  const [inviterCode] = useState(() => request.inviterCode ?? keptInviter())
  const signedIn = (tokens: Tokens) => {
    writeSession('customer', { access: tokens.token, refresh: tokens.refreshToken, expires: tokens.expires })
    onSignedIn()
  }
  const back = (message: string) => (newPhone: string) => {
    setPhone(newPhone)
    setView('signIn')
    toast.success(message)
  }
  const panel = useFocusOnChange(view)
  return (
    <Dialog open onClose={onClose} title={titles[view]} size="full">
      <div className={css.frame}>
        <Promises />
        <div className={css.panel} ref={panel} tabIndex={-1}>
          {view === 'signIn' && (
            <SignInView
              phone={phone}
              onPhone={setPhone}
              onTokens={signedIn}
              onView={setView}
              onBind={(token) => {
                setBindToken(token)
                setView('bind')
              }}
            />
          )}
          {view === 'bind' && (
            <BindView
              bindToken={bindToken}
              inviterCode={inviterCode}
              onTokens={signedIn}
              onRegistered={back('注册成功，微信已绑定，请登录')}
              onBack={() => setView('signIn')}
            />
          )}
          {view === 'register' && (
            <RegisterView
              phone={phone}
              onPhone={setPhone}
              inviterCode={inviterCode}
              onDone={back('注册成功，请登录')}
              onBack={() => setView('signIn')}
            />
          )}
          {view === 'reset' && (
            <ResetView
              phone={phone}
              onPhone={setPhone}
              onDone={back('密码已重置，请登录')}
              onBack={() => setView('signIn')}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The decoration beside the form on wide screens. */
function Promises() {
  return (
    <aside className={css.aside} aria-label="服务承诺">
      <div className={css.drawing}>
        {window.matchMedia('(min-width: 960px)').matches && (
          <Suspense>
            <LoginDrawing />
          </Suspense>
        )}
      </div>
      <p className={css.lead}>从送样到数据，每一步都看得见</p>
      <ul role="list" className={css.promises}>
        <li>
          <strong>2 小时</strong>收到样品后客户经理来电
        </li>
        <li>
          <strong>2 小时</strong>实验结束后交付数据
        </li>
        <li>
          <strong>48 小时</strong>付清后寄回样品
        </li>
      </ul>
    </aside>
  )
}
