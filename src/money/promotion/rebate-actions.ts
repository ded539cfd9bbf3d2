import { readRule } from '../../core/settings/dated-actions.ts'
import { asSystem, type Ctx, inTx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { paysWith } from '../../people/groups/actions.ts'
import { maskNo } from '../../people/invitations/rules.ts'
import { lockBalance, post } from '../ledger/actions.ts'
import { customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import { payoutNumberOf } from '../withdrawals/actions.ts'
import { matureRebateJob, rebateAvailable, rebateTakenBack } from './events.ts'
import {
  dueRebates,
  insertRebate,
  lockRebate,
  owedRebates,
  rebateById,
  rebateOfOrder,
  type RebateRow,
  updateRebate,
} from './rebate-store.ts'
import { movesTo, type RebateLine, type RebateMoves, type RebateRefusal, rebateFen } from './rules.ts'
import { bindingOf, lockPartnership } from './store.ts'

// Rebates in the ledger: counted when an order is paid, available after the waiting time, taken back when the order becomes cheaper.
// Everything about the money of one promoter waits for the row of the promoter, so it happens one after the other.

/** All steps of a rebate in the ledger share this kind and its id. */
export const LEDGER_KIND = 'rebate'

export interface PaidOrder {
  orderId: number
  orderNo: string
  customerId: number
  /** Everybody who paid a part of it. */
  payerIds: readonly number[]
  placedAt: Date
  paidAt: Date
  /** What is paid for the order now; 0 for one that was paid back. */
  baseFen: number
  lines: readonly RebateLine[]
}

/**
 * Brings the rebate of an order to the amount for what is paid now, by the rule of the day of payment. Safe to repeat. Joins the caller's transaction.
 * Only a payment opens one: an order that was paid while the promoter was suspended must not earn when it becomes cheaper later.
 */
export async function setRebate(ctx: Ctx, order: PaidOrder, why: 'paid' | 'lowered'): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const known = await rebateOfOrder(inner.db, order.orderId)
    const opened = known ?? (why === 'paid' ? await openRebate(inner, order) : undefined)
    if (!opened) return
    await lockPartnership(inner.db, opened.promoterId)
    const row = await lockRebate(inner.db, opened.id)
    const rule = await readRule(inner, 'rebateRules', shanghaiDate(row.paidAt))
    if (!rule || row.refusal !== '') return
    await bringTo(inner, row, order.baseFen, rebateFen(rule, order.lines, order.baseFen))
  })
}

/** The waiting time of a rebate is over: it can be withdrawn. What the promoter owes is deducted. A suspended promoter waits. */
export async function matureRebate(ctx: Ctx, rebateId: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const known = await rebateById(inner.db, rebateId)
    if (!known) return
    const promoter = await lockPartnership(inner.db, known.promoterId)
    const row = await lockRebate(inner.db, rebateId)
    if (promoter?.stage === 'suspended' || row.maturedAt || row.dueAt > ctx.clock.now()) return
    const amountFen = row.pendingFen
    const maturedAt = ctx.clock.now()
    if (amountFen > 0)
      await post(inner, {
        kind: LEDGER_KIND,
        businessId: row.id,
        operation: 'mature',
        memo: `返利到期可提现，订单 ${maskNo(row.orderNo)}`,
        legs: [
          leg(customerAccount(row.promoterId, 'rebate_pending'), -amountFen),
          leg(customerAccount(row.promoterId, 'rebate'), amountFen),
        ],
      })
    await updateRebate(inner.db, row.id, {
      ...row,
      pendingFen: 0,
      availableFen: row.availableFen + amountFen,
      maturedAt,
    })
    if (amountFen === 0) return
    await deductOwed(inner, row.promoterId)
    const { promoterId: customerId } = row
    await emit(inner, rebateAvailable, { rebateId, customerId, orderNo: maskNo(row.orderNo), amountFen })
  })
}

/** Rebates that came due while the promoter was suspended. */
export async function matureDue(ctx: Ctx, promoterId: number): Promise<void> {
  for (const { id } of await dueRebates(ctx.db, promoterId, ctx.clock.now()))
    await enqueue(ctx, matureRebateJob, { rebateId: id })
}

/** Takes what is owed out of the balance: after a maturity, and when a withdrawal was not paid out. */
export async function collectOwed(ctx: Ctx, promoterId: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    await lockPartnership(inner.db, promoterId)
    await deductOwed(inner, promoterId)
  })
}

