import { decidesAlone, requireLimit } from '../../core/staff/roles/limit-actions.ts'
import { customerOf } from '../../people/customers/actions.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { historyOf, recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { changeLimit, creditOf, isOverdue, openCredit } from './actions.ts'
import { creditErrors } from './errors.ts'
import { type CreditApplicationStage, creditApplicationLifecycle, openingLimitFen } from './rules.ts'
import {
  changes,
  applicationById,
  type CreditApplicationRow,
  decidedByAnother,
  insertApplication,
  latestApplication,
  owner,
} from './store.ts'

/** When a profile becomes complete, institute customers get the limit that the settings define for their type. */
export async function openForProfile(ctx: Ctx, customerId: number): Promise<void> {
  const customer = await customerOf(ctx, customerId)
  await openCredit(ctx, customerId, openingLimitFen(customer.userType, await readSetting(ctx, 'creditLimitFen')))
}

export async function creditInfo(ctx: Ctx<Customer>) {
  const [customer, row] = [await customerOf(ctx, ctx.actor.id), await latestApplication(ctx.db, ctx.actor.id)]
  const open = row?.stage === 'pending' || row?.stage === 'checking'
  return {
    credit: await creditOf(ctx, ctx.actor.id),
    overdue: await isOverdue(ctx, ctx.actor.id),
    mayApply: customer.group === 'institute' && customer.profileCompletedAt !== null && !open,
    application: row ? { ...applicationView(row), rejectReason: await rejectReasonOf(ctx, row) } : null,
  }
}

export async function applyForCredit(ctx: Ctx<Customer>, wantedFen: number, reason: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const customer = await customerOf(inner, ctx.actor.id)
    if (customer.group !== 'institute') throw refuse(creditErrors.notInstitute)
    if (customer.profileCompletedAt === null) throw refuse(creditErrors.notOpened)
    if (wantedFen <= (await creditOf(inner, ctx.actor.id)).limitFen) throw refuseAt('wantedFen', creditErrors.notHigher)
    const row = await insertApplication(inner.db, { customerId: ctx.actor.id, wantedFen, reason }, ctx.clock.now())
    if (!row) throw refuse(creditErrors.alreadyApplied)
    await recordCreation(inner, creditApplicationLifecycle, row.id, 'pending')
  })
}

export async function cancelCreditApplication(ctx: Ctx<Customer>): Promise<void> {
  const row = await latestApplication(ctx.db, ctx.actor.id)
  if (row?.stage !== 'pending') throw refuse(creditErrors.noApplication)
  await transition(ctx, creditApplicationLifecycle, row.id, 'cancel', { where: owner(ctx.actor.id) })
}

/** Grants a limit. Above the amount in the settings it waits for a second person. */
export async function raiseCredit(
  ctx: Ctx<Staff>,
  { applicationId, version, grantedFen }: { applicationId: number; version: number; grantedFen: number },
): Promise<{ stage: CreditApplicationStage }> {
  return inTx(ctx, async (inner) => {
    const row = await existing(inner, applicationId)
    if (grantedFen <= (await creditOf(inner, row.customerId)).limitFen)
      throw refuseAt('grantedFen', creditErrors.notHigher)
    const needsSecond = !(await decidesAlone(inner, 'credit', grantedFen))
    const set = [...changes.granted(grantedFen, ctx.actor.id), ...changes.decided(ctx.clock.now())]
    const payload = { customerId: row.customerId, grantedFen }
    await transition(inner, creditApplicationLifecycle, row.id, needsSecond ? 'propose' : 'raise', {
      version,
      set,
      payload,
    })
    if (needsSecond) return { stage: 'checking' }
    await changeLimit(inner, row.customerId, grantedFen, `application:${row.id}`)
    return { stage: 'approved' }
  })
}

export async function confirmCredit(
  ctx: Ctx<Staff>,
  applicationId: number,
  version: number,
): Promise<{ stage: CreditApplicationStage }> {
  return inTx(ctx, async (inner) => {
    const row = await existing(inner, applicationId)
    if (row.stage === 'checking' && row.decidedBy === ctx.actor.id) throw refuse(creditErrors.samePerson)
    await requireLimit(inner, 'credit', row.grantedFen ?? 0, 'credit.raise')
    await transition(inner, creditApplicationLifecycle, row.id, 'confirmRaise', {
      version,
      where: decidedByAnother(ctx.actor.id),
      set: changes.confirmed(ctx.actor.id),
      payload: { customerId: row.customerId, grantedFen: row.grantedFen },
    })
    await changeLimit(inner, row.customerId, row.grantedFen ?? 0, `application:${row.id}`)
    return { stage: 'approved' }
  })
}

export async function rejectCredit(
  ctx: Ctx<Staff>,
  applicationId: number,
  version: number,
  reason: string,
): Promise<void> {
  const row = await existing(ctx, applicationId)
  await transition(ctx, creditApplicationLifecycle, row.id, 'reject', {
    version,
    reason,
    set: changes.decided(ctx.clock.now()),
    payload: { customerId: row.customerId, reason },
  })
}

async function existing(ctx: Ctx, id: number): Promise<CreditApplicationRow> {
  const row = await applicationById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

/** The reason that finance gave for a refusal; it is kept in the history of the transition. */
async function rejectReasonOf(ctx: Ctx, row: CreditApplicationRow): Promise<string> {
  if (row.stage !== 'rejected') return ''
  const history = await historyOf(ctx, creditApplicationLifecycle.entity, row.id)
  return history.at(-1)?.reason ?? ''
}

export function applicationView(row: CreditApplicationRow) {
  return {
    id: row.id,
    stage: row.stage,
    stageLabel: creditApplicationLifecycle.stages[row.stage],
    version: row.version,
    wantedFen: row.wantedFen,
    grantedFen: row.grantedFen,
    reason: row.reason,
    createdAt: shanghaiTime(row.createdAt),
    decidedAt: row.decidedAt && shanghaiTime(row.decidedAt),
  }
}
