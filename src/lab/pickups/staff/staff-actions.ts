import { attachFile, filesAttachedTo } from '../../../core/files/actions.ts'
import { mayReadPersonal } from '../../../core/safety/actions.ts'
import { namesOfStaff, staffInRole, staffMember } from '../../../core/staff/actions.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { historyOf, transition } from '../../../platform/lifecycle/transition.ts'
import { shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { lockOrderRecord, orderRecord } from '../../orders/read-actions.ts'
import { stageLabel } from '../../orders/rules.ts'
import { moveSamples, samplesOf } from '../../samples/actions.ts'
import { sampleStageLabel } from '../../samples/rules.ts'
import { factsFor } from '../actions.ts'
import { pickupErrors } from '../errors.ts'
import { staffViews } from '../list-actions.ts'
import { stopCounts, stopsOf } from '../list-store.ts'
import { mayDispatch, type PickupAction, type PickupFacts, pickupLifecycle, type PickupStage } from '../rules.ts'
import { changes, freePlace, pickupById, type PickupRow } from '../store.ts'
import { whoComes } from '../wire-rules.ts'

// What staff do with pickups. Every verb locks the order first, as the customer's verbs do.

export interface Chosen {
  id: number
  version: number
}

/** The first driver, or another one while nobody has set out. */
export async function assignDriver(ctx: Ctx<Staff>, { staffId, ...chosen }: Chosen & { staffId: number }) {
  const driver = await staffMember(ctx, staffId)
  if (driver?.role !== 'logistics') throw refuse(pickupErrors.noSuchDriver)
  return dispatch(ctx, chosen, changes.driver(staffId), driver.name)
}

/** The waybill was ordered from the courier, who comes to the customer's door. */
export function assignCourier(
  ctx: Ctx<Staff>,
  { courier, waybill, ...chosen }: Chosen & { courier: string; waybill: string },
) {
  return dispatch(ctx, chosen, changes.courier(courier, waybill), whoComes({ courier, waybill }, ''))
}

function dispatch(ctx: Ctx<Staff>, chosen: Chosen, set: Sql[], who: string) {
  return inTx(ctx, async (inner) => {
    const { row, orderStage } = await locked(inner, chosen.id)
    if (!mayDispatch(orderStage)) throw refuse(pickupErrors.orderNotReady)
    return moved(inner, row, chosen, row.stage === 'assigned' ? 'reassign' : 'assign', { set, facts: { who } })
  })
}

export function depart(ctx: Ctx<Staff>, chosen: Chosen) {
  return inTx(ctx, async (inner) => {
    const { row } = await locked(inner, chosen.id)
    if (row.day > shanghaiDate(ctx.clock.now())) throw refuse(pickupErrors.tooEarly)
    return moved(inner, row, chosen, 'depart', { facts: { who: await whoOf(inner, row) } })
  })
}

/** The pieces as the driver counted them at the door, with photos as the proof. */
export function collect(
  ctx: Ctx<Staff>,
  { count, photoFileIds, ...chosen }: Chosen & { count: number; photoFileIds: number[] },
) {
  return inTx(ctx, async (inner) => {
    const { row } = await locked(inner, chosen.id)
    const result = await moved(inner, row, chosen, 'collect', {
      set: changes.collected(count, ctx.clock.now()),
      facts: { count },
    })
    for (const fileId of new Set(photoFileIds)) await attachFile(inner, fileId, photosOf(row.id), ['photo'])
    return result
  })
}

/** The samples wait to be sent again; the place in the slot is spent. */
export function failPickup(ctx: Ctx<Staff>, { reason, ...chosen }: Chosen & { reason: string }) {
  return inTx(ctx, async (inner) => {
    const { row } = await locked(inner, chosen.id)
    const result = await moved(inner, row, chosen, 'fail', { reason, set: changes.ended(reason), facts: { reason } })
    await moveSamples(inner, row.orderId, 'pickupOff')
    return result
  })
}

/** The parcel is in the laboratory. Its samples are received one by one by scan. */
export function arrive(ctx: Ctx<Staff>, chosen: Chosen) {
  return inTx(ctx, async (inner) => {
    const { row } = await locked(inner, chosen.id)
    return moved(inner, row, chosen, 'arrive', { set: changes.arrived(ctx.clock.now()) })
  })
}

export function dropPickup(ctx: Ctx<Staff>, { reason, ...chosen }: Chosen & { reason: string }) {
  return inTx(ctx, async (inner) => {
    const { row } = await locked(inner, chosen.id)
    const result = await moved(inner, row, chosen, 'drop', { reason, set: changes.ended(reason), facts: { reason } })
    await freePlace(inner.db, row.day, row.slot)
    await moveSamples(inner, row.orderId, 'pickupOff')
    return result
  })
}

async function moved(
  ctx: Ctx<Staff>,
  row: PickupRow,
  { version }: Chosen,
  action: PickupAction,
  options: { reason?: string; set?: Sql[]; facts?: Partial<PickupFacts> },
) {
  const { reason, set = [], facts } = options
  const done = await transition(ctx, pickupLifecycle, row.id, action, {
    version,
    ...(reason === undefined ? {} : { reason }),
    set,
    payload: { ...factsFor(row), ...facts },
  })
  return { stage: done.to, stageName: pickupLifecycle.stages[done.to], version: done.version }
}

async function locked(ctx: Ctx, id: number): Promise<{ row: PickupRow; orderStage: string }> {
  const seen = await pickupById(ctx.db, id)
  const order = seen && (await lockOrderRecord(ctx, seen.orderId))
  const row = order && (await pickupById(ctx.db, id))
  if (!row) throw refuse(commonErrors.notFound)
  return { row, orderStage: order.stage }
}

async function whoOf(ctx: Ctx, row: PickupRow): Promise<string> {
  const names = row.driverId === null ? undefined : await namesOfStaff(ctx, [row.driverId])
  return whoComes(row, names?.get(row.driverId ?? 0) ?? '')
}

const photosOf = (id: number) => `pickup:${id}`

/** Not inside a transaction: the alarm about too many reads must be kept. */
export async function viewPickup(ctx: Ctx<Staff>, id: number) {
  const row = await pickupById(ctx.db, id)
  const order = row && (await orderRecord(ctx, row.orderId))
  if (!row || !order) throw refuse(commonErrors.notFound)
  const full = await mayReadContact(ctx, row)
  const [shown] = await staffViews(ctx, [row], () => full)
  if (!shown) throw refuse(commonErrors.notFound)
  const photos = await filesAttachedTo(ctx, photosOf(id))
  const samples = await samplesOf(ctx, row.orderId)
  return {
    ...shown,
    orderStageName: stageLabel(order.stage, order.serviceType),
    full,
    photos: photos.map((file) => ({ id: file.id, name: file.name })),
    samples: samples.map(({ sampleNo, name, stage, serviceType }) => ({
      sampleNo,
      name,
      stageName: sampleStageLabel(stage, serviceType),
    })),
    history: await historyShown(ctx, id),
  }
}

async function historyShown(ctx: Ctx, id: number) {
  const rows = await historyOf(ctx, pickupLifecycle.entity, id)
  const names = await namesOfStaff(
    ctx,
    rows.flatMap(({ actorKind, actorId }) => (actorKind === 'staff' && actorId !== null ? [actorId] : [])),
  )
  const whoDid = (kind: string, actorId: number | null) =>
    kind === 'staff' ? (names.get(actorId ?? 0) ?? '') : kind === 'customer' ? '客户' : '系统'
  return rows.map(({ action, toStage, actorKind, actorId, at, reason }) => ({
    what: action === 'create' ? '预约取样' : (pickupLifecycle.transitions[action as PickupAction]?.label ?? action),
    stageName: pickupLifecycle.stages[toStage as PickupStage] ?? toStage,
    who: whoDid(actorKind, actorId),
    at: shanghaiTime(at),
    reason: reason ?? '',
  }))
}

/** A driver needs the addresses of the own stops of the day; each is recorded as a read. All others are masked. */
export async function routeSheet(
  ctx: Ctx<Staff>,
  { date, driverId = ctx.actor.id }: { date: string; driverId?: number | undefined },
) {
  const own = driverId === ctx.actor.id
  const rows = await stopsOf(ctx.db, date, driverId)
  const readable = new Set<number>()
  if (own && date === shanghaiDate(ctx.clock.now())) {
    for (const row of rows.filter(({ stage }) => onTheWay.includes(stage)))
      if (await mayReadContact(ctx, row)) readable.add(row.id)
  }
  const names = await namesOfStaff(ctx, [driverId])
  return {
    date,
    driverId,
    driverName: names.get(driverId) ?? '',
    own,
    stops: await staffViews(ctx, rows, ({ id }) => readable.has(id)),
  }
}

const onTheWay: readonly PickupStage[] = ['assigned', 'collecting']

function mayReadContact(ctx: Ctx, row: PickupRow): Promise<boolean> {
  return mayReadPersonal(ctx, {
    subject: `customer:${row.customerId}`,
    about: { pickupNo: row.pickupNo },
    reason: '上门取样',
  })
}

export async function driversOf(ctx: Ctx, date: string) {
  const ids = await staffInRole(ctx, 'logistics')
  const names = await namesOfStaff(ctx, ids)
  const counts = new Map((await stopCounts(ctx.db, date)).map(({ driverId, count }) => [driverId, count]))
  return { drivers: ids.map((id) => ({ id, name: names.get(id) ?? '', stops: counts.get(id) ?? 0 })) }
}
