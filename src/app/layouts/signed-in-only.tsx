import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { forgetPerson } from '../../workspace/account/signed-in-person.tsx'
import { requestLogin } from '../../people/sign-in/dialog/login-request.tsx'
import { useSignedIn } from '../../platform/client/use-session.ts'
import { usePersonChange } from '../../platform/client/use-person-change.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'

/** Shown until the scripts have loaded: the frame of the area, with an explanation for browsers without JavaScript. */
export function AreaWaiting({ frame }: { frame: ReactNode }) {
  return (
    <>
      <noscript>
        <div className="page">
          <h1>需要启用 JavaScript</h1>
          <p>登录后的页面显示您本人的数据，需要启用 JavaScript。</p>
        </div>
      </noscript>
      {frame}
    </>
  )
}

/**
 * Shows a sign-in prompt that leads back here while nobody is signed in, and `frame` until that is known. When another person signs in,
 * the page is mounted again.
 */
export function SignedInOnly({ frame, children }: { frame: ReactNode; children: ReactNode }) {
  const signedIn = useSignedIn('customer')
  const person = usePersonChange('customer', forgetPerson)
  const { pathname, search, hash } = useLocation()
  if (signedIn === undefined) return frame
  if (signedIn) return <Fragment key={person}>{children}</Fragment>
  return (
    <div className="page">
      <h1 className="visually-hidden">请先登录</h1>
      <EmptyState
        title="请先登录"
        icon="user"
        action={{ label: '登录', onClick: () => requestLogin({ view: 'signIn', returnTo: pathname + search + hash }) }}
      >
        登录后会回到这个页面。
      </EmptyState>
    </div>
  )
}
