import { lockOrderToPay, type MoneyOrder } from '../../../lab/orders/actions.ts'
import type { transferApplyAdd } from '../../../money/prestore/contract.ts'
import {
  addClaim,
  cancelClaim,
  type ClaimFields,
  editClaim,
  ownClaim,
} from '../../../money/prestore/claims/claim-actions.ts'
import {
  claimForStaff,
  confirmMatch,
  type Matched,
  matchClaim,
  type MatchRequest,
  rejectClaim,
  returnMatch,
  type Used,
} from '../../../money/prestore/received/match-actions.ts'
import type { ClaimKind } from '../../../money/prestore/rules.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { transition } from '../../../platform/lifecycle/transition.ts'
import { lockForPayment, paySettlement } from '../actions.ts'
import { payErrors } from '../../../money/payments/errors.ts'
import { settlementErrors } from '../errors.ts'
import { prepayOrder } from '../pay-actions.ts'
import { settlementLifecycle } from '../rules.ts'
import { lockSettlement, payer, type Settlement } from '../store.ts'

// Claims that a settlement or a prepayment was paid by bank transfer. The claims themselves and the bank lines are in money/prestore.
// Every step locks the payable before the claim, and the claim before the balance.

type Payable = { kind: 'prestore' } | { kind: 'settlement'; row: Settlement } | { kind: 'order'; row: MoneyOrder }

/** Claims the payment of a settlement, which then waits for confirmation, or of the prepayment of an order. */
export async function claimTransfer(
  ctx: Ctx<Customer>,
  { kind, no, ...fields }: InputOf<typeof transferApplyAdd>,
): Promise<{ id: number }> {
  return inTx(ctx, async (inner) => {
    await startClaim(inner, await locked(inner, ctx.actor.id, kind, no))
    return addClaim(inner, fields, { kind, no })
  })
}

/** Corrects a claim. One that was rejected claims its payable again. */
export async function editTransfer(ctx: Ctx<Customer>, id: number, version: number, fields: ClaimFields) {
  await inTx(ctx, async (inner) => {
    const { kind, payableNo } = await ownClaim(inner, id)
    const payable = await locked(inner, ctx.actor.id, kind, payableNo)
    if ((await ownClaim(inner, id)).stage === 'rejected') await startClaim(inner, payable)
    await editClaim(inner, id, version, fields)
  })
}

export async function cancelTransfer(ctx: Ctx<Customer>, id: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const { kind, payableNo } = await ownClaim(inner, id)
    const payable = await locked(inner, ctx.actor.id, kind, payableNo)
    const { stage } = await ownClaim(inner, id)
    await cancelClaim(inner, id)
    if (stage === 'pending' && payable.kind === 'settlement')
      await transition(inner, settlementLifecycle, payable.row.id, 'withdrawTransfer', { where: payer(ctx.actor.id) })
  })
}

/** Matches a bank line with a claim and pays what it names, unless a second person has to confirm. */
export async function matchTransfer(ctx: Ctx<Staff>, request: MatchRequest): Promise<Matched> {
  return inTx(ctx, async (inner) => {
    const payable = await payableToPay(inner, request.claimId)
    return matchClaim(inner, request, (within, amountFen) => payWith(within, payable, amountFen))
  })
}

export async function confirmTransfer(ctx: Ctx<Staff>, claimId: number, version: number): Promise<Matched> {
  return inTx(ctx, async (inner) => {
    const payable = await payableToPay(inner, claimId)
    return confirmMatch(inner, claimId, version, (within, amountFen) => payWith(within, payable, amountFen))
  })
}

export async function returnTransfer(ctx: Ctx<Staff>, claimId: number, version: number, reason: string) {
  await returnMatch(ctx, claimId, version, reason)
}

/** Rejects a claim; its settlement can be paid or claimed again. */
export async function rejectTransfer(ctx: Ctx<Staff>, claimId: number, version: number, reason: string) {
  await inTx(ctx, async (inner) => {
    const payable = await payableOf(inner, claimId)
    await rejectClaim(inner, claimId, version, reason)
    if (payable.kind !== 'settlement' || payable.row.stage !== 'confirming') return
    const { id, payerId, settlementNo, totalFen } = payable.row
    await transition(inner, settlementLifecycle, id, 'refuseTransfer', {
      reason,
      payload: { customerId: payerId ?? payable.row.customerId, settlementNo, totalFen, reason },
    })
  })
}

async function startClaim(ctx: Ctx<Customer>, payable: Payable): Promise<void> {
  if (payable.kind === 'settlement') {
    if (payable.row.stage !== 'unpaid' && payable.row.stage !== 'confirming') throw refuse(payErrors.notPayable)
    // While it is confirming there is a claim already, which is refused by its own name.
    if (payable.row.stage === 'unpaid')
      await transition(ctx, settlementLifecycle, payable.row.id, 'claimTransfer', { where: payer(ctx.actor.id) })
  } else if (payable.kind === 'order') {
    if (payable.row.stage !== 'prepay') throw refuse(payErrors.notPayable)
    if (payable.row.prepayFen === null) throw refuse(settlementErrors.notPriced)
  }
}

/** Pays the payable from the balance, to which the money was credited just now; too little, or nothing to pay: it stays there. */
async function payWith(ctx: Ctx<Staff>, payable: Payable, amountFen: number): Promise<Used> {
  if (payable.kind === 'prestore') return { use: 'kept', paidFen: 0 }
  const isOpen = payable.kind === 'settlement' ? payable.row.stage === 'confirming' : payable.row.stage === 'prepay'
  const owedFen = (payable.kind === 'settlement' ? payable.row.totalFen : payable.row.prepayFen) ?? 0
  if (!isOpen) return { use: 'late', paidFen: 0 }
  if (amountFen < owedFen) {
    if (payable.kind === 'settlement') await transition(ctx, settlementLifecycle, payable.row.id, 'fallShort')
    return { use: 'short', paidFen: 0 }
  }
  if (payable.kind === 'settlement') await paySettlement(ctx, payable.row, 'confirmTransfer')
  else await prepayOrder(ctx, payable.row.payerId, payable.row.orderNo)
  return { use: amountFen > owedFen ? 'over' : 'paid', paidFen: owedFen }
}

async function payableToPay(ctx: Ctx<Staff>, claimId: number): Promise<Payable> {
  const payable = await payableOf(ctx, claimId)
  if (payable.kind === 'settlement') await lockForPayment(ctx, payable.row)
  return payable
}

async function payableOf(ctx: Ctx<Staff>, claimId: number): Promise<Payable> {
  const { customerId, kind, payableNo } = await claimForStaff(ctx, claimId)
  return locked(ctx, customerId, kind, payableNo)
}

async function locked(ctx: Ctx, customerId: number, kind: ClaimKind, no: string): Promise<Payable> {
  if (kind === 'prestore') return { kind }
  if (kind === 'order') return { kind, row: await lockOrderToPay(ctx, customerId, no) }
  const row = await lockSettlement(ctx.db, no, customerId)
  if (!row) throw refuse(commonErrors.notFound)
  return { kind, row }
}
