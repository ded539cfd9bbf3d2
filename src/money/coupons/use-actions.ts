import type { CustomerGroup } from '../../people/customers/rules.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { giveUseBack, takeUse } from './campaigns/campaign-store.ts'
import { combinationFault, discountOf, faultOf, type PricedLine, scaledTo, thresholdGap } from './discount-rules.ts'
import { couponErrors } from './errors.ts'
import { couponLifecycle, expiryAfterReturn, type KeptCoupon, lastValidDay } from './rules.ts'
import { changes, type CouponRow, couponsUsedFor, lockCoupons, owner } from './store.ts'

export { couponsHeld } from './store.ts'

// Using coupons for something that is paid. `usedFor` names it (`order:12`, `settlement:3`); money does not know more about it.

export interface ChosenCoupons {
  coupons: CouponRow[]
  kept: KeptCoupon[]
  /** What they take off each line; null amounts count as nothing. */
  parts: number[]
  discountFen: number
}

/** What the caller knows of the basket. First orders cost a statement, so they are asked for only by coupons for first orders. */
export interface AskedBasket {
  /** Whose coupons they are: who pays. */
  customerId: number
  lines: readonly PricedLine[]
  group: CustomerGroup
  returnsSamples: boolean
  isFirstOrder: () => Promise<boolean>
}

/**
 * Takes coupons of the payer for a basket and calculates the discount. Locks them and their campaigns until the end of the
 * transaction, then they must be held with `holdCoupons`. Refused, with nothing written, when one is not the payer's, not usable, does
 * not fit the basket, or its campaign has no use left.
 */
export async function chooseCoupons(
  ctx: Ctx<Customer>,
  couponIds: readonly number[],
  basket: AskedBasket,
): Promise<ChosenCoupons> {
  const ids = [...new Set(couponIds)]
  const coupons = await lockCoupons(ctx.db, basket.customerId, ids)
  if (coupons.length !== ids.length) throw refuse(couponErrors.noSuchCoupon)
  if (coupons.some(({ stage }) => stage !== 'issued')) throw refuse(couponErrors.couponTaken)
  const together = combinationFault(coupons)
  if (together) throw refuse(couponErrors.couponsTogether, together)
  for (const campaignId of campaignsOf(coupons))
    if ((await takeUse(ctx.db, campaignId)) === 0) throw refuse(couponErrors.campaignUsedUp)
  // Asked after the campaigns are locked, so that two first orders at once see each other.
  const isFirstOrder = coupons.some(({ firstOrder }) => firstOrder) && (await basket.isFirstOrder())
  for (const coupon of coupons) {
    const fault = faultOf(coupon, coupon, { ...basket, isFirstOrder }, ctx.clock.now())
    if (fault) throw refuse(couponErrors.couponUnfit, `优惠券「${coupon.name}」不能使用：${fault}`)
  }
  return {
    coupons,
    kept: coupons.map(({ id, name, kind }) => ({ id, name, kind })),
    ...takenOff(coupons, basket.lines),
  }
}

/** Holds chosen coupons for what they are used for, in the same transaction. */
export async function holdCoupons(
  ctx: Ctx<Customer>,
  { coupons, discountFen }: ChosenCoupons,
  { usedFor, no }: { usedFor: string; no: string },
): Promise<void> {
  for (const coupon of coupons)
    await transition(ctx, couponLifecycle, coupon.id, 'lock', {
      where: owner(coupon.customerId),
      set: changes.locked(usedFor, no, coupon.kind === 'shipping' ? 0 : discountFen),
      payload: { customerId: coupon.customerId, name: coupon.name, no },
    })
}

export interface Discount {
  parts: number[]
  discountFen: number
}

/** The discount on the lines as they are quoted now; nothing while they do not reach the threshold. */
export async function discountOnQuote(ctx: Ctx, usedFor: string, lines: readonly PricedLine[]): Promise<Discount> {
  return takenOff(await couponsUsedFor(ctx.db, usedFor), lines, true)
}

/** The discount on a final amount. The threshold was judged when the coupon was used, and is not judged again. */
export async function discountOnFinal(
  ctx: Ctx,
  usedFor: string,
  lines: readonly PricedLine[],
  baseFen: number,
): Promise<Discount> {
  return takenOff(await couponsUsedFor(ctx.db, usedFor), scaledTo(lines, baseFen))
}

/** The coupons count as used; one that took nothing off and gives nothing else is given back. */
export async function useCoupons(ctx: Ctx, usedFor: string, discountFen: number): Promise<void> {
  const now = ctx.clock.now()
  for (const coupon of await couponsUsedFor(ctx.db, usedFor)) {
    if (coupon.stage !== 'locked') continue
    if (coupon.kind !== 'shipping' && discountFen === 0) await release(ctx, coupon)
    else
      await transition(asSystem(ctx), couponLifecycle, coupon.id, 'use', {
        set: changes.used(coupon.kind === 'shipping' ? 0 : discountFen, now),
        payload: payloadOf(coupon),
      })
  }
}

/** The amount that the coupons were used for is open again. */
export async function reopenCoupons(ctx: Ctx, usedFor: string): Promise<void> {
  for (const coupon of await couponsUsedFor(ctx.db, usedFor)) {
    if (coupon.stage !== 'used') continue
    await transition(asSystem(ctx), couponLifecycle, coupon.id, 'reopen', {
      set: changes.reopened(),
      payload: payloadOf(coupon),
    })
  }
}

/** Gives every coupon back that this holds or used, each once: what is given back is not held any more. */
export async function giveCouponsBack(ctx: Ctx, usedFor: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    for (const coupon of await couponsUsedFor(inner.db, usedFor)) await release(inner, coupon)
  })
}

async function release(ctx: Ctx, coupon: CouponRow): Promise<void> {
  const expiresAt = expiryAfterReturn(coupon.expiresAt, ctx.clock.now())
  await transition(asSystem(ctx), couponLifecycle, coupon.id, 'release', {
    set: changes.released(expiresAt),
    payload: { ...payloadOf(coupon), until: lastValidDay(expiresAt) },
  })
  await giveUseBack(ctx.db, coupon.campaignId)
}

/** One coupon at most takes money off; with `judged`, only when the lines reach its threshold. */
function takenOff(coupons: readonly CouponRow[], lines: readonly PricedLine[], judged = false): Discount {
  const off = coupons.find(({ kind }) => kind !== 'shipping')
  const isBelow = judged && off !== undefined && thresholdGap(off, lines) > 0
  const parts = off && !isBelow ? discountOf(off, lines) : lines.map(() => 0)
  return { parts, discountFen: parts.reduce((sum, fen) => sum + fen, 0) }
}

function campaignsOf(coupons: readonly CouponRow[]): number[] {
  return coupons.map(({ campaignId }) => campaignId).toSorted((a, b) => a - b)
}

function payloadOf({ customerId, name, usedNo }: CouponRow) {
  return { customerId, name, no: usedNo ?? '' }
}
