import { readRule } from '../../core/settings/dated-actions.ts'
import { giveConsentTo } from '../../people/customers/consent-actions.ts'
import { customerOf } from '../../people/customers/actions.ts'
import { earns, tieOf } from '../../people/invitations/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { promotionErrors } from './errors.ts'
import { matureDue } from './rebate-actions.ts'
import { promoterLifecycle, type PromoterStage } from './rules.ts'
import {
  bindingOf,
  changes,
  endBindings,
  insertBinding,
  insertPromoter,
  isActive,
  latestOf,
  owner,
  ownPromoter,
  promoterById,
  type PromoterRow,
} from './store.ts'

/** Asks to become a promoter. The consent to the agreement in force is kept with its version. */
export async function applyToPromote(
  ctx: Ctx<Customer>,
  { plan, agreementVersion }: { plan: string; agreementVersion: string },
): Promise<{ id: number }> {
  const customerId = ctx.actor.id
  return inTx(ctx, async (inner) => {
    if (!(await readRule(inner, 'rebateRules'))) throw refuse(promotionErrors.closed)
    if ((await customerOf(inner, customerId)).profileCompletedAt === null) throw refuse(promotionErrors.profileNeeded)
    await giveConsentTo(inner, customerId, 'promotion', agreementVersion)
    const row = await insertPromoter(inner.db, { customerId, plan, agreement: agreementVersion }, ctx.clock.now())
    if (!row) throw refuse(promotionErrors.alreadyApplied)
    await recordCreation(inner, promoterLifecycle, row.id, 'pending')
    return row
  })
}

/** Takes back an application that nobody has decided on. */
export async function cancelApplication(ctx: Ctx<Customer>, id: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    if (!(await ownPromoter(inner.db, ctx.actor.id, id))) throw refuse(commonErrors.notFound)
    const payload = { customerId: ctx.actor.id }
    await transition(inner, promoterLifecycle, id, 'cancel', { where: owner(ctx.actor.id), payload })
  })
}

/** Ends the partnership: no new customers and no rebates for later orders; pending rebates still become available. */
export async function leavePromotion(ctx: Ctx<Customer>): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await latestOf(inner.db, ctx.actor.id)
    if (row?.stage !== 'active') throw refuse(promotionErrors.notPromoter)
    const now = ctx.clock.now()
    await transition(inner, promoterLifecycle, row.id, 'leave', {
      where: owner(ctx.actor.id),
      set: changes.left(now),
      payload: { customerId: ctx.actor.id },
    })
    await endBindings(inner.db, ctx.actor.id, now)
  })
}

/** Whether a customer is bound to a promoter, also when the time is over. */
export async function isBound(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<boolean> {
  return (await bindingOf(ctx.db, customerId)) !== undefined
}

interface Decision {
  id: number
  version: number
}
type Decided = Promise<{ stage: PromoterStage }>

export function approvePromoter(ctx: Ctx<Staff>, target: Decision): Decided {
  return decide(ctx, target, 'approve', '', changes.approved(ctx.clock.now()))
}

export function rejectPromoter(ctx: Ctx<Staff>, { reason, ...target }: Decision & { reason: string }): Decided {
  return decide(ctx, target, 'reject', reason, changes.reasoned(reason))
}

/** No new customers, no rebates for orders paid meanwhile, and pending rebates wait. */
export function suspendPromoter(ctx: Ctx<Staff>, { reason, ...target }: Decision & { reason: string }): Decided {
  return decide(ctx, target, 'suspend', reason, changes.reasoned(reason))
}

export function resumePromoter(ctx: Ctx<Staff>, target: Decision): Decided {
  return decide(ctx, target, 'resume', '', changes.resumed(), (inner, row) => matureDue(inner, row.customerId))
}

async function decide(
  ctx: Ctx<Staff>,
  { id, version }: Decision,
  action: 'approve' | 'reject' | 'suspend' | 'resume',
  reason: string,
  set: ReturnType<typeof changes.approved>,
  after?: (inner: Ctx, row: PromoterRow) => Promise<void>,
): Decided {
  return inTx(ctx, async (inner) => {
    const row = await promoterById(inner.db, id)
    if (!row) throw refuse(commonErrors.notFound)
    const payload = { customerId: row.customerId, ...(reason === '' ? {} : { reason }) }
    const moved = await transition(inner, promoterLifecycle, id, action, { version, reason, set, payload })
    await after?.(inner, row)
    return { stage: moved.to }
  })
}

/**
 * Binds a customer to the inviter when that is an active promoter and the tie earns. Called after the registration, and again
 * when staff have cleared a flagged tie: the time runs from the registration on. Safe to repeat.
 */
export async function bindToPromoter(ctx: Ctx, customerId: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const tie = await tieOf(inner, customerId)
    if (!tie || !earns(tie)) return
    const rule = await readRule(inner, 'rebateRules', shanghaiDate(tie.registeredAt))
    if (!rule || !(await isActive(inner.db, tie.inviterId))) return
    await insertBinding(inner.db, {
      customerId,
      promoterId: tie.inviterId,
      boundAt: tie.registeredAt,
      endsAt: addDays(tie.registeredAt, rule.bindDays),
    })
  })
}
