import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { addRefunded, lockPayment, type Payment } from './store.ts'

// What refunds need of a payment.

export { countedRefunds, type Payment } from './store.ts'

/** The payment, locked until the transaction ends, so that its refunds follow each other. */
export async function lockPaymentFor(ctx: Pick<Ctx, 'db'>, paymentNo: string): Promise<Payment> {
  const payment = await lockPayment(ctx.db, paymentNo)
  if (!payment) throw refuse(commonErrors.notFound)
  return payment
}

/** Counts a refund of the payment, or with a negative amount no longer. False when that would be more than was paid. */
export async function countRefunded(ctx: Pick<Ctx, 'db'>, paymentId: number, amountFen: number): Promise<boolean> {
  return (await addRefunded(ctx.db, paymentId, amountFen)) === 1
}
