// First of all, so that the layers are declared before any component's style.
import '../ui/tokens.css'
import '../ui/base.css'
import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router'
import { refusalShown } from '../platform/client/shell-events.ts'
import { ErrorState, NotFoundState } from '../ui/states.tsx'
import { ToastHost, toast } from '../ui/toast.tsx'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Vite's dev server adds styles in the order in which modules arrive; the order of the layers stands before all of them. */}
        {import.meta.env.DEV && <style>@layer base, kit, shell;</style>}
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useEffect(() => {
    document.getElementById('ahead')?.remove()
    window.dispatchEvent(new Event('hydrated'))
    const onRefusal = (event: Event) => toast.error((event as CustomEvent<{ message: string }>).detail.message)
    refusalShown.addEventListener('refusal', onRefusal)
    return () => refusalShown.removeEventListener('refusal', onRefusal)
  }, [])
  return (
    <>
      <Outlet />
      <ToastHost />
    </>
  )
}

/** The last resort: a page for what no page caught, with a way on. */
export function ErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : ((error as { status?: number })?.status ?? 500)
  return (
    <main className="page" style={{ paddingBlock: 'var(--space-64)' }}>
      {status === 404 ? <NotFoundState /> : <ErrorState onRetry={() => window.location.reload()} />}
    </main>
  )
}
