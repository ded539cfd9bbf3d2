import { accountOfPhone, customerOf, customersOf } from '../../../people/customers/actions.ts'
import { maskPhone, POINTS_PURPOSE } from '../../../people/customers/rules.ts'
import { sendOwnCode, spendCode } from '../../../people/sign-in/codes/code-actions.ts'
import { readRule } from '../../../core/settings/dated-actions.ts'
import { takeTry } from '../../../platform/auth/throttle.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { emit, enqueue } from '../../../platform/jobs/outbox.ts'
import { recordCreation, transition } from '../../../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { givePointsBack, handPointsOver, pointsOf, spendPoints } from '../actions.ts'
import { pointErrors } from '../errors.ts'
import { lapseTransferJob, pointsOffered } from '../events.ts'
import { ANSWER_DAYS, pointTransferLifecycle } from './transfer-rules.ts'
import { lockHolders } from '../store.ts'
import {
  insertPointTransfer,
  type PointTransfer,
  pointTransferById,
  pointTransfersPage,
  receiver,
  sender,
  transferEnded,
  transferredIn,
} from './transfer-store.ts'

/** Sends a code to the phone of the account, never to a number from the request. */
export async function sendTransferCode(ctx: Ctx<Customer>): Promise<void> {
  refuseInDoubt(ctx)
  const { phone } = await customerOf(ctx, ctx.actor.id)
  await sendOwnCode(ctx, phone, POINTS_PURPOSE)
}

export interface TransferLimits {
  most: number
  left: number
}

/** What the customer may transfer at once and still in this month. */
export async function transferLimits(ctx: Ctx, customerId: number): Promise<TransferLimits> {
  const rule = await readRule(ctx, 'pointRules')
  if (!rule) return { most: 0, left: 0 }
  const done = await transferredIn(ctx.db, customerId, monthOf(ctx))
  const left = Math.max(rule.transferMostPerMonth - done, 0)
  return { most: Math.min(rule.transferMost, left), left }
}

/**
 * Offers points to the customer with this phone. A number without an account is offered points like any other and never answers, so that
 * the answer does not tell who has an account. The code is spent outside the transaction, so that a wrong one counts.
 */
export async function offerPoints(
  ctx: Ctx<Customer>,
  { phone, points, code }: { phone: string; points: number; code: string },
) {
  refuseInDoubt(ctx)
  const me = await customerOf(ctx, ctx.actor.id)
  if (me.phone === phone) throw refuse(pointErrors.transferToSelf)
  await requireLimits(ctx, points)
  const short = points - (await pointsOf(ctx, ctx.actor.id)).usable
  if (short > 0) throw refuse(pointErrors.notEnoughPoints, `积分不足，还差 ${short} 积分`)
  const waitSeconds = await takeTry(ctx, `points-transfer:${ctx.actor.id}`)
  if (waitSeconds > 0) throw refuse(pointErrors.tooManyTransfers, `转赠次数过多，请 ${waitSeconds} 秒后再试`)
  await spendCode(ctx, me.phone, POINTS_PURPOSE, code)
  const to = await accountOfPhone(ctx, phone)
  return inTx(ctx, async (inner) => {
    await lockHolders(inner.db, [ctx.actor.id])
    await requireLimits(inner, points)
    return opened(inner, { points, phone, toId: to?.id ?? null, from: maskPhone(me.phone) })
  })
}

async function opened(
  ctx: Ctx<Customer>,
  { points, phone, toId, from }: { points: number; phone: string; toId: number | null; from: string },
) {
  const now = ctx.clock.now()
  const toPhone = maskPhone(phone)
  const answerBy = addDays(now, ANSWER_DAYS)
  const month = monthOf(ctx)
  const asked = { customerId: ctx.actor.id, toCustomerId: toId, toPhone, points, month, answerBy }
  const row = await insertPointTransfer(ctx.db, asked, now)
  await recordCreation(ctx, pointTransferLifecycle, row.id, 'offered')
  await spendPoints(ctx, { ...spendingOf(row), points, memo: `转赠 ${toPhone}` })
  const until = shanghaiTime(answerBy).slice(0, 16)
  if (toId !== null) await emit(ctx, pointsOffered, { customerId: toId, transferId: row.id, points, from, until })
  await enqueue(ctx, lapseTransferJob, { transferId: row.id }, { at: answerBy })
  return { id: row.id, toPhone, answerBy: until }
}

