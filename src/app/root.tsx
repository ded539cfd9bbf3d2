// Imported first, so that the cascade layers are declared before the styles of any component.
import '../ui/tokens.css'
import '../ui/base.css'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router'
import { refusalShown } from '../platform/client/shell-events.ts'
import { ErrorState, NotFoundState, ProblemPlace } from '../ui/states.tsx'
import { ToastHost, toast } from '../ui/toast.tsx'
import { onMissingPart } from '../web/new-release.ts'
import { repeatEarlyInput } from '../web/early-input.ts'

/** The favicon as a data URL, which saves a request on every first visit. Only the server writes it into the page. */
const ICON =
  import.meta.env.SSR &&
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='15' fill='%230c1b22'/%3E%3Cpath d='M4.5 21.5H9l1.2-3 1.3 3H14L16 7l2 14.5h2.5l1.3-6 1.4 6h4.3' fill='none' stroke='%23b9f25c' stroke-width='1.8'/%3E%3C/svg%3E"

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Vite's dev server adds styles in the order in which modules load, so the layer order is declared before all of them. */}
        {import.meta.env.DEV && <style>@layer base, kit, shell;</style>}
        <Meta />
        <link rel="icon" href={ICON || undefined} suppressHydrationWarning />
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
    void repeatEarlyInput(document).then(() => window.dispatchEvent(new Event('hydrated')))
    const onRefusal = (event: Event) => toast.error((event as CustomEvent<{ message: string }>).detail.message)
    refusalShown.addEventListener('refusal', onRefusal)
    const stopListening = onMissingPart(window, toast.error)
    return () => {
      refusalShown.removeEventListener('refusal', onRefusal)
      stopListening()
    }
  }, [])
  return (
    <>
      <Outlet />
      <ToastHost />
    </>
  )
}

/** Shown for errors that no other error boundary caught. */
export function ErrorBoundary() {
  const error = useRouteError() as { status?: number } | undefined
  return (
    <main className="page" style={{ paddingBlock: 'var(--space-64)' }}>
      {error?.status === 404 ? (
        <NotFoundState />
      ) : (
        <ErrorState onRetry={() => window.location.reload()}>
          <ProblemPlace />
        </ErrorState>
      )}
    </main>
  )
}
