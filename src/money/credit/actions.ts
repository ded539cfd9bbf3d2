import { Refusal, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { formatFen } from '../../platform/money.ts'
import { balancesOf, heldFor, lockBalance, openStep, post, postedLegs, takeBackStep } from '../ledger/actions.ts'
import { ledgerErrors } from '../ledger/errors.ts'
import { type AccountKind, customerAccount, type Leg, leg } from '../ledger/rules.ts'
import { creditErrors } from './errors.ts'
import type { CreditPosition } from './rules.ts'
import { clearDue, hasOverdue, putDue, setDebtor } from './store.ts'

/** All steps of an order's credit share this kind and the order's id, so that what an order holds can be summed. */
const ORDER_CREDIT = 'order.credit'

/** A debt that another customer takes over, and its return. */
const DEBT_MOVE = 'credit.debt'

interface DebtMove {
  fromId: number
  toId: number
  freedFen: number
  chargedFen: number
  businessId: string
  memo: string
}

interface OrderCredit {
  customerId: number
  orderId: number
}

/** Opens a customer's credit with a limit. Opening it again changes nothing, whatever the limit. */
export async function openCredit(ctx: Ctx, customerId: number, limitFen: number): Promise<void> {
  if (limitFen === 0) return
  await inTx(ctx, async (inner) => {
    await lockBalance(inner, of(customerId, 'credit_limit'))
    if (await postedLegs(inner, { kind: 'credit.limit', businessId: customerId, operation: 'open' })) return
    await moveCredit(inner, 'credit.limit', customerId, 'open', '信用额度开通', customerId, {
      credit_limit: -limitFen,
      credit_available: limitFen,
    })
  })
}

/** Sets a new limit. Below the sum of held and used credit, the available credit becomes negative: no new holds, existing ones stay. */
export async function changeLimit(ctx: Ctx, customerId: number, limitFen: number, businessId: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const now = -(await lockBalance(inner, of(customerId, 'credit_limit')))
    const change = limitFen - now
    if (change === 0) return
    await moveCredit(
      inner,
      'credit.change',
      businessId,
      'change',
      '信用额度调整',
      customerId,
      { credit_limit: -change, credit_available: change },
      true,
    )
  })
}

/**
 * Holds credit for the estimate of an order, or more for it under another operation. Refuses notOpened, overdue and notEnough (naming the
 * missing amount).
 */
export async function reserveCredit(
  ctx: Ctx,
  { customerId, orderId, amountFen, operation = 'reserve' }: OrderCredit & { amountFen: number; operation?: string },
): Promise<void> {
  if (amountFen === 0) return
  await inTx(ctx, async (inner) => {
    if (await hasOverdue(inner.db, customerId, ctx.clock.now())) throw refuse(creditErrors.overdue)
    try {
      await moveCredit(inner, ORDER_CREDIT, orderId, operation, '订单预占', customerId, {
        credit_available: -amountFen,
        credit_held: amountFen,
      })
    } catch (error) {
      throw await asCreditRefusal(inner, customerId, error)
    }
  })
}

/** The credit held for an order. */
export function creditHeldFor(ctx: Pick<Ctx, 'db'>, { customerId, orderId }: OrderCredit): Promise<number> {
  return heldFor(ctx, of(customerId, 'credit_held'), ORDER_CREDIT, orderId)
}

/** Frees a part of what an order holds, because its agreed amount was lowered; at most what it holds. */
export async function freeCredit(
  ctx: Ctx,
  { customerId, orderId, amountFen, operation }: OrderCredit & { amountFen: number; operation: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const freedFen = Math.min(await lockHeld(inner, { customerId, orderId }), amountFen)
    if (freedFen === 0) return
    const change = { credit_held: -freedFen, credit_available: freedFen }
    await moveCredit(inner, ORDER_CREDIT, orderId, operation, '减免后释放预占', customerId, change)
  })
}