/** The receiver takes the points. */
export async function acceptTransfer(ctx: Ctx<Customer>, id: number): Promise<void> {
  refuseInDoubt(ctx)
  await inTx(ctx, async (inner) => {
    const row = await pointTransferById(inner.db, id)
    if (!row || row.toCustomerId !== ctx.actor.id) throw refuse(commonErrors.notFound)
    const { phone } = await customerOf(inner, row.customerId)
    await transition(inner, pointTransferLifecycle, id, 'accept', {
      where: receiver(ctx.actor.id),
      set: transferEnded(ctx.clock.now()),
      payload: { customerId: row.customerId, points: row.points, phone: row.toPhone },
    })
    const memo = `收到 ${maskPhone(phone)} 转赠`
    await handPointsOver(inner, { ...spendingOf(row), customerId: ctx.actor.id, memo })
  })
}

/** The sender takes an offer back. */
export async function cancelTransfer(ctx: Ctx<Customer>, id: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await pointTransferById(inner.db, id)
    if (!row || row.customerId !== ctx.actor.id) throw refuse(commonErrors.notFound)
    await transition(inner, pointTransferLifecycle, id, 'cancel', {
      where: sender(ctx.actor.id),
      set: transferEnded(ctx.clock.now()),
      payload: { customerId: row.customerId, points: row.points, phone: row.toPhone },
    })
    await givePointsBack(inner, { ...spendingOf(row), memo: `转赠 ${row.toPhone} 撤回` })
  })
}

/** The job of an offer; does nothing when it was answered. */
export async function lapseTransfer(ctx: Ctx, id: number): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const row = await pointTransferById(inner.db, id)
    if (row?.stage !== 'offered') return
    await transition(inner, pointTransferLifecycle, id, 'lapse', {
      set: transferEnded(ctx.clock.now()),
      payload: { customerId: row.customerId, points: row.points, phone: row.toPhone },
    })
    await givePointsBack(inner, { ...spendingOf(row), memo: `转赠 ${row.toPhone} 未领取，退回` })
  })
}

export async function transfersOf(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const rows = await pointTransfersPage(ctx.db, ctx.actor.id, size, (page - 1) * size)
  const senders = await customersOf(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  const list = rows.map((row) => {
    const sent = row.customerId === ctx.actor.id
    return {
      ...{ id: row.id, sent, points: row.points, stage: row.stage },
      other: sent ? row.toPhone : maskPhone(senders.get(row.customerId)?.phone ?? ''),
      stageLabel: pointTransferLifecycle.stages[row.stage],
      answerBy: shanghaiTime(row.answerBy).slice(0, 16),
      createdAt: shanghaiTime(row.createdAt),
    }
  })
  return { list, total: rows[0]?.total ?? 0, page, size }
}

async function requireLimits(ctx: Ctx<Customer>, points: number): Promise<void> {
  const rule = await readRule(ctx, 'pointRules')
  if (!rule || rule.transferMost === 0 || rule.transferMostPerMonth === 0) throw refuse(pointErrors.noTransfers)
  if (points > rule.transferMost) throw refuse(pointErrors.overTransferMost, `每次最多转赠 ${rule.transferMost} 积分`)
  const left = rule.transferMostPerMonth - (await transferredIn(ctx.db, ctx.actor.id, monthOf(ctx)))
  if (points > left)
    throw refuse(
      pointErrors.overTransferMonth,
      `本月还可转赠 ${Math.max(left, 0)} 积分（每月最多 ${rule.transferMostPerMonth}）`,
    )
}

function monthOf(ctx: Pick<Ctx, 'clock'>): string {
  return shanghaiDate(ctx.clock.now()).slice(0, 7)
}

function spendingOf({ id, customerId }: PointTransfer) {
  return { on: 'transfer' as const, id, customerId }
}
