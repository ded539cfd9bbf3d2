import { readRule } from '../../core/settings/dated-actions.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { post } from '../ledger/actions.ts'
import { customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import { pointErrors } from './errors.ts'
import { daysAfterReturn, type EarningKind, expiryOf, ownFirst, type Part, sumOf, takenFrom } from './rules.ts'
import {
  changeLots,
  dueCustomers,
  type Holder,
  insertLots,
  insertUses,
  lockHolders,
  lotsOf,
  type NewLot,
  openEarning,
  saveEarning,
  saveHolder,
  sumsOf,
  takeUses,
} from './store.ts'

/** Kinds of steps in the ledger. */
export const LEDGER = {
  earning: 'points.earning',
  owed: 'points.owed',
  exchange: 'points.exchange',
  transfer: 'points.transfer',
  expiry: 'points.expiry',
} as const

const CUSTOMERS_PER_PART = 200

export interface Earned {
  customerId: number
  kind: EarningKind
  /** Names what earned the points; together with the kind it earns once. */
  businessId: number | string
  /** What it is worth by now; 0: nothing any more. */
  points: number
  /** What the customer reads beside the points. */
  memo: string
}

/**
 * Brings what something earned to this many points by posting the difference. Less than before takes back what is left of it, then from the
 * other points; what is not there any more is owed and deducted from whatever comes in next. The balance never goes below zero.
 * A repetition changes nothing. Joins the caller's transaction.
 */
export async function setEarned(ctx: Ctx, { customerId, kind, businessId, points, memo }: Earned): Promise<void> {
  await inTx(ctx, async (inner) => {
    const { db, clock } = inner
    const holder = await lockHolder(inner, customerId)
    const key = { customerId, kind, businessId: String(businessId) }
    const earning = await openEarning(db, key, memo, clock.now())
    const change = points - earning.points
    if (change === 0) return
    const steps = earning.steps + 1
    await saveEarning(db, { id: earning.id, points, steps }, memo)
    const step = { kind: LEDGER.earning, businessId: earning.id, operation: `set.${steps}`, memo }
    if (change > 0) {
      const expiresAt = expiryOf(await readRule(inner, 'pointRules'), clock.now())
      await putIn(inner, holder, [{ points: change, expiresAt, earningId: earning.id }], step)
    } else await takeBack(inner, holder, -change, earning.id, step)
  })
}

interface Step {
  kind: string
  businessId: number | string
  operation: string
  memo: string
}

/** What points are spent on: `exchange` of goods, or an offered `transfer`. */
export interface Spending {
  customerId: number
  on: 'exchange' | 'transfer'
  id: number
  memo: string
}

/** Spends points of the customer, those that expire first in front. Refuses notEnoughPoints. Joins the caller's transaction. */
export async function spendPoints(ctx: Ctx, { points, ...of }: Spending & { points: number }): Promise<void> {
  await inTx(ctx, async (inner) => {
    await lockHolder(inner, of.customerId)
    const parts = taken(await lotsOf(inner.db, of.customerId), points)
    await postOut(inner, of.customerId, points, stepOf(of, 'spend'))
    await change(inner, parts)
    const uses = parts.map((part) => ({ lotId: part.lot.id, points: part.points }))
    await insertUses(inner.db, usedFor(of), uses)
  })
}

/** Gives back what was spent on something, once. Points keep the time they had; those whose time is over last a while longer. */
export async function givePointsBack(ctx: Ctx, of: Spending): Promise<void> {
  const later = fromShanghai(`${shanghaiDate(addDays(ctx.clock.now(), daysAfterReturn + 1))} 00:00`)
  await putUsesIn(ctx, of, 'return', (expiresAt) => (expiresAt > ctx.clock.now() ? expiresAt : later))
}

/** The receiver of a transfer gets its points, once. They keep the time they had, so that a transfer never makes them last longer. */
export async function handPointsOver(ctx: Ctx, of: Spending): Promise<void> {
  await putUsesIn(ctx, of, 'accept', (expiresAt) => expiresAt)
}

async function putUsesIn(
  ctx: Ctx,
  of: Spending,
  operation: 'return' | 'accept',
  lasting: (expiresAt: Date) => Date,
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const holder = await lockHolder(inner, of.customerId)
    const uses = await takeUses(inner.db, usedFor(of), inner.clock.now())
    if (uses.length === 0) return
    const lots = uses.map(({ points, expiresAt }) => ({ points, expiresAt: lasting(expiresAt), earningId: null }))
    await putIn(inner, holder, lots, stepOf(of, operation))
    await expireDue(inner, of.customerId)
  })
}

