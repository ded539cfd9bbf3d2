import { accountOfPhone, customerOf, customersOf } from '../../../people/customers/actions.ts'
import { customerName } from '../../../people/customers/name-rules.ts'
import { maskPhone } from '../../../people/customers/rules.ts'
import { shareOrder, unshareOrder } from '../../../lab/orders/closing/share-actions.ts'
import { moveDue, returnDebt, takeOverDebt } from '../../../money/credit/actions.ts'
import { creditErrors } from '../../../money/credit/errors.ts'
import { takeTry } from '../../../platform/auth/throttle.ts'
import { commonErrors, Refusal, refuse } from '../../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { emit, enqueue } from '../../../platform/jobs/outbox.ts'
import { transition } from '../../../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate } from '../../../platform/time.ts'
import { undoCoupon } from '../coupons/coupon-actions.ts'
import { settlementErrors } from '../errors.ts'
import { lapseJob, payerAsked, payerReleased, payerReminded, remindPayerJob } from '../events.ts'
import { dueOf } from '../final-amounts/fix-actions.ts'
import { ANSWER_DAYS, answerReminderDays, settlementLifecycle } from '../rules.ts'
import {
  askedPayer,
  changes,
  hasAgreed,
  lockSettlement,
  lockSettlementById,
  moveRows,
  owner,
  type Settlement,
  settlementById,
  settlementOfOwner,
  ungroupRows,
  unpaidRowsOf,
} from '../store.ts'

// A settlement that another customer is asked to pay. Until the payer agrees, the rows stay the customer's own debt.

type Asked = Pick<Settlement, 'id' | 'customerId' | 'payerId' | 'settlementNo' | 'totalFen' | 'answerBy'>

export interface AskedPayer {
  payerId: number | null
  payerPhone: string
  answerBy: Date
}

/**
 * The account of a phone number that is asked to pay. A number without an account is asked like any other and never answers, so that the
 * answer does not tell who has an account; every number that has not agreed before counts as a try.
 */
export async function payerOfPhone(ctx: Ctx<Customer>, phone: string): Promise<AskedPayer> {
  const me = await customerOf(ctx, ctx.actor.id)
  if (me.phone === phone) throw refuse(settlementErrors.payerIsSelf)
  const payer = await accountOfPhone(ctx, phone)
  if (!payer || !(await hasAgreed(ctx.db, ctx.actor.id, payer.id))) {
    const waitSeconds = await takeTry(ctx, `settlement-payer:${ctx.actor.id}`)
    if (waitSeconds > 0) throw refuse(settlementErrors.tooManyPayers, `查找付款人次数过多，请 ${waitSeconds} 秒后再试`)
  }
  const answerBy = addDays(ctx.clock.now(), ANSWER_DAYS)
  return { payerId: payer?.id ?? null, payerPhone: maskPhone(phone), answerBy }
}

/** Tells the payer, and sets the reminders and the end. Joins the transaction that makes the settlement. */
export async function askPayer(ctx: Ctx, settlement: Asked): Promise<void> {
  const now = ctx.clock.now()
  const asked = { settlementId: settlement.id }
  await tellPayer(ctx, payerAsked, settlement)
  for (const days of answerReminderDays) await enqueue(ctx, remindPayerJob, asked, { at: addDays(now, days) })
  await enqueue(ctx, lapseJob, asked, { at: settlement.answerBy ?? addDays(now, ANSWER_DAYS) })
}

/**
 * The payer agrees, and owes the amount from now on: the customer's used credit is freed, the payer's is charged, and the due dates block
 * the payer. Refuses payAtOnce when the payer's credit cannot bear it, or when the settlement is overdue already.
 */
export async function agreeToPay(ctx: Ctx<Customer>, no: string): Promise<{ settlementNo: string; dueAt: string }> {
  return inTx(ctx, async (inner) => {
    const settlement = await askedOf(inner, no)
    const { id, customerId, totalFen } = settlement
    const payer = await customerOf(inner, ctx.actor.id)
    if (payer.group !== 'institute') throw refuse(settlementErrors.payAtOnce)
    if (settlement.dueAt < ctx.clock.now()) throw refuse(settlementErrors.payAtOnce)
    await transition(inner, settlementLifecycle, id, 'agree', {
      where: askedPayer(payer.id),
      set: changes.answered(ctx.clock.now(), true),
      payload: { customerId, settlementNo: no, totalFen, other: customerName(payer) },
    })
    const rows = await moveRows(inner.db, id, payer.id)
    const freedFen = rows.filter(({ kind }) => kind === 'credit').reduce((sum, row) => sum + row.amountFen, 0)
    await takingOver(() =>
      takeOverDebt(inner, {
        fromId: customerId,
        toId: payer.id,
        freedFen,
        chargedFen: totalFen,
        businessId: `settlement:${id}`,
        memo: `结算单 ${no} 由付款人承担`,
      }),
    )
    for (const row of rows) await moveDue(inner, dueOf(row.id), payer.id)
    if (settlement.shareResults) for (const row of rows) await shareOrder(inner, row.orderId, payer.id)
    return { settlementNo: no, dueAt: shanghaiDate(settlement.dueAt) }
  })
}

