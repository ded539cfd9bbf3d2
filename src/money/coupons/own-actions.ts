import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { discountOf, faultOf } from './discount-rules.ts'
import { couponLifecycle, type CouponTab, couponTabs, lastValidDay } from './rules.ts'
import { countByStage, type CouponRow, couponsPage, usableCoupons } from './store.ts'
import type { AskedBasket } from './use-actions.ts'
import { conditionText, scopeText, valueText } from './wording-rules.ts'

/** The customer's coupons of one tab, and how many each tab has. */
export async function ownCoupons(
  ctx: Ctx<Customer>,
  { tab, page, size }: { tab: CouponTab; page: number; size: number },
) {
  const counts = new Map((await countByStage(ctx.db, ctx.actor.id)).map(({ stage, count }) => [stage, count]))
  const countOf = (key: CouponTab) => couponTabs[key].stages.reduce((sum, stage) => sum + (counts.get(stage) ?? 0), 0)
  const rows = await couponsPage(ctx.db, ctx.actor.id, couponTabs[tab].stages, { page, size })
  return {
    list: rows.map((row) => couponWire(row, ctx.clock.now())),
    total: countOf(tab),
    page,
    size,
    counts: { usable: countOf('usable'), used: countOf('used'), expired: countOf('expired') },
  }
}

/** Every usable coupon of the payer judged for a basket: what it takes off, or why it cannot be used. The best one first. */
export async function couponChoices(ctx: Ctx<Customer>, asked: AskedBasket) {
  const rows = await usableCoupons(ctx.db, asked.customerId)
  const isFirstOrder = rows.some(({ firstOrder }) => firstOrder) && (await asked.isFirstOrder())
  const basket = { ...asked, isFirstOrder }
  const now = ctx.clock.now()
  // Before the quote nobody knows what a coupon takes off.
  const priced = asked.lines.every(({ amountFen }) => amountFen !== null)
  const choices = rows.map((row) => {
    const fault = faultOf(row, row, basket, now) ?? ''
    const parts = fault === '' && priced ? discountOf(row, asked.lines) : []
    return { ...couponWire(row, now), fault, discountFen: parts.reduce((sum, fen) => sum + fen, 0) }
  })
  const rank = (choice: (typeof choices)[number]) => (choice.fault === '' ? 0 : 1)
  return { choices: choices.sort((a, b) => rank(a) - rank(b) || b.discountFen - a.discountFen), priced }
}

/** How many coupons the customer can use, for badges. */
export async function usableCount(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<number> {
  return (await countByStage(ctx.db, customerId)).find(({ stage }) => stage === 'issued')?.count ?? 0
}

/** A coupon whose time is over is called so before the hourly job has moved it. */
function stageLabelOf({ stage, validFrom, expiresAt }: CouponRow, now: Date): string {
  if (stage === 'issued' && validFrom > now) return '未开始'
  return couponLifecycle.stages[stage === 'issued' && expiresAt <= now ? 'expired' : stage]
}

function couponWire(row: CouponRow, now: Date) {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    stackable: row.stackable,
    stage: row.stage,
    stageLabel: stageLabelOf(row, now),
    valueText: valueText(row),
    conditionText: conditionText(row),
    scopeText: scopeText(row),
    note: row.note,
    projectIds: row.projectIds,
    validFrom: shanghaiDate(row.validFrom),
    validUntil: lastValidDay(row.expiresAt),
    soon: row.stage === 'issued' && row.expiresAt < addDays(now, 7),
    usedNo: row.usedNo ?? '',
    savedFen: row.discountFen,
  }
}
