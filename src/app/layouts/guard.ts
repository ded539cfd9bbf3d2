import { type ClientLoaderFunctionArgs, redirect } from 'react-router'
import { readSession } from '../../platform/client/session.ts'
import { requestLogin } from '../../platform/client/use-session.ts'

/**
 * Keeps visitors out of the guarded areas: following a link there cancels the navigation and opens the login dialog, which leads to the page
 * first asked for. A guarded address that was typed has no page to stay on; its layout shows the way in instead.
 */
export function customerGuard({ request }: ClientLoaderFunctionArgs): null {
  if (readSession('customer')) return null
  const wanted = new URL(request.url)
  const here = wanted.pathname === window.location.pathname
  // Only the address bar knows the fragment; the router keeps it to itself.
  requestLogin({ view: 'signIn', returnTo: wanted.pathname + wanted.search + (here ? window.location.hash : '') })
  if (here) return null
  throw redirect(window.location.pathname + window.location.search)
}

/** Staff have a sign-in page of their own. */
export function staffGuard({ request }: ClientLoaderFunctionArgs): null {
  if (readSession('staff')) return null
  const wanted = new URL(request.url)
  throw redirect(`/console/login?return=${encodeURIComponent(wanted.pathname + wanted.search)}`)
}
