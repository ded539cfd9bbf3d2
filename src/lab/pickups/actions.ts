import { isAllowedRegion } from '../../core/regions/region-rules.ts'
import { findRegion, regions } from '../../core/regions/region-actions.ts'
import { readSetting, readSettings } from '../../core/settings/actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { addressOf } from '../../people/addresses/actions.ts'
import { withoutRegion } from '../../people/addresses/address-line-rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, type Customer, inTx, personOf } from '../../platform/http/ctx.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { ofParty as orderOfParty } from '../orders/move-actions.ts'
import { findOrders, lockOrderRecord, whoseOrders } from '../orders/read-actions.ts'
import type { OrderRow } from '../orders/record-rules.ts'
import { moveSamples, samplesOf, unsentByOrder, whoseSamples } from '../samples/actions.ts'
import { isFetchable } from '../samples/rules.ts'
import type { SendAddress } from './contract.ts'
import { pickupErrors } from './errors.ts'
import {
  dayProblem,
  mayRequest,
  pickupDays,
  type PickupFacts,
  pickupLifecycle,
  pickupLimits,
  pickupNo,
  type PickupStage,
  pickupTime,
  requestStages,
  type SlotNumber,
  slotProblem,
  slotText,
} from './rules.ts'
import {
  changes,
  countPickups,
  freePlace,
  insertPickup,
  livePickup,
  livePickups,
  nextNumber,
  ofParty,
  pickupOfParty,
  type PickupRow,
  type PickupsOf,
  pickupsOf,
  placesTaken,
  takePlace,
} from './store.ts'
import { pickupWire } from './wire-rules.ts'

/** The calendar that the dialog shows, from the same rules that `requestPickup` holds. */
export async function pickupCalendar(ctx: Pick<Ctx, 'db' | 'clock'>) {
  const now = ctx.clock.now()
  const { allowRegion, samplingSetting } = await readSettings(ctx, ['allowRegion', 'samplingSetting'])
  const taken = await placesTaken(ctx.db, shanghaiDate(now), shanghaiDate(addDays(now, pickupLimits.mostDaysAhead)))
  return {
    days: pickupDays(samplingSetting, now, taken),
    regions: allowRegion,
    cities: allowRegion.flatMap((code) => regions.names[code] ?? []),
    tip: samplingSetting.WxTip1,
  }
}

export interface PickupRequest {
  date: string
  time: SlotNumber
  message: string
  sendAddress: SendAddress
}

/** Requests a pickup of all samples of the order that have not been sent. */
export async function addPickup(ctx: Ctx<Customer>, orderNo: string, request: PickupRequest) {
  const { id } = await orderOfParty(ctx, orderNo)
  return inTx(ctx, async (inner) => {
    const order = await lockOrderRecord(inner, id)
    if (!order) throw refuse(commonErrors.notFound)
    return pickupWire(await requestPickup(inner, order, request))
  })
}

/**
 * Joins the transaction of the caller, who has locked the order or is creating it. The place in the slot is taken last but for the row
 * itself, so that its lock is held for a short time.
 */
export async function requestPickup(
  ctx: Ctx<Customer>,
  order: Pick<OrderRow, 'id' | 'orderNo' | 'customerId' | 'payerId' | 'stage' | 'serviceType'>,
  { date, time, message, sendAddress }: PickupRequest,
): Promise<PickupRow> {
  const now = ctx.clock.now()
  if (!mayRequest(order)) throw refuse(pickupErrors.orderNotOpen)
  const { allowRegion, samplingSetting } = await readSettings(ctx, ['allowRegion', 'samplingSetting'])
  const closed = dayProblem(samplingSetting, date, now)
  if (closed) throw refuse(pickupErrors.dayUnavailable, `所选日期不能取样：${closed}`)
  const past = slotProblem(samplingSetting, date, time, now)
  if (past) throw refuse(pickupErrors.slotUnavailable, `所选时段不能取样：${past}`)
  const address = await addressFor(ctx, sendAddress)
  if (!isAllowedRegion(address.areaCode, allowRegion)) throw refuse(pickupErrors.regionClosed)
  const waiting = (await samplesOf(ctx, order.id)).filter(isFetchable)
  if (waiting.length === 0) throw refuse(pickupErrors.nothingToCollect)
  if (await livePickup(ctx.db, order.id)) throw refuse(pickupErrors.alreadyRequested)
  if (!(await takePlace(ctx.db, date, time, samplingSetting.capacity))) throw refuse(pickupErrors.slotFull)
  const row = await insertPickup(
    ctx.db,
    {
      pickupNo: pickupNo(shanghaiDate(now), await nextNumber(ctx.db)),
      orderId: order.id,
      orderNo: order.orderNo,
      customerId: order.customerId,
      payerId: order.payerId,
      requestedBy: personOf(ctx.actor),
      day: date,
      slot: time,
      slotText: slotText(samplingSetting, time),
      message,
      ...address,
      sampleCount: waiting.length,
    },
    now,
  )
  if (!row) throw refuse(pickupErrors.alreadyRequested)
  await recordCreation(ctx, pickupLifecycle, row.id, 'requested')
  await moveSamples(ctx, order.id, 'awaitPickup')
  return row
}

/** The person's own saved address, or the new one with the names of its region's code. */
async function addressFor(ctx: Ctx<Customer>, given: SendAddress) {
  if ('address_rid' in given) {
    const { name, phone, areaCode, province, city, area, address } = await addressOf(
      ctx,
      personOf(ctx.actor),
      given.address_rid,
    )
    return { name, phone, areaCode, province, city, area, address }
  }
  const region = findRegion(given.address_code)
  if (!region) {
    throw refuse(pickupErrors.regionUnknown, undefined, {
      fields: { 'sendAddress.address_code': pickupErrors.regionUnknown.message },
    })
  }
  const { code, province, city, area } = region
  const address = withoutRegion(given.address, code, regions)
  return { name: given.name, phone: given.phone, areaCode: code, province, city, area, address }
}

