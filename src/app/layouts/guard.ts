import { type ClientLoaderFunctionArgs, redirect } from 'react-router'
import { readSession } from '../../platform/client/session.ts'
import { requestLogin } from '../../people/sign-in/dialog/login-request.tsx'

/** The areas whose layouts show a sign-in prompt to visitors. */
export const customerArea = /^\/(member|experiment)(\/|$)/

/**
 * Keeps visitors out of the protected areas: a link to one cancels the navigation and opens the login dialog, which leads to the requested
 * page after sign-in. When the visitor is already at a protected address (typed, or restored from the history), there is no public page to
 * stay on, so the layout shows a sign-in prompt instead.
 */
export function customerGuard({ request, url }: ClientLoaderFunctionArgs): null {
  if (readSession('customer')) return null
  requestLogin({ view: 'signIn', returnTo: addressOf(request, url) })
  const { pathname, search, hash } = window.location
  if (customerArea.test(pathname)) return null
  throw redirect(pathname + search + hash)
}

/** Staff have a separate sign-in page. */
export function staffGuard({ request, url }: ClientLoaderFunctionArgs): null {
  if (readSession('staff')) return null
  throw redirect(`/console/login?return=${encodeURIComponent(addressOf(request, url))}`)
}

/** `request.url` has the original query, and only `url` has the fragment. */
function addressOf(request: Request, { hash }: URL): string {
  const { pathname, search } = new URL(request.url)
  return pathname + search + hash
}
