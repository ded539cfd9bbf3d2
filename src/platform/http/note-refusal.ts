import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { commonErrors, Refusal } from '../contract/refusal.ts'
import { type Actor, actorIdOf, type Services } from './ctx.ts'

/** A right that is missing, a proof of work or a wait that is asked for, and a record that is not there or belongs to somebody else. */
const NOTED = new Set([403, 404, 428, 429])

/** Refusals that may be part of an attack are lines of the log with who was refused; somebody's own record is never missing by itself. */
export function noteRefusal({ log }: Pick<Services, 'log'>, { kind }: Refusal, actor: Actor | undefined): void {
  // In the middle of every sign-in with two factors each call of the page is refused once; the log of sign-ins has that.
  if (!NOTED.has(kind.status) || kind.error === commonErrors.secondFactorRequired.error) return
  const known = nameOf(actor)
  if (kind.status === 404 && known === undefined) return
  log.warn({ actor: known ?? 'visitor', refusal: kind.error }, 'call refused')
}

/** The pages check with the same schemas and send the key, so these come from a program, or from somebody who goes around the pages. */
const INPUT = new Set(
  [
    commonErrors.invalid,
    commonErrors.malformed,
    commonErrors.tooLarge,
    commonErrors.unsupportedMedia,
    commonErrors.keyRequired,
  ].map(({ error }) => error),
)

/**
 * Input that is refused, and steps out of their order, are lines of the log without what was sent: who, which call, and the declared fields at
 * fault.
 */
export function noteInput(
  { log }: Pick<Services, 'log'>,
  error: unknown,
  { actor, call, requestId }: { actor?: Actor | undefined; call?: Call; requestId?: string } = {},
): void {
  if (!(error instanceof Refusal)) return
  const { kind } = error
  const who = { actor: nameOf(actor) ?? 'visitor', refusal: kind.error, ...(requestId ? { requestId } : {}) }
  if (INPUT.has(kind.error)) log.info({ ...who, at: declaredFields(error, call) }, 'input refused')
  else if (kind.status === 409) log.info(who, 'step refused')
}

/** Other names in the refusal are those of the client, which may be anything. */
function declaredFields({ data }: Refusal, call: Call | undefined): string[] {
  const declared = call?.input instanceof z.ZodObject ? call.input.shape : {}
  const { fields = {} } = (data ?? {}) as { fields?: Record<string, string> }
  const named = Object.keys(fields).map((path) => path.split('.')[0] ?? '')
  return [...new Set(named)].filter((name) => Object.hasOwn(declared, name))
}

function nameOf(actor: Actor | undefined): string | undefined {
  return actor?.kind === 'customer' || actor?.kind === 'staff' ? `${actor.kind}:${actorIdOf(actor)}` : undefined
}
