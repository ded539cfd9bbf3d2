import { tokenHash } from '../../../platform/auth/tokens.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'

type Asking = Pick<Ctx, 'actor' | 'request'>

/**
 * To whom a code belongs that is asked for now: to the session of a signed-in person, to the browser of a visitor. A program of a visitor may
 * keep no cookies, so its code belongs to nobody.
 */
export function originOf(asking: Asking): string {
  return asking.actor.kind === 'customer' || asking.request.fromPage ? here(asking) : ''
}

/** Whether a code that belongs to `boundTo` was asked for in this session or browser. */
export function isAskedHere(asking: Asking, boundTo: string): boolean {
  return boundTo === '' || boundTo === here(asking)
}

function here({ actor, request }: Asking): string {
  if (actor.kind === 'customer') return `session:${actor.sessionId}`
  return request.browser === '' ? '' : `browser:${tokenHash(request.browser)}`
}
