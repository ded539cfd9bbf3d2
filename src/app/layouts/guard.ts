import { type ClientLoaderFunctionArgs, redirect } from 'react-router'
import { readSession } from '../../platform/client/session.ts'
import { requestLogin } from '../../platform/client/use-session.ts'

/** The areas whose layouts show the way in while nobody is signed in. */
const GUARDED = /^\/(member|experiment)(\/|$)/

/**
 * Keeps visitors out of the guarded areas: following a link there cancels the navigation and opens the login dialog, which leads to exactly the
 * page first asked for. A guarded address that was typed or restored from the history has no page to stay on; its layout shows the way in instead,
 * and so it does for a link followed from there.
 */
export function customerGuard({ request, url }: ClientLoaderFunctionArgs): null {
  if (readSession('customer')) return null
  requestLogin({ view: 'signIn', returnTo: addressOf(request, url) })
  const { pathname, search, hash } = window.location
  if (GUARDED.test(pathname)) return null
  throw redirect(pathname + search + hash)
}

/** Staff have a sign-in page of their own. */
export function staffGuard({ request, url }: ClientLoaderFunctionArgs): null {
  if (readSession('staff')) return null
  throw redirect(`/console/login?return=${encodeURIComponent(addressOf(request, url))}`)
}

/** The request has the query as it was written, `url` alone the fragment. */
function addressOf(request: Request, { hash }: URL): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search + hash
}
