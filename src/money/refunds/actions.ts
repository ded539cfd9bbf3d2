import { tellStaff } from '../../core/staff-notices/actions.ts'
import { decidesAlone, requireLimit } from '../../core/staff/roles/limit-actions.ts'
import { randomBytes } from 'node:crypto'
import { commonErrors, Refusal, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { formatFen } from '../../platform/money.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { post, takeBackStep } from '../ledger/actions.ts'
import { customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import { countRefunded, lockPaymentFor, type Payment } from '../payments/refund-actions.ts'
import { channelLabels } from '../payments/rules.ts'
import { balanceOf, creditPrestore, debitPrestore } from '../prestore/actions.ts'
import { prestoreErrors } from '../prestore/errors.ts'
import { refundErrors } from './errors.ts'
import { refundedToBalance, sendRefundJob } from './events.ts'
import {
  isTooOld,
  MOST_REFUNDS_OF_PAYMENT,
  type RefundFacts,
  refundLifecycle,
  refundNo,
  type RefundStage,
  sendTime,
} from './rules.ts'
import {
  changes,
  insertRefund,
  type NewRefund,
  nextNumber,
  proposedByAnother,
  type Refund,
  refundById,
  refundsOfPayment,
} from './store.ts'

/** All steps of a refund in the ledger share this kind and its id. */
export const LEDGER_KIND = 'refund'

interface Asked {
  amountFen: number
  typedFen: number
  reason: string
}

export interface Made {
  id: number
  refundNo: string
  stage: RefundStage
}

/**
 * Refunds a payment through its channel, at most what was paid and is not refunded. The money is taken from the customer's balance and held;
 * above the limit a second person confirms before it is sent. Locks the payment before the balance, as receiving does.
 */
export async function refundToChannel(
  ctx: Ctx<Staff>,
  { paymentNo, amountFen, typedFen, reason }: Asked & { paymentNo: string },
): Promise<Made> {
  assertTyped(amountFen, typedFen)
  return inTx(ctx, async (inner) => {
    const payment = await lockPaymentFor(inner, paymentNo)
    const { count, lastSentAt } = await refundsOfPayment(inner.db, payment.id)
    assertRefundable(ctx, payment, count)
    if (!(await countRefunded(inner, payment.id, amountFen))) throw moreThan(payment.amountFen - payment.refundedFen)
    const stage = (await decidesAlone(inner, 'refund', amountFen)) ? 'processing' : 'checking'
    const row = await open(inner, {
      customerId: payment.customerId,
      way: 'channel',
      subjectNo: paymentNo,
      paymentId: payment.id,
      channel: payment.channel,
      stage,
      amountFen,
      reason,
      sendAt: stage === 'processing' ? sendTime(lastSentAt, ctx.clock.now()) : null,
      doneAt: null,
    })
    await hold(inner, row)
    if (row.sendAt) await enqueue(inner, sendRefundJob, { refundId: row.id }, { at: row.sendAt })
    return madeOf(row)
  })
}

/**
 * Gives money that was paid for an order back to the balance. The caller has locked the order; `lower` takes the amount off what the order
 * costs and refuses when that is less, now or, above the limit, when a second person confirms.
 */
export async function refundToBalance(
  ctx: Ctx<Staff>,
  { customerId, orderNo, amountFen, typedFen, reason }: Asked & { customerId: number; orderNo: string },
  lower: (ctx: Ctx<Staff>) => Promise<unknown>,
): Promise<Made> {
  assertTyped(amountFen, typedFen)
  return inTx(ctx, async (inner) => {
    const second = !(await decidesAlone(inner, 'refund', amountFen))
    const row = await open(inner, {
      customerId,
      way: 'balance',
      subjectNo: orderNo,
      paymentId: null,
      channel: null,
      stage: second ? 'checking' : 'done',
      amountFen,
      reason,
      sendAt: null,
      doneAt: second ? null : ctx.clock.now(),
    })
    if (!second) {
      await lower(inner)
      await giveBack(inner, row)
    }
    return madeOf(row)
  })
}

/** Confirms by a second person; refuses the person who asked for it. `lower` as above, for a refund to the balance. */
export async function confirmRefund(
  ctx: Ctx<Staff>,
  { id, version, typedFen }: { id: number; version: number; typedFen: number },
  lower: (ctx: Ctx<Staff>, row: Refund) => Promise<unknown>,
): Promise<{ stage: RefundStage }> {
  return inTx(ctx, async (inner) => {
    const row = await refundForStaff(inner, id)
    assertTyped(row.amountFen, typedFen)
    if (row.stage === 'checking' && row.proposedBy === ctx.actor.id) throw refuse(refundErrors.samePerson)
    await requireLimit(inner, 'refund', row.amountFen, 'refund.confirm')
    const second = { version, where: proposedByAnother(ctx.actor.id), payload: factsFor(row) }
    const now = ctx.clock.now()
    if (row.way === 'balance') {
      await lower(inner, row)
      const set = changes.confirmedToBalance(ctx.actor.id, now)
      const { to } = await transition(inner, refundLifecycle, id, 'confirmToBalance', { ...second, set })
      await giveBack(inner, row)
      return { stage: to }
    }
    const payment = await lockPaymentFor(inner, row.subjectNo)
    const sendAt = sendTime((await refundsOfPayment(inner.db, payment.id)).lastSentAt, now)
    const set = changes.confirmed(ctx.actor.id, sendAt)
    const { to } = await transition(inner, refundLifecycle, id, 'confirm', { ...second, set })
    await enqueue(inner, sendRefundJob, { refundId: id }, { at: sendAt })
    return { stage: to }
  })
}

/** The second person refuses; held money goes back to the balance. */
export async function declineRefund(
  ctx: Ctx<Staff>,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<{ stage: RefundStage }> {
  return inTx(ctx, async (inner) => {
    const row = await refundForStaff(inner, id)
    if (row.way === 'channel') await lockPaymentFor(inner, row.subjectNo)
    const { to } = await transition(inner, refundLifecycle, id, 'decline', {
      version,
      reason,
      set: changes.ended(reason),
      payload: { ...factsFor(row), reason },
    })
    if (row.way === 'channel') await releaseHold(inner, row, '未通过')
    if (row.proposedBy !== ctx.actor.id)
      await tellStaff(inner, {
        staffIds: [row.proposedBy],
        kind: 'declined',
        title: `${ctx.actor.name} 未通过退款 ${row.refundNo}：${reason}`,
        path: '/console/refunds?tab=declined',
        key: `refund:${id}:declined`,
      })
    return { stage: to }
  })
}

/** Takes the hold of a refund to a channel back and no longer counts it. The caller has locked payment and refund. */
export async function releaseHold(ctx: Ctx, row: Refund, why: string): Promise<void> {
  await takeBackStep(ctx, LEDGER_KIND, row.id, 'hold', `退款 ${row.refundNo} ${why}，退回余额`)
  if (row.paymentId !== null && !(await countRefunded(ctx, row.paymentId, -row.amountFen)))
    throw new Error(`payment of refund ${row.refundNo} does not count it`)
}

export async function refundForStaff(ctx: Pick<Ctx, 'db'>, id: number): Promise<Refund> {
  const row = await refundById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

export function factsFor({ customerId, refundNo: no, amountFen, subjectNo }: Refund): RefundFacts {
  return { customerId, refundNo: no, amountFen, subjectNo }
}

async function open(ctx: Ctx<Staff>, wanted: Omit<NewRefund, 'refundNo' | 'proposedBy'>): Promise<Refund> {
  const now = ctx.clock.now()
  const no = refundNo(shanghaiDate(now), await nextNumber(ctx.db), randomBytes(2).toString('hex').toUpperCase())
  const row = await insertRefund(ctx.db, { ...wanted, refundNo: no, proposedBy: ctx.actor.id }, now)
  await recordCreation(ctx, refundLifecycle, row.id, row.stage)
  await recordAudit(ctx, {
    action: 'refund.make',
    subject: `refund:${row.id}`,
    after: { refundNo: no, way: row.way, subject: row.subjectNo, amountFen: row.amountFen, stage: row.stage },
    reason: row.reason,
  })
  return row
}

async function hold(ctx: Ctx, { id, refundNo: no, customerId, amountFen }: Refund): Promise<void> {
  try {
    await debitPrestore(ctx, {
      customerId,
      amountFen,
      kind: LEDGER_KIND,
      businessId: id,
      operation: 'hold',
      memo: `退款 ${no} 原路退回`,
      counter: customerAccount(customerId, 'refund_held'),
    })
  } catch (error) {
    if (error instanceof Refusal && error.kind === prestoreErrors.notEnough)
      throw refuseAt('amountFen', refundErrors.notInBalance)
    throw error
  }
}

async function giveBack(ctx: Ctx, { id, refundNo: no, customerId, subjectNo, amountFen, reason }: Refund) {
  await creditPrestore(ctx, {
    customerId,
    amountFen,
    kind: LEDGER_KIND,
    businessId: id,
    operation: 'balance',
    memo: `订单 ${subjectNo} 退款`,
    counter: laboratoryAccount('income'),
  })
  const { balanceFen } = await balanceOf(ctx, customerId)
  await emit(ctx, refundedToBalance, { customerId, refundNo: no, orderNo: subjectNo, amountFen, balanceFen, reason })
}

/** The held money has left through the channel. */
export async function payOut(ctx: Ctx, { id, refundNo: no, customerId, amountFen, channel }: Refund): Promise<void> {
  if (channel === null) throw new Error(`refund ${no} has no channel`)
  await post(ctx, {
    kind: LEDGER_KIND,
    businessId: id,
    operation: 'pay',
    memo: `退款 ${no} 已退至${channelLabels[channel]}`,
    legs: [leg(customerAccount(customerId, 'refund_held'), -amountFen), leg(laboratoryAccount(channel), amountFen)],
  })
}

function assertRefundable(ctx: Ctx, payment: Payment, count: number): void {
  if (payment.stage !== 'paid' || payment.paidAt === null) throw refuse(refundErrors.notPaid)
  if (isTooOld(payment.paidAt, ctx.clock.now())) throw refuse(refundErrors.tooOld)
  if (count >= MOST_REFUNDS_OF_PAYMENT) throw refuse(refundErrors.tooMany)
}

function assertTyped(amountFen: number, typedFen: number): void {
  if (amountFen !== typedFen) throw refuseAt('typedFen', refundErrors.amountTyped)
}

export function moreThan(leftFen: number) {
  const says = `退款金额超过可退金额 ${formatFen(leftFen)}`
  return refuse(refundErrors.moreThanPaid, says, { fields: { amountFen: says } })
}

function madeOf({ id, refundNo: no, stage }: Refund): Made {
  return { id, refundNo: no, stage }
}
