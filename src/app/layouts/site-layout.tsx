import { Outlet } from 'react-router'

export default function SiteLayout() {
  return (
    <>
      <a className="skip-link" href="#main">
        跳到正文
      </a>
      <main id="main">
        <Outlet />
      </main>
    </>
  )
}
