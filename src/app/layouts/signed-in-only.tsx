import { Fragment, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { forgetPerson } from '../../workspace/account/signed-in-person.tsx'
import { requestLogin } from '../../people/sign-in/dialog/login-request.tsx'
import { useSignedIn } from '../../platform/client/use-session.ts'
import { usePersonChange } from '../../platform/client/use-person-change.ts'
import { EmptyState, Skeleton } from '../../ui/feedback/states.tsx'

/** Shown until the scripts have loaded, with an explanation for browsers without JavaScript. */
export function AreaWaiting() {
  return (
    <>
      <noscript>
        <div className="page">
          <h1>需要启用 JavaScript</h1>
          <p>登录后的页面显示您本人的数据，需要启用 JavaScript。</p>
        </div>
      </noscript>
      <div className="page">
        <Skeleton lines={6} />
      </div>
    </>
  )
}

/** Shows a sign-in prompt that leads back here while nobody is signed in. When another person signs in, the page is mounted again. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn('customer')
  const person = usePersonChange('customer', forgetPerson)
  const { pathname, search, hash } = useLocation()
  if (signedIn === undefined)
    return (
      <div className="page">
        <Skeleton lines={6} />
      </div>
    )
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