async function openRebate(ctx: Ctx, order: PaidOrder): Promise<RebateRow | undefined> {
  const { orderId, orderNo, customerId, payerIds, placedAt, paidAt, baseFen } = order
  if (baseFen === 0) return undefined
  const binding = await bindingOf(ctx.db, customerId)
  if (!binding || placedAt < binding.boundAt || placedAt >= binding.endsAt) return undefined
  const rule = await readRule(ctx, 'rebateRules', shanghaiDate(paidAt))
  const promoter = await lockPartnership(ctx.db, binding.promoterId)
  if (!rule || promoter?.stage !== 'active') return undefined
  const { promoterId } = binding
  const refusal = await refusalOf(ctx, { customerId, payerIds, promoterId })
  const dueAt = addDays(paidAt, rule.windowDays)
  const facts = { orderId, orderNo, customerId, promoterId, baseFen, refusal, paidAt, dueAt }
  const row = await insertRebate(ctx.db, facts)
  if (row && refusal === '')
    await enqueue(ctx, matureRebateJob, { rebateId: row.id }, { at: dueAt, key: `rebate:${row.id}` })
  return row ?? rebateOfOrder(ctx.db, orderId)
}

/**
 * [T-31] The promoter pays for nothing that earns, neither through a group nor a settlement that the customer handed over, and is not paid out to the same
 * account as the customer.
 */
async function refusalOf(
  ctx: Ctx,
  { customerId, payerIds, promoterId }: Pick<PaidOrder, 'customerId' | 'payerIds'> & { promoterId: number },
): Promise<RebateRefusal | ''> {
  for (const payerId of payerIds) if (await paysWith(ctx, promoterId, payerId)) return 'payer'
  const own = await payoutNumberOf(ctx, promoterId)
  if (own === undefined) return ''
  for (const id of new Set([customerId, ...payerIds])) if ((await payoutNumberOf(ctx, id)) === own) return 'payee'
  return ''
}

async function bringTo(ctx: Ctx, row: RebateRow, baseFen: number, targetFen: number): Promise<void> {
  if (targetFen === row.amountFen && baseFen === row.baseFen) return
  const balanceFen = await lockBalance(ctx, customerAccount(row.promoterId, 'rebate'))
  const moves = movesTo(row, targetFen, balanceFen)
  const lower = targetFen < row.amountFen
  const memo = `${lower ? '返利追回' : '返利'}，订单 ${maskNo(row.orderNo)}`
  await move(ctx, row, moves, `set.${row.version}`, memo)
  await updateRebate(ctx.db, row.id, {
    baseFen,
    amountFen: targetFen,
    pendingFen: row.pendingFen + moves.pendingFen,
    availableFen: row.availableFen + moves.availableFen,
    owedFen: row.owedFen + moves.owedFen,
    maturedAt: row.maturedAt,
  })
  if (!lower) return
  await emit(ctx, rebateTakenBack, {
    rebateId: row.id,
    version: row.version,
    customerId: row.promoterId,
    orderNo: maskNo(row.orderNo),
    amountFen: row.amountFen - targetFen,
    owedFen: moves.owedFen,
  })
}

/** The caller holds the lock of the promoter. */
async function deductOwed(ctx: Ctx, promoterId: number): Promise<void> {
  for (const row of await owedRebates(ctx.db, promoterId)) {
    const balanceFen = await lockBalance(ctx, customerAccount(promoterId, 'rebate'))
    const fen = Math.min(balanceFen, row.owedFen)
    if (fen <= 0) return
    const memo = `抵扣应追回的返利，订单 ${maskNo(row.orderNo)}`
    await move(ctx, row, { pendingFen: 0, availableFen: -fen, owedFen: -fen }, `owed.${row.version}`, memo)
    await updateRebate(ctx.db, row.id, {
      ...row,
      availableFen: row.availableFen - fen,
      owedFen: row.owedFen - fen,
    })
  }
}

async function move(
  ctx: Ctx,
  { id, promoterId }: RebateRow,
  { pendingFen, availableFen }: RebateMoves,
  operation: string,
  memo: string,
): Promise<void> {
  const legs = [
    leg(customerAccount(promoterId, 'rebate_pending'), pendingFen),
    leg(customerAccount(promoterId, 'rebate'), availableFen),
    leg(laboratoryAccount('rebate_cost'), -(pendingFen + availableFen)),
  ].filter(({ amountFen }) => amountFen !== 0)
  if (legs.length > 0) await post(ctx, { kind: LEDGER_KIND, businessId: id, operation, memo, legs })
}