/** The customer sends the samples: a pickup that nobody was assigned to is taken back. Answers where to send them. */
export async function chooseSelfSend(ctx: Ctx<Customer>, orderNo: string): Promise<string> {
  const { id, serviceType } = await orderOfParty(ctx, orderNo)
  if (serviceType !== 1) throw refuse(pickupErrors.orderNotOpen)
  await inTx(ctx, async (inner) => {
    await lockOrderRecord(inner, id)
    const live = await livePickup(inner.db, id)
    if (live && live.stage !== 'requested') throw refuse(pickupErrors.tooLateToCancel)
    if (live) await takeBack(inner, live)
    // Samples that a former pickup did not bring.
    else await moveSamples(inner, id, 'pickupOff')
  })
  const { receiver, phone, address, postcode } = await readSetting(ctx, 'labAddress')
  return [receiver, phone, address, postcode].filter(Boolean).join(' ')
}

/** Until somebody is assigned. */
export async function cancelPickup(ctx: Ctx<Customer>, id: number): Promise<{ stage: PickupStage; stageName: string }> {
  const seen = await pickupOfParty(ctx.db, id, ctx.actor.id)
  if (!seen) throw refuse(commonErrors.notFound)
  return inTx(ctx, async (inner) => {
    await lockOrderRecord(inner, seen.orderId)
    const row = (await pickupOfParty(inner.db, id, ctx.actor.id)) ?? seen
    if (['assigned', 'collecting', 'collected'].includes(row.stage)) throw refuse(pickupErrors.tooLateToCancel)
    await takeBack(inner, row)
    return { stage: 'cancelled', stageName: pickupLifecycle.stages.cancelled }
  })
}

async function takeBack(ctx: Ctx<Customer>, row: PickupRow): Promise<void> {
  await transition(ctx, pickupLifecycle, row.id, 'cancel', { where: ofParty(ctx.actor.id), payload: factsFor(row) })
  await freePlace(ctx.db, row.day, row.slot)
  await moveSamples(ctx, row.orderId, 'pickupOff')
}

/** An order that ended takes its pickup with it, unless the samples are fetched already. */
export async function dropWithOrder(ctx: Ctx, orderId: number, reason: string): Promise<void> {
  await inTx(ctx, async (inner) => {
    await lockOrderRecord(inner, orderId)
    const row = await livePickup(inner.db, orderId)
    if (!row || row.stage === 'collected') return
    await drop(inner, row, reason)
    await moveSamples(inner, orderId, 'pickupOff')
  })
}

/** By the system, whoever acts. */
async function drop(ctx: Ctx, row: PickupRow, reason: string): Promise<void> {
  await transition(asSystem(ctx), pickupLifecycle, row.id, 'drop', {
    reason,
    set: changes.ended(reason),
    payload: { ...factsFor(row), reason, bySystem: true },
  })
  await freePlace(ctx.db, row.day, row.slot)
}

/**
 * A sample of the order was received. When somebody has set out, what was fetched has arrived; otherwise the samples came another way,
 * and with the last of them nothing is left to fetch.
 */
export async function followReceipt(ctx: Ctx, orderId: number): Promise<void> {
  const row = await livePickup(ctx.db, orderId)
  if (!row) return
  if (row.stage === 'requested' || row.stage === 'assigned') {
    const left = (await samplesOf(ctx, orderId)).some(isFetchable)
    if (!left) await drop(ctx, row, '样品已送到实验室')
    return
  }
  await transition(asSystem(ctx), pickupLifecycle, row.id, 'arrive', {
    set: changes.arrived(ctx.clock.now()),
    payload: factsFor(row),
  })
}

export async function ownPickups(
  ctx: Ctx<Customer>,
  { orderNo, page, size }: { orderNo: string; page: number; size: number },
) {
  const whose = whosePickups(ctx.actor)
  const rows = await pickupsOf(ctx.db, whose, orderNo, size, (page - 1) * size)
  const names = await namesOfStaff(
    ctx,
    rows.flatMap((row) => row.driverId ?? []),
  )
  const list = rows.map((row) => pickupWire(row, names.get(row.driverId ?? 0) ?? ''))
  return { list, total: await countPickups(ctx.db, whose, orderNo), page, size }
}

/** Orders for which a pickup may be requested now. */
export async function fetchableOrders(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const unsent = await unsentByOrder(ctx, whoseSamples(ctx.actor))
  const { rows, total } = await findOrders(ctx, {
    ...whoseOrders(ctx.actor),
    ids: [...unsent.keys()],
    stages: requestStages,
    limit: size,
    offset: (page - 1) * size,
  })
  const list = rows.map(({ id, orderNo, title }) => ({ orderNo, title, samples: unsent.get(id) ?? 0 }))
  return { list, total, page, size }
}

/** The pickups that go on, by order, for what an order waits for. */
export async function livePickupsOf(
  ctx: Pick<Ctx, 'db'>,
  orderIds: number[],
): Promise<Map<number, { stage: PickupStage; when: string }>> {
  const rows = orderIds.length === 0 ? [] : await livePickups(ctx.db, orderIds)
  return new Map(rows.map((row) => [row.orderId, { stage: row.stage, when: pickupTime(row) }]))
}

function whosePickups({ id, personId }: Customer): PickupsOf {
  return personId === undefined ? { customerId: id } : { payerId: id }
}

export function factsFor(row: PickupRow): PickupFacts {
  const { pickupNo: no, orderNo, customerId } = row
  return { pickupNo: no, orderNo, customerId, when: pickupTime(row) }
}
