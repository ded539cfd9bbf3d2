import { randomInt } from 'node:crypto'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { recordCreation } from '../../platform/lifecycle/transition.ts'
import { epochSeconds, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { balanceOf } from '../prestore/actions.ts'
import { askIfDue, closeAtChannel, openAtChannel } from './ask-actions.ts'
import type { PayAnswer, payCreate, PayState, payWays } from './contract.ts'
import { payErrors } from './errors.ts'
import { askPaymentJob } from './events.ts'
import { kindOf, type Paying } from './payable-actions.ts'
import {
  addMinutes,
  channelLabels,
  nextAsk,
  PAYMENT_MINUTES,
  type PayChannelKey,
  paymentLifecycle,
  paymentNo,
  serves,
} from './rules.ts'
import { insertPayment, lockPayable, nextNumber, openPayments, type Payment, paymentOfCustomer } from './store.ts'

type Asked = InputOf<typeof payCreate>

/** The ways to pay that are open, with what they need to know. */
export async function waysToPay(ctx: Ctx<Customer>, paying: Paying, asked: InputOf<typeof payWays>) {
  const kind = kindOf(paying, asked.kind)
  const due = kind.pay ? await kind.find(ctx, ctx.actor.id, { no: asked.no }) : null
  const { balanceFen } = await balanceOf(ctx, ctx.actor.id)
  const channels = [...paying.channels(ctx).values()].map(({ key, label, scenes }) => ({
    method: key,
    label,
    scenes: [...scenes],
  }))
  return { balanceFen, due, channels, topUp: await readSetting(ctx, 'topUp') }
}

/**
 * Pays from the balance, or records an attempt to pay through a channel. Runs in the transaction of the idempotency key: the attempt is
 * committed before the channel hears of it. `openPayment` then asks the channel.
 */
export async function createPayment(ctx: Ctx<Customer>, paying: Paying, asked: Asked): Promise<PayAnswer> {
  if (asked.kind !== 'prestore' && asked.amountFen !== undefined) throw refuse(payErrors.amountNotAsked)
  return inTx(ctx, (inner) =>
    asked.method === 'prestore'
      ? payFromBalance(inner, paying, asked)
      : recordAttempt(inner, paying, { ...asked, method: asked.method }),
  )
}

/** After the commit of `createPayment`, also for a repeated key: opens the charge at the channel, and closes other open attempts. */
export async function openPayment(ctx: Ctx<Customer>, paying: Paying, before: PayAnswer): Promise<PayAnswer> {
  if (before.paymentNo === '') {
    // Paid from the balance: a code that is still open would be paid once more.
    for (const other of await openPayments(ctx.db, {
      customerId: ctx.actor.id,
      kind: before.kind,
      payableNo: before.no,
    }))
      await closeAtChannel(ctx, paying, other)
    return before
  }
  const payment = await ownPayment(ctx, before.paymentNo)
  if (payment.stage !== 'open') return answerFor(ctx, payment)
  for (const other of await openPayments(ctx.db, payment))
    if (other.id !== payment.id && (await closeAtChannel(ctx, paying, other)) === 'paid') {
      await closeAtChannel(ctx, paying, payment)
      return { ...(await answerFor(ctx, payment)), state: 'paid', paid: true, secondsLeft: 0 }
    }
  const opened = (payment.codeUrl ?? payment.pageUrl) ? 'open' : await openAtChannel(ctx, paying, payment)
  const answer = await answerFor(ctx, await ownPayment(ctx, payment.paymentNo))
  return opened === 'unavailable' ? { ...answer, state: 'unavailable' } : answer
}

/** The state of an own payment. Asks the channel about a waiting one, at most every few seconds. */
export async function payState(ctx: Ctx<Customer>, paying: Paying, no: string): Promise<PayAnswer> {
  await askIfDue(ctx, paying, await ownPayment(ctx, no))
  return answerFor(ctx, await ownPayment(ctx, no))
}

/** The customer gives an attempt up. When it was paid meanwhile, it is received. */
export async function closePayment(ctx: Ctx<Customer>, paying: Paying, no: string): Promise<PayAnswer> {
  const payment = await ownPayment(ctx, no)
  if (payment.stage === 'open' && (await closeAtChannel(ctx, paying, payment)) === 'unavailable')
    throw refuse(payErrors.channelUnavailable)
  return answerFor(ctx, await ownPayment(ctx, no))
}

async function payFromBalance(ctx: Ctx<Customer>, paying: Paying, { kind: key, no }: Asked): Promise<PayAnswer> {
  refuseInDoubt(ctx)
  const kind = kindOf(paying, key)
  if (!kind.pay) throw refuse(payErrors.notByBalance)
  const { amountFen } = await kind.pay(ctx, ctx.actor.id, no)
  return { ...(await fromBalance(ctx)), kind: key, no, about: '', amountFen }
}

async function fromBalance(ctx: Ctx<Customer>) {
  const { balanceFen } = await balanceOf(ctx, ctx.actor.id)
  const none = {
    paymentNo: '',
    channel: null,
    scene: 'qr' as const,
    keptBecause: '',
    codeUrl: null,
    pageUrl: null,
    expiresAt: null,
    secondsLeft: 0,
  }
  return { ...none, state: 'paid' as const, paid: true, balanceFen }
}

async function recordAttempt(
  ctx: Ctx<Customer>,
  paying: Paying,
  asked: Asked & { method: PayChannelKey },
): Promise<PayAnswer> {
  const channel = paying.channels(ctx).get(asked.method)
  const { kind, no: payableNo, method, scene } = asked
  // Only a page differs on a phone.
  const phone = scene === 'page' && asked.phone
  if (!channel?.scenes.includes(scene))
    throw refuse(payErrors.notOpen, `${channelLabels[method]}未开通，请选择其他支付方式`)
  const customerId = ctx.actor.id
  const { amountFen, about } = await kindOf(paying, kind).find(ctx, customerId, {
    no: payableNo,
    amountFen: asked.amountFen,
  })
  if (amountFen === 0) throw refuse(payErrors.notPayable)
  await lockPayable(ctx.db, { customerId, kind, payableNo })
  const now = ctx.clock.now()
  const open = (await openPayments(ctx.db, { customerId, kind, payableNo })).find((each) =>
    serves(each, { channel: method, scene, phone, amountFen }, now),
  )
  if (open) return answerFor(ctx, open)
  const payment = await insertPayment(ctx.db, {
    paymentNo: paymentNo(shanghaiDate(now), await nextNumber(ctx.db), randomLetters()),
    customerId,
    channel: method,
    scene,
    phone,
    kind,
    payableNo,
    about,
    amountFen,
    createdAt: now,
    expiresAt: addMinutes(now, PAYMENT_MINUTES),
  })
  await recordCreation(ctx, paymentLifecycle, payment.id, 'open')
  const first = nextAsk(payment.createdAt, payment.expiresAt, 0)
  if (first) await enqueue(ctx, askPaymentJob, { paymentId: payment.id, step: 0 }, { at: first.at })
  return answerFor(ctx, payment)
}

const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function randomLetters(): string {
  return Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

async function ownPayment(ctx: Ctx<Customer>, no: string): Promise<Payment> {
  const payment = await paymentOfCustomer(ctx.db, no, ctx.actor.id)
  if (!payment) throw refuse(commonErrors.notFound)
  return payment
}

async function answerFor(ctx: Ctx<Customer>, payment: Payment): Promise<PayAnswer> {
  const { balanceFen } = await balanceOf(ctx, payment.customerId)
  const now = ctx.clock.now()
  const state = stateOf(payment, now)
  const waits = state === 'waiting'
  return {
    paymentNo: payment.paymentNo,
    kind: payment.kind,
    no: payment.payableNo,
    about: payment.about,
    channel: payment.channel,
    scene: payment.scene,
    state,
    paid: state === 'paid',
    keptBecause: payment.keptBecause,
    amountFen: payment.amountFen,
    balanceFen,
    codeUrl: waits ? payment.codeUrl : null,
    pageUrl: waits ? payment.pageUrl : null,
    expiresAt: shanghaiTime(payment.expiresAt),
    secondsLeft: waits ? Math.max(0, epochSeconds(payment.expiresAt) - epochSeconds(now)) : 0,
  }
}

/** An expired attempt reads as closed before the job closes it. */
function stateOf({ stage, expiresAt }: Payment, now: Date): PayState {
  if (stage !== 'open') return stage
  return expiresAt > now ? 'waiting' : 'closed'
}
