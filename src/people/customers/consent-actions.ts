import { agreementVersion } from '../../ground/agreements/agreement-actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { accountErrors } from './errors.ts'
import { hasConsent, insertConsent } from './store.ts'

const DOCUMENT = 'agreement'

export function currentConsent(ctx: Pick<Ctx, 'db'>): Promise<string> {
  return agreementVersion(ctx, 'account')
}

/** The version somebody has still to agree to; null when the current one is on record. */
export async function missingConsent(ctx: Ctx, customerId: number): Promise<string | null> {
  const version = await currentConsent(ctx)
  return (await hasConsent(ctx.db, customerId, DOCUMENT, version)) ? null : version
}

/** Keeps that somebody ticked a version, once; one that is no longer in force is not taken. Joins the caller's transaction. */
export async function giveConsent(ctx: Ctx, customerId: number, version: string): Promise<void> {
  const missing = await missingConsent(ctx, customerId)
  if (version !== (await currentConsent(ctx))) throw refuse(accountErrors.agreementChanged)
  if (missing !== null) await insertConsent(ctx.db, customerId, DOCUMENT, version, ctx.request.ip, ctx.clock.now())
}

/** Binding a WeChat identity is a new use of personal data: it needs the current version ticked now or before. */
export async function requireConsent(ctx: Ctx, customerId: number, version: string | undefined): Promise<void> {
  if (version !== undefined) return giveConsent(ctx, customerId, version)
  if ((await missingConsent(ctx, customerId)) !== null) throw refuse(accountErrors.consentRequired)
}
