import { agreementVersion } from '../../core/agreements/agreement-actions.ts'
import type { AgreementName } from '../../core/agreements/agreement-rules.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { accountErrors } from './errors.ts'
import { hasConsent, insertConsent, latestConsents } from './store.ts'

const DOCUMENT = 'agreement'

export function currentConsent(ctx: Pick<Ctx, 'db'>): Promise<string> {
  return agreementVersion(ctx, 'account')
}

/** The version the customer has not agreed to yet; null when the current one is on record. */
export async function missingConsent(ctx: Ctx, customerId: number): Promise<string | null> {
  const version = await currentConsent(ctx)
  return (await hasConsent(ctx.db, customerId, DOCUMENT, version)) ? null : version
}

/** Records that a customer agreed to a version, once. A version that is no longer in force is refused. Joins the caller's transaction. */
export async function giveConsent(ctx: Ctx, customerId: number, version: string): Promise<void> {
  const missing = await missingConsent(ctx, customerId)
  if (version !== (await currentConsent(ctx))) throw refuse(accountErrors.agreementChanged)
  if (missing !== null) await insertConsent(ctx.db, customerId, DOCUMENT, version, ctx.request.ip, ctx.clock.now())
}

/** The same for an agreement other than that of the account: kept under its own name. */
export async function giveConsentTo(
  ctx: Ctx,
  customerId: number,
  name: Exclude<AgreementName, 'account'>,
  version: string,
): Promise<void> {
  if (version !== (await agreementVersion(ctx, name))) throw refuse(accountErrors.textChanged)
  if (!(await hasConsent(ctx.db, customerId, name, version)))
    await insertConsent(ctx.db, customerId, name, version, ctx.request.ip, ctx.clock.now())
}

/** Binding a WeChat identity is a new use of personal data, so the customer must have agreed to the current version. */
export async function requireConsent(ctx: Ctx, customerId: number, version: string | undefined): Promise<void> {
  if (version !== undefined) return giveConsent(ctx, customerId, version)
  if ((await missingConsent(ctx, customerId)) !== null) throw refuse(accountErrors.consentRequired)
}

/** Consents of a customer, latest first. */
export function consentsOf(ctx: Pick<Ctx, 'db'>, customerId: number) {
  return latestConsents(ctx.db, customerId)
}
