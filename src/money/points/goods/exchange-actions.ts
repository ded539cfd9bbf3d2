import { addressOf } from '../../../people/addresses/actions.ts'
import { customersOf } from '../../../people/customers/actions.ts'
import { customerName } from '../../../people/customers/name-rules.ts'
import { maskAddress, maskPhone } from '../../../people/customers/rules.ts'
import { readPersonal } from '../../../core/safety/actions.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { actionsAt } from '../../../platform/lifecycle/lifecycle.ts'
import { recordCreation, transition } from '../../../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { issueForPoints } from '../../coupons/issue-actions.ts'
import { givePointsBack, spendPoints } from '../actions.ts'
import { pointErrors } from '../errors.ts'
import { confirmExchangeJob } from '../events.ts'
import {
  daysToConfirm,
  type ExchangeFacts,
  exchangeLifecycle,
  exchangeNo,
  type ExchangeObstacle,
} from './exchange-rules.ts'
import { obstaclesToGoods } from './goods-actions.ts'
import {
  type Exchange,
  exchangeById,
  exchangeChanges,
  exchangeOfCustomer,
  exchangesByIds,
  exchangesPage,
  type GoodsRow,
  insertExchange,
  keepCoupon,
  lockGoods,
  nextExchangeNumber,
  owner,
  putItemBack,
  takeItem,
} from './goods-store.ts'
import type { StaffExchange } from '../staff-contract.ts'

const obstacleErrors = {
  soldOut: pointErrors.soldOut,
  perPerson: pointErrors.perPersonReached,
  ended: pointErrors.campaignClosed,
} as const satisfies Record<ExchangeObstacle, unknown>

interface Asked {
  goodsId: number
  points: number
  addressId: number | null
}

/**
 * Takes goods for points. The goods are locked first, so that buyers of the last item come one after another; then the points. A coupon is
 * issued at once, as far as the limits of its campaign allow.
 */
export async function exchangeGoods(ctx: Ctx<Customer>, { goodsId, points, addressId }: Asked) {
  refuseInDoubt(ctx)
  return inTx(ctx, async (inner) => {
    const goods = await lockGoods(inner.db, goodsId)
    if (!goods?.onSale) throw refuse(pointErrors.noSuchGoods)
    if (goods.points !== points) throw refuse(pointErrors.priceChanged)
    const obstacle = (await obstaclesToGoods(inner, [goods])).get(goodsId)
    if (obstacle) throw refuse(obstacleErrors[obstacle])
    if ((await takeItem(inner.db, goodsId)) === 0) throw refuse(pointErrors.soldOut)
    const row = await opened(inner, goods, addressId)
    await spendPoints(inner, { ...spendingOf(row), points, memo: `兑换「${goods.name}」${row.exchangeNo}` })
    if (goods.kind === 'coupon') await giveCoupon(inner, row, goods)
    return { id: row.id, exchangeNo: row.exchangeNo, stage: row.stage }
  })
}

async function opened(ctx: Ctx<Customer>, goods: GoodsRow, addressId: number | null): Promise<Exchange> {
  const now = ctx.clock.now()
  const no = exchangeNo(shanghaiDate(now), await nextExchangeNumber(ctx.db))
  const stage = goods.kind === 'coupon' ? 'done' : 'to_ship'
  const to = goods.kind === 'coupon' ? nobody : await receiverOf(ctx, addressId)
  const row = await insertExchange(ctx.db, { exchangeNo: no, customerId: ctx.actor.id, goods, stage, ...to }, now)
  await recordCreation(ctx, exchangeLifecycle, row.id, stage)
  return row
}

const nobody = { receiver: '', phone: '', address: '' }

async function receiverOf(ctx: Ctx<Customer>, addressId: number | null) {
  if (addressId === null)
    throw refuse(pointErrors.addressNeeded, undefined, { fields: { addressId: pointErrors.addressNeeded.message } })
  const { name, phone, province, city, area, address } = await addressOf(ctx, ctx.actor.id, addressId)
  // Municipalities have the same name as province and city.
  const region = [...new Set([province, city, area])].join('')
  return { receiver: name, phone, address: `${region}${address}` }
}

async function giveCoupon(ctx: Ctx, { id, customerId }: Exchange, { campaignId }: GoodsRow): Promise<void> {
  const coupon = campaignId === null ? undefined : await issueForPoints(ctx, campaignId, customerId, `exchange:${id}`)
  if (coupon === undefined) throw refuse(pointErrors.campaignClosed)
  await keepCoupon(ctx.db, id, coupon)
}