/** Releases what an order still holds. Idempotent, also for orders that never held anything. */
export async function releaseCredit(ctx: Ctx, { customerId, orderId }: OrderCredit): Promise<void> {
  await inTx(ctx, async (inner) => {
    const heldFen = await lockHeld(inner, { customerId, orderId })
    if (heldFen === 0) return
    await moveCredit(inner, ORDER_CREDIT, orderId, 'release', '订单预占释放', customerId, {
      credit_held: -heldFen,
      credit_available: heldFen,
    })
  })
}

/**
 * Turns the hold into a debt of the final amount. An excess over the estimate is a debt as well, even beyond the limit, because the work
 * has been done. Repeating it with the same amount changes nothing; another amount is refused.
 */
export async function chargeCredit(
  ctx: Ctx,
  { customerId, orderId, finalFen }: OrderCredit & { finalFen: number },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const heldFen = await lockHeld(inner, { customerId, orderId })
    const operation = await openStep(inner, ORDER_CREDIT, orderId, 'charge')
    const before = await postedLegs(inner, { kind: ORDER_CREDIT, businessId: orderId, operation })
    if (before) {
      const chargedFen = before.find((l) => l.account.kind === 'credit_used')?.amountFen ?? 0
      if (chargedFen !== finalFen) throw refuse(ledgerErrors.differentPosting)
      return
    }
    if (heldFen === 0 && finalFen === 0) return
    const change = { credit_held: -heldFen, credit_used: finalFen, credit_available: heldFen - finalFen }
    await moveCredit(inner, ORDER_CREDIT, orderId, operation, '检测费用入账', customerId, change, true)
  })
}

/**
 * Turns the debt back into a hold, because the final amount was taken back. `loweredFen` of it were cleared by reductions, which the agreed
 * amount keeps: they are owed again for as long as the whole debt is turned back, and then freed from the hold.
 */
export async function unchargeCredit(
  ctx: Ctx,
  { customerId, orderId, loweredFen }: OrderCredit & { loweredFen: number },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    await lockHeld(inner, { customerId, orderId })
    const charge = await openStep(inner, ORDER_CREDIT, orderId, 'charge')
    const move = (step: string, changes: Changes) =>
      moveCredit(inner, ORDER_CREDIT, orderId, `${step}.${charge}`, '检测费用撤回，减免保留', customerId, changes, true)
    if (loweredFen > 0) await move('lowered', { credit_used: loweredFen, credit_available: -loweredFen })
    await takeBackStep(inner, ORDER_CREDIT, orderId, 'charge', '检测费用撤回')
    const freedFen = Math.min(await lockHeld(inner, { customerId, orderId }), loweredFen)
    if (freedFen > 0) await move('freed', { credit_held: -freedFen, credit_available: freedFen })
  })
}

/** Clears a debt that was paid or waived: the credit is available again. */
export async function repayCredit(
  ctx: Ctx,
  {
    customerId,
    businessId,
    amountFen,
    memo = '结算还款',
  }: { customerId: number; businessId: number | string; amountFen: number; memo?: string },
): Promise<void> {
  if (amountFen === 0) return
  await moveCredit(ctx, 'credit.repay', businessId, 'repay', memo, customerId, {
    credit_used: -amountFen,
    credit_available: amountFen,
  })
}

/**
 * Another customer takes a debt over: the used credit of the first is freed, and the same debt is charged to the second, with what was not
 * on credit before. Refuses overdue, notOpened and notEnough of the second.
 */
export async function takeOverDebt(
  ctx: Ctx,
  { fromId, toId, freedFen, chargedFen, businessId, memo }: DebtMove,
): Promise<void> {
  await inTx(ctx, async (inner) => {
    if (await hasOverdue(inner.db, toId, ctx.clock.now())) throw refuse(creditErrors.overdue)
    const legs = [
      leg(of(fromId, 'credit_used'), -freedFen),
      leg(of(fromId, 'credit_available'), freedFen),
      leg(of(toId, 'credit_available'), -chargedFen),
      leg(of(toId, 'credit_used'), chargedFen),
    ].filter(({ amountFen }) => amountFen !== 0)
    try {
      await post(inner, { kind: DEBT_MOVE, businessId, operation: 'take', legs, memo })
    } catch (error) {
      throw await asCreditRefusal(inner, toId, error)
    }
  })
}

