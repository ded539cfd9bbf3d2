import { lockOrderToPay, prepaymentsDue } from '../../../lab/orders/actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { assignToBalance, ownerOfReceived } from '../../../money/prestore/received/received-actions.ts'
import type { receivedAssign } from '../../../money/prestore/received/received-contract.ts'
import { payErrors } from '../../../money/payments/errors.ts'
import { lockForPayment, paySettlement } from '../actions.ts'
import { prepayOrder } from '../pay-actions.ts'
import { lockSettlement, settlementsToPay } from '../store.ts'

// Pays with bank money that finance received. The money passes through the customer's balance in one transaction, so that the
// customer's list of movements shows both the receipt and the payment.

type Assignment = InputOf<typeof receivedAssign>

/** Locks the payable before the balance, as every payment does, which avoids a deadlock. */
export async function assignReceived(
  ctx: Ctx<Staff>,
  input: Assignment,
): Promise<{ assignedFen: number; restFen: number }> {
  return inTx(ctx, async (inner) => {
    const { customerId } = await ownerOfReceived(inner, input.id)
    const part = { id: input.id, version: input.version }
    if (input.to === 'prestore') {
      const { restFen } = await assignToBalance(inner, { ...part, amountFen: input.amountFen }, '预存余额')
      return { assignedFen: input.amountFen, restFen }
    }
    if (input.to === 'order') {
      const { prepayFen } = await lockOrderToPay(inner, customerId, input.no)
      if (!prepayFen) throw refuse(payErrors.notPayable)
      const { restFen } = await assignToBalance(inner, { ...part, amountFen: prepayFen }, input.no)
      await prepayOrder(inner, customerId, input.no)
      return { assignedFen: prepayFen, restFen }
    }
    const settlement = await lockSettlement(inner.db, input.no, customerId)
    if (!settlement) throw refuse(commonErrors.notFound)
    await lockForPayment(inner, settlement)
    const { restFen } = await assignToBalance(inner, { ...part, amountFen: settlement.totalFen }, input.no)
    await paySettlement(inner, settlement, 'payFromReceived')
    return { assignedFen: settlement.totalFen, restFen }
  })
}

/** What the customer who sent the money owes and could be paid with it. */
export async function payablesOfReceived(ctx: Ctx<Staff>, id: number) {
  return inTx(ctx, async (inner) => {
    const { customerId } = await ownerOfReceived(inner, id)
    const orders = await prepaymentsDue(inner, customerId)
    const settlements = await settlementsToPay(inner.db, customerId, ['unpaid'])
    return {
      list: [
        ...orders.map(({ orderNo, title, amountFen }) => ({
          to: 'order' as const,
          no: orderNo,
          about: `预付款：${title}`,
          amountFen,
        })),
        ...settlements.map(({ settlementNo, payerName, totalFen }) => ({
          to: 'settlement' as const,
          no: settlementNo,
          about: payerName === '' ? '结算单' : `结算单：${payerName}`,
          amountFen: totalFen,
        })),
      ],
    }
  })
}