/** Paying without having agreed before is agreeing; the debt stays where it is until the payment clears it. Joins the transaction. */
export async function agreeByPaying(ctx: Ctx, settlement: Settlement, payerId: number): Promise<void> {
  const { id, customerId, settlementNo, totalFen } = settlement
  const payer = await customerOf(ctx, payerId)
  await transition(ctx, settlementLifecycle, id, 'agree', {
    where: askedPayer(payerId),
    set: changes.answered(ctx.clock.now(), false),
    payload: { customerId, settlementNo, totalFen, other: customerName(payer) },
  })
  if (settlement.shareResults)
    for (const row of await unpaidRowsOf(ctx.db, id)) await shareOrder(ctx, row.orderId, payerId)
}

export async function declineToPay(ctx: Ctx<Customer>, no: string, reason: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const settlement = await askedOf(inner, no)
    const { id, customerId, totalFen } = settlement
    const payer = await customerOf(inner, ctx.actor.id)
    await transition(inner, settlementLifecycle, id, 'decline', {
      where: askedPayer(payer.id),
      set: changes.answered(ctx.clock.now(), false),
      reason,
      payload: { customerId, settlementNo: no, totalFen, other: customerName(payer), reason },
    })
    await releaseRows(inner, settlement)
  })
}

/** The customer takes the request back before it is answered. */
export async function withdrawRequest(ctx: Ctx<Customer>, no: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    const settlement = await settlementOfOwner(inner.db, no, ctx.actor.id)
    if (!settlement) throw refuse(commonErrors.notFound)
    await transition(inner, settlementLifecycle, settlement.id, 'withdraw', { where: owner(ctx.actor.id) })
    await releaseRows(inner, settlement)
    await tellPayer(inner, payerReleased, settlement)
  })
}

/** Nobody answered in time. */
export async function lapseRequest(ctx: Ctx, settlementId: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const settlement = await lockSettlementById(inner.db, settlementId)
    if (settlement?.stage !== 'proposed') return
    const { id, customerId, settlementNo, totalFen, payerPhone } = settlement
    await transition(inner, settlementLifecycle, id, 'lapse', {
      payload: { customerId, settlementNo, totalFen, other: payerPhone },
    })
    await releaseRows(inner, settlement)
    await tellPayer(inner, payerReleased, settlement)
  })
}

export async function remindPayer(ctx: Ctx, settlementId: number): Promise<void> {
  const settlement = await settlementById(ctx.db, settlementId)
  if (settlement?.stage === 'proposed') await tellPayer(ctx, payerReminded, settlement)
}

/**
 * Ends what a payer took over with a settlement that is cancelled: the debt returns to the customer, and the payer reads the orders no
 * longer. The rows can be grouped again. Joins the transaction of the transition.
 */
export async function endAssignment(ctx: Ctx, settlement: Settlement): Promise<void> {
  const { id, customerId, payerId, settlementNo } = settlement
  const rows = await unpaidRowsOf(ctx.db, id)
  if (settlement.onPayer) {
    await returnDebt(ctx, `settlement:${id}`, `结算单 ${settlementNo} 撤销，由原客户承担`)
    for (const row of rows) await moveDue(ctx, dueOf(row.id), customerId)
    if (payerId !== null) for (const row of rows) await unshareOrder(ctx, row.orderId, payerId)
  }
  await releaseRows(ctx, settlement)
  if (payerId === customerId) return
  await tellPayer(ctx, payerReleased, settlement)
}

/** The coupon is given back, and the rows are the customer's own and without a settlement. */
async function releaseRows(ctx: Ctx, settlement: Settlement): Promise<void> {
  await undoCoupon(ctx, settlement)
  await ungroupRows(ctx.db, settlement.id)
}

async function askedOf(ctx: Ctx<Customer>, no: string): Promise<Settlement> {
  const found = await lockSettlement(ctx.db, no, ctx.actor.id)
  if (!found || found.customerId === ctx.actor.id) throw refuse(commonErrors.notFound)
  if (found.stage !== 'proposed') throw refuse(settlementErrors.answered)
  return found
}

async function tellPayer(
  ctx: Ctx,
  event: typeof payerAsked | typeof payerReminded | typeof payerReleased,
  { id, customerId, payerId, settlementNo, totalFen, answerBy }: Asked,
): Promise<void> {
  if (payerId === null) return
  const customer = (await customersOf(ctx, [customerId])).get(customerId)
  const until = answerBy ? { until: shanghaiDate(answerBy) } : {}
  const other = customerName(customer)
  await emit(ctx, event, { id, customerId: payerId, settlementNo, totalFen, other, ...until })
}

async function takingOver(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const refusals: unknown[] = [creditErrors.overdue, creditErrors.notOpened, creditErrors.notEnough]
    if (!(error instanceof Refusal) || !refusals.includes(error.kind)) throw error
    throw refuse(settlementErrors.payAtOnce, `${error.message}；您可以直接付款，付款即视为同意`)
  }
}