/** The debt returns to whom it was taken from, whatever credit is left there. */
export function returnDebt(ctx: Ctx, businessId: string, memo: string): Promise<void> {
  return takeBackStep(ctx, DEBT_MOVE, businessId, 'take', memo)
}

/** The reverse of repayCredit: what was cleared is owed again, also beyond the limit, because it was owed before. */
export async function reinstateCredit(
  ctx: Ctx,
  {
    customerId,
    businessId,
    amountFen,
    memo,
  }: { customerId: number; businessId: number | string; amountFen: number; memo: string },
): Promise<void> {
  if (amountFen === 0) return
  const change = { credit_used: amountFen, credit_available: -amountFen }
  await moveCredit(ctx, 'credit.repay', businessId, 'reinstate', memo, customerId, change, true)
}

export async function creditOf(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<CreditPosition> {
  const all = await balancesOf(ctx, customerId)
  return {
    opened: all.credit_limit !== 0,
    // Subtracting from zero avoids -0 for an empty limit.
    limitFen: 0 - all.credit_limit,
    heldFen: all.credit_held,
    usedFen: all.credit_used,
    availableFen: all.credit_available,
  }
}

/** Records by which day a debt is due; after it, reserveCredit refuses until the debt is cleared. */
export async function noteDue(ctx: Ctx, due: { businessId: string; customerId: number; dueAt: Date }): Promise<void> {
  await putDue(ctx.db, due.businessId, due.customerId, due.dueAt)
}

/** Whom an overdue debt blocks. */
export async function moveDue(ctx: Ctx, businessId: string, customerId: number): Promise<void> {
  await setDebtor(ctx.db, businessId, customerId)
}

export async function settleDue(ctx: Ctx, businessId: string): Promise<void> {
  await clearDue(ctx.db, businessId, ctx.clock.now())
}

export function isOverdue(ctx: Ctx, customerId: number): Promise<boolean> {
  return hasOverdue(ctx.db, customerId, ctx.clock.now())
}

function of(customerId: number, kind: AccountKind) {
  return customerAccount(customerId, kind)
}

async function lockHeld(ctx: Ctx, { customerId, orderId }: OrderCredit): Promise<number> {
  const account = of(customerId, 'credit_held')
  await lockBalance(ctx, account)
  return heldFor(ctx, account, ORDER_CREDIT, orderId)
}

type Changes = Partial<Record<'credit_limit' | 'credit_available' | 'credit_held' | 'credit_used', number>>

async function moveCredit(
  ctx: Ctx,
  kind: string,
  businessId: number | string,
  operation: string,
  memo: string,
  customerId: number,
  changes: Changes,
  mayPassFloor = false,
): Promise<void> {
  const entries = Object.entries(changes) as [AccountKind, number][]
  const legs: Leg[] = entries
    .filter(([, amountFen]) => amountFen !== 0)
    .map(([account, amountFen]) => ({ ...leg(of(customerId, account), amountFen), mayPassFloor }))
  if (legs.length > 0) await post(ctx, { kind, businessId, operation, legs, memo })
}

/** Replaces the ledger's refusal of a floor by one that a customer understands. */
async function asCreditRefusal(ctx: Ctx, customerId: number, error: unknown): Promise<unknown> {
  if (!(error instanceof Refusal) || error.kind !== ledgerErrors.belowFloor) return error
  const credit = await creditOf(ctx, customerId)
  if (!credit.opened) return refuse(creditErrors.notOpened)
  const { shortFen = 0 } = (error.data ?? {}) as { shortFen?: number }
  return refuse(
    creditErrors.notEnough,
    `信用额度不足：可用 ${formatFen(credit.availableFen)}，还差 ${formatFen(shortFen)}${wayOn(ctx, customerId)}`,
    error.data,
  )
}

/** What the person who reads it can do: whoever orders for a group cannot pay its debts. */
function wayOn({ actor }: Ctx, customerId: number): string {
  if (actor.kind !== 'customer') return ''
  return actor.id === customerId
    ? '。请先付清已有费用，或在会员中心申请提高额度'
    : '。请联系课题组的所有者或管理员，付清已有费用或申请提高额度'
}