const usedFor = ({ on, id }: Spending) => `${on}:${id}`
const stepOf = ({ on, id, memo }: Spending, operation: string): Step => ({
  ...{ kind: LEDGER[on], businessId: id, operation },
  memo,
})

/** What the customer can use now, and what of it expires within so many days. */
export function pointsOf(ctx: Pick<Ctx, 'db' | 'clock'>, customerId: number, withinDays = 30) {
  const now = ctx.clock.now()
  return sumsOf(ctx.db, customerId, now, addDays(now, withinDays))
}

/** Takes points whose time is over out of all balances. Spending never uses them, so a late run lets nobody use old points. */
export async function sweepExpiredPoints(ctx: Ctx): Promise<void> {
  for (;;) {
    const due = await dueCustomers(ctx.db, ctx.clock.now(), CUSTOMERS_PER_PART)
    for (const customerId of due)
      await inTx(ctx, async (inner) => {
        await lockHolder(inner, customerId)
      })
    if (due.length === 0) return
  }
}

/** Locks the points of a customer and takes those out whose time is over, so that what follows sees only usable points. */
async function lockHolder(ctx: Ctx, customerId: number): Promise<Holder> {
  const [holder] = await lockHolders(ctx.db, [customerId])
  if (!holder) throw new Error(`no holder ${customerId}`)
  await expireDue(ctx, customerId)
  return holder
}

async function expireDue(ctx: Ctx, customerId: number): Promise<void> {
  const now = ctx.clock.now()
  for (const lot of await lotsOf(ctx.db, customerId)) {
    if (lot.expiresAt > now) return
    const part = { lot, points: lot.remaining }
    await postOut(ctx, customerId, lot.remaining, {
      kind: LEDGER.expiry,
      businessId: lot.id,
      operation: 'expire',
      memo: `积分到期（${shanghaiDate(new Date(lot.expiresAt.getTime() - 1))}）`,
    })
    await change(ctx, [part])
  }
}

/** Posts points to the customer, keeps them as lots, and deducts what is owed. */
async function putIn(ctx: Ctx, holder: Holder, lots: readonly NewLot[], step: Step): Promise<void> {
  const points = lots.reduce((sum, lot) => sum + lot.points, 0)
  await post(ctx, {
    ...step,
    legs: [leg(customerAccount(holder.customerId, 'points'), points), leg(laboratoryAccount('points_issued'), -points)],
  })
  await insertLots(ctx.db, holder.customerId, lots, ctx.clock.now())
  await deductOwed(ctx, holder)
}

async function takeBack(ctx: Ctx, holder: Holder, points: number, earningId: number, step: Step): Promise<void> {
  const lots = ownFirst(await lotsOf(ctx.db, holder.customerId), earningId)
  const there = Math.min(points, sumOf(lots))
  if (there > 0) {
    await postOut(ctx, holder.customerId, there, step)
    await change(ctx, taken(lots, there))
  }
  if (there < points) await saveHolder(ctx.db, { ...holder, owed: holder.owed + points - there })
}

async function deductOwed(ctx: Ctx, holder: Holder): Promise<void> {
  if (holder.owed === 0) return
  const lots = await lotsOf(ctx.db, holder.customerId)
  const points = Math.min(holder.owed, sumOf(lots))
  const deductions = holder.deductions + 1
  await postOut(ctx, holder.customerId, points, {
    kind: LEDGER.owed,
    businessId: holder.customerId,
    operation: `deduct.${deductions}`,
    memo: '抵扣应退回的积分',
  })
  await change(ctx, taken(lots, points))
  await saveHolder(ctx.db, { ...holder, owed: holder.owed - points, deductions })
}

async function postOut(ctx: Ctx, customerId: number, points: number, step: Step): Promise<void> {
  await post(ctx, {
    ...step,
    legs: [leg(customerAccount(customerId, 'points'), -points), leg(laboratoryAccount('points_issued'), points)],
  })
}

async function change(ctx: Ctx, parts: readonly Part[]): Promise<void> {
  await changeLots(
    ctx.db,
    parts.map(({ lot, points }) => ({ id: lot.id, by: -points })),
  )
}

function taken(lots: Parameters<typeof takenFrom>[0], points: number): Part[] {
  const parts = takenFrom(lots, points)
  if (!parts) throw refuse(pointErrors.notEnoughPoints, `积分不足，还差 ${points - sumOf(lots)} 积分`)
  return parts
}
