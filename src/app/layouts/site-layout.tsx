import { Outlet } from 'react-router'
import { requestLogin } from '../../platform/client/use-session.ts'
import { SiteHeader } from '../../ui/shell/site-header.tsx'

export default function SiteLayout() {
  return (
    <>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <SiteHeader siteName="明析科测" onLogin={() => requestLogin({ view: 'signIn' })} />
      <main id="main">
        <Outlet />
      </main>
    </>
  )
}
