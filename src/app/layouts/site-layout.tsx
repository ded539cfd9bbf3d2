import { Outlet } from 'react-router'
import { AccountHeader } from '../../accounts/account-header.tsx'

export default function SiteLayout() {
  return (
    <>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <AccountHeader siteName="明析科测" />
      <main id="main">
        <Outlet />
      </main>
    </>
  )
}
