// Imported first, so that the cascade layers are declared before the styles of any component.
import '../ui/tokens.css'
import '../ui/base.css'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router'
import { refusalShown } from '../platform/client/shell-events.ts'
import { ErrorState, NotFoundState, ProblemPlace } from '../ui/feedback/states.tsx'
import { ToastHost, toast } from '../ui/feedback/toast.tsx'
import { repeatEarlyInput } from '../ui/inputs/early-input.ts'
import { NavigationProgress } from './navigation-progress.tsx'
import { onMissingPart } from '../web/browser/new-release.ts'

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The console sets its theme before React starts (console-theme-starter.ts).
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Vite's dev server adds styles in the order in which modules load, so the layer order is declared before all of them. */}
        {import.meta.env.DEV && <style>@layer base, kit, shell;</style>}
        <Meta />
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
      <NavigationProgress />
      <Outlet />
      <ToastHost />
    </>
  )
}

/** Shown for errors that no other error boundary caught. */
export function ErrorBoundary() {
  const error = useRouteError() as { status?: number } | undefined
  return (
    <main className="page">
      <h1 className="visually-hidden">页面无法显示</h1>
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