export async function exchangesOf(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const rows = await exchangesPage(ctx.db, ctx.actor.id, size, (page - 1) * size)
  const list = rows.map((row) => {
    const may = actionsAt(exchangeLifecycle, row.stage, 'customer')
    return {
      id: row.id,
      exchangeNo: row.exchangeNo,
      kind: row.goodsKind,
      name: row.goodsName,
      points: row.points,
      stage: row.stage,
      stageLabel: exchangeLifecycle.stages[row.stage],
      receiver: row.receiver === '' ? '' : `${row.receiver} ${maskPhone(row.phone)}`,
      address: row.address,
      courier: row.courier,
      waybill: row.waybill,
      reason: row.reason,
      createdAt: shanghaiTime(row.createdAt),
      mayCancel: may.includes('cancel'),
      mayConfirm: may.includes('confirm'),
    }
  })
  return { list, total: rows[0]?.total ?? 0, page, size }
}

/** The customer takes an exchange back that was not sent yet. */
export async function cancelExchange(ctx: Ctx<Customer>, id: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await exchangeOfCustomer(inner.db, id, ctx.actor.id)
    if (!row) throw refuse(commonErrors.notFound)
    await transition(inner, exchangeLifecycle, id, 'cancel', {
      where: owner(ctx.actor.id),
      set: exchangeChanges.ended(ctx.clock.now()),
      payload: factsFor(row),
    })
    await undo(inner, row)
  })
}

export async function cancelExchangeByStaff(
  ctx: Ctx<Staff>,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await existing(inner, id)
    await transition(inner, exchangeLifecycle, id, 'cancelByStaff', {
      ...{ version, reason },
      set: exchangeChanges.ended(ctx.clock.now(), reason),
      payload: { ...factsFor(row), reason },
    })
    await undo(inner, row)
  })
}

/** The stage has moved, so this happens once. */
async function undo(ctx: Ctx, row: Exchange): Promise<void> {
  await putItemBack(ctx.db, row.goodsId)
  await givePointsBack(ctx, { ...spendingOf(row), memo: `兑换 ${row.exchangeNo} 取消，积分退回` })
}

export async function shipExchange(
  ctx: Ctx<Staff>,
  { id, version, courier, waybill }: { id: number; version: number; courier: string; waybill: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await existing(inner, id)
    const now = ctx.clock.now()
    await transition(inner, exchangeLifecycle, id, 'ship', {
      version,
      set: exchangeChanges.shipped(courier, waybill, now),
      payload: { ...factsFor(row), courier, waybill },
    })
    await enqueue(inner, confirmExchangeJob, { exchangeId: id }, { at: addDays(now, daysToConfirm) })
  })
}

export async function confirmExchange(ctx: Ctx<Customer>, id: number): Promise<void> {
  const row = await exchangeOfCustomer(ctx.db, id, ctx.actor.id)
  if (!row) throw refuse(commonErrors.notFound)
  await transition(ctx, exchangeLifecycle, id, 'confirm', {
    where: owner(ctx.actor.id),
    set: exchangeChanges.ended(ctx.clock.now()),
    payload: factsFor(row),
  })
}

/** The job of shipped goods; does nothing when the customer has confirmed them. */
export async function autoConfirmExchange(ctx: Ctx, id: number): Promise<void> {
  const row = await exchangeById(ctx.db, id)
  if (row?.stage !== 'shipped') return
  await transition(asSystem(ctx), exchangeLifecycle, id, 'autoConfirm', {
    set: exchangeChanges.ended(ctx.clock.now()),
    payload: factsFor(row),
  })
}

/** [T-58] Reading where to send counts as reading personal data. */
export async function exchangeAddress(ctx: Ctx<Staff>, id: number) {
  const { customerId, exchangeNo: no, receiver, phone, address, stage } = await existing(ctx, id)
  if (stage !== 'to_ship') throw refuse(commonErrors.stageConflict)
  await readPersonal(ctx, { subject: `customer:${customerId}`, about: { exchangeNo: no }, reason: '积分商品发货' })
  return { receiver, phone, address }
}

export async function exchangeViews(ctx: Ctx<Staff>, ids: number[]): Promise<StaffExchange[]> {
  const rows = await exchangesByIds(ctx.db, ids)
  const customers = await customersOf(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    exchangeNo: row.exchangeNo,
    customerName: customerName(customers.get(row.customerId)),
    customerPhone: maskPhone(customers.get(row.customerId)?.phone ?? ''),
    kind: row.goodsKind,
    name: row.goodsName,
    points: row.points,
    stage: row.stage,
    stageLabel: exchangeLifecycle.stages[row.stage],
    receiver: row.receiver === '' ? '' : `${row.receiver.slice(0, 1)}**`,
    phone: maskPhone(row.phone),
    address: row.address === '' ? '' : maskAddress(row.address),
    courier: row.courier,
    waybill: row.waybill,
    reason: row.reason,
    createdAt: shanghaiTime(row.createdAt),
    shippedAt: row.shippedAt && shanghaiTime(row.shippedAt),
  }))
}

async function existing(ctx: Ctx, id: number): Promise<Exchange> {
  const row = await exchangeById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

function spendingOf({ id, customerId }: Exchange) {
  return { on: 'exchange' as const, id, customerId }
}

function factsFor({ customerId, exchangeNo: no, goodsName: name, points }: Exchange): ExchangeFacts {
  return { customerId, exchangeNo: no, name, points }
}
