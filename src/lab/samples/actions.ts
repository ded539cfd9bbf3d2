import type { Sql } from '../../platform/db/sql.ts'
import { cappedTotal, MOST_COUNTED } from '../../platform/db/typed-words.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { asSystem, type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { sampleErrors } from './errors.ts'
import {
  type HoldChoice,
  holdChoicesFor,
  isGoingBack,
  isReturnable,
  isTestable,
  keepReminderDays,
  type SampleAction,
  sampleLifecycle,
  type SampleStage,
  type SampleFacts,
} from './rules.ts'
import {
  checkInColumns,
  correctReturnParcel,
  countByStage,
  countSamples,
  intakeColumns,
  keepColumns,
  listSamples,
  orderIdsBySample,
  parcelAwaited,
  reasonColumn,
  returnColumns,
  sampleById,
  sampleByNo,
  samplesByIds,
  samplesByNos,
  type SamplesOf,
  ordersGoingBack,
  ordersInTransit,
  returnsRelation,
  samplesGoingBack,
  samplesOfOrder,
  samplesOverdue,
  unsentSamples,
  updateWaybill,
  waybillColumns,
} from './store.ts'
import { placeFor } from './shelves/shelf-actions.ts'
import type { SampleRow } from './wire-rules.ts'
import { keepEnds, remindKeepJob } from './events.ts'
import { followParcel } from './parcels/parcel-actions.ts'

export function samplesOf(ctx: Pick<Ctx, 'db'>, orderId: number): Promise<SampleRow[]> {
  return samplesOfOrder(ctx.db, orderId)
}

export async function sampleOf(ctx: Pick<Ctx, 'db'>, sampleNo: string): Promise<SampleRow> {
  const row = await sampleByNo(ctx.db, sampleNo)
  if (!row) throw refuse(sampleErrors.unknownNumber)
  return row
}

/** Those that exist, in no order. */
export function samplesNumbered(ctx: Pick<Ctx, 'db'>, sampleNos: readonly string[]): Promise<SampleRow[]> {
  return samplesByNos(ctx.db, sampleNos)
}

/** Records one waybill for samples that the customer sent; it can be corrected until they arrive. */
export async function giveWaybill(
  ctx: Ctx<Customer>,
  ids: number[],
  courier: string,
  waybill: string,
): Promise<{ updated: number }> {
  return inTx(ctx, async (inner) => {
    const rows = await ownSamples(inner, ids)
    if (rows.some((row) => row.serviceType !== 1 || (row.stage !== 'pending' && row.stage !== 'in_transit')))
      throw refuse(sampleErrors.notSendable)
    for (const row of rows) {
      if (row.stage === 'pending') await moveSample(inner, row, 'send', { set: waybillColumns(courier, waybill) })
    }
    await followParcel(inner, courier, waybill)
    await updateWaybill(
      inner.db,
      rows.map((row) => row.id),
      courier,
      waybill,
    )
    return { updated: rows.length }
  })
}

/** Answers the orders of the samples that are to be sent back. With a new address those that wait to be sent are taken too. */
export async function askReturn(ctx: Ctx<Customer>, ids: number[], elsewhere: boolean): Promise<number[]> {
  return inTx(ctx, async (inner) => {
    const rows = await ownSamples(inner, ids)
    const asked = elsewhere ? rows.filter((row) => !isGoingBack(row)) : rows
    if (!asked.every(isReturnable)) throw refuse(sampleErrors.notReturnable)
    for (const row of asked) await moveSample(inner, row, 'askReturn')
    return [...new Set(rows.map(({ orderId }) => orderId))]
  })
}

async function ownSamples(ctx: Ctx<Customer>, ids: number[]): Promise<SampleRow[]> {
  const rows = await samplesByIds(ctx.db, ctx.actor.id, ids)
  if (rows.length !== new Set(ids).size) throw refuse(commonErrors.notFound)
  return rows
}

export interface Intake {
  weightMg?: number | undefined
  condition: string
  shelf: string
}

/** Receives or parks one scanned sample. The caller moves its order. */
export async function takeIn(
  ctx: Ctx,
  row: SampleRow,
  intake: Intake,
  as: 'receive' | 'park' = 'receive',
): Promise<void> {
  if (row.stage === 'received' || (as === 'park' && row.stage === 'parked')) throw refuse(sampleErrors.alreadyReceived)
  const receivedBy = ctx.actor.kind === 'staff' ? ctx.actor.id : null
  const note = {
    weightMg: intake.weightMg ?? null,
    condition: intake.condition,
    shelf: await placeFor(ctx, intake.shelf),
    receivedBy,
    receivedAt: ctx.clock.now(),
  }
  await moveSample(ctx, row, as, { set: intakeColumns(note) })
}

export async function sendBack(ctx: Ctx, row: SampleRow, courier: string, waybill: string): Promise<void> {
  const set = returnColumns(courier, waybill, ctx.clock.now())
  await moveSample(ctx, row, 'return', { set, payload: { courier, waybill } })
  await followParcel(ctx, courier, waybill)
}

/** A mistyped number of a parcel that was sent back, with all its samples. The customer is told the right one. */
export async function correctReturn(
  ctx: Ctx<Staff>,
  { stage, orderId, orderNo, customerId, returnCourier, returnWaybill }: SampleRow,
  parcel: { courier: string; waybill: string },
): Promise<void> {
  if (stage !== 'returned') throw refuse(sampleErrors.notReturned)
  if (returnWaybill === parcel.waybill && returnCourier === parcel.courier) return
  for (const { id, version, sampleNo, name } of await correctReturnParcel(ctx.db, orderId, returnWaybill, parcel)) {
    const before = { courier: returnCourier, waybill: returnWaybill }
    await recordAudit(ctx, { action: 'sample.correctReturn', subject: `sample:${id}`, before, after: parcel })
    const move = { id, version, from: 'returned', to: 'returned' } as const
    const facts = { orderNo, customerId, sampleNo, name, ...parcel, formerWaybill: returnWaybill }
    await emit(ctx, sampleLifecycle.events.return, { ...move, ...facts })
  }
  await followParcel(ctx, parcel.courier, parcel.waybill)
}

export async function moveSample(
  ctx: Ctx,
  row: SampleRow,
  action: SampleAction,
  options: { reason?: string; set?: ReturnType<typeof keepColumns>; payload?: Partial<SampleFacts> } = {},
): Promise<void> {
  const { reason = '' } = options
  const payload = { orderNo: row.orderNo, customerId: row.customerId, sampleNo: row.sampleNo, name: row.name }
  const keepUntil = action === 'keep' ? addDays(ctx.clock.now(), await readSetting(ctx, 'sampleKeepDays')) : undefined
  const arrived = action === 'checkIn' ? checkInColumns(ctx.clock.now()) : []
  await transition(ctx, sampleLifecycle, row.id, action, {
    reason: reason || undefined,
    set: [reasonColumn(reason), ...(keepUntil ? keepColumns(keepUntil) : (options.set ?? [])), ...arrived],
    payload: { ...payload, ...options.payload, reason: reason || undefined },
  })
  if (keepUntil)
    await enqueue(
      ctx,
      remindKeepJob,
      { sampleId: row.id, keepUntil: keepUntil.toISOString() },
      {
        at: addDays(keepUntil, -keepReminderDays),
      },
    )
}

/** A week before the storage time ends. Does nothing when the sample has moved on or its storage time has changed. */
export async function remindOfKeep(ctx: Ctx, sampleId: number, keepUntil: Date): Promise<void> {
  const row = await sampleById(ctx.db, sampleId)
  if (row?.stage !== 'kept' || row.form === 'data' || row.keepUntil?.getTime() !== keepUntil.getTime()) return
  const { orderNo, customerId, sampleNo, name } = row
  await emit(ctx, keepEnds, { orderNo, customerId, sampleNo, name, until: shanghaiDate(keepUntil) })
}

/** The customer's decisions on an exception, by sample; samples that are not named stay unchanged. */
export async function decideSamples(
  ctx: Ctx<Customer>,
  orderId: number,
  choices: readonly { sampleNo: string; choice: HoldChoice }[],
): Promise<void> {
  const rows = await samplesOfOrder(ctx.db, orderId)
  for (const { sampleNo, choice } of choices) {
    const row = rows.find((candidate) => candidate.sampleNo === sampleNo)
    if (!row) throw refuse(commonErrors.notFound)
    if (!holdChoicesFor(row.stage).includes(choice)) throw refuse(sampleErrors.choiceNotOpen)
    if (choice === 'drop') await moveSample(ctx, row, 'drop')
    if (choice === 'resend') await moveSample(ctx, row, 'resend', { set: parcelAwaited() })
  }
}

/** Applies the action to every sample of the order whose stage allows it. */
export async function moveSamples(
  ctx: Ctx,
  orderId: number,
  action: SampleAction,
  filter: (row: SampleRow) => boolean = () => true,
): Promise<void> {
  const from = sampleLifecycle.transitions[action].from as readonly SampleStage[]
  const system = asSystem(ctx)
  for (const row of await samplesOfOrder(ctx.db, orderId)) {
    if (from.includes(row.stage) && filter(row)) await moveSample(system, row, action)
  }
}

/** The order is paid: samples wanted back wait to be sent, the others are kept for their storage time. */
export async function releaseSamples(ctx: Ctx, orderId: number): Promise<void> {
  await moveSamples(ctx, orderId, 'askReturn', (row) => row.returnWanted)
  await moveSamples(ctx, orderId, 'keep', (row) => !row.returnWanted)
}

/** Samples to send back, the longest waiting first, including those of unpaid orders. */
export function samplesToReturn(ctx: Pick<Ctx, 'db'>): Promise<SampleRow[]> {
  return samplesGoingBack(ctx.db)
}

/** For statements of other slices: how the samples of an order went back, as a relation of one row (waiting, last_at); null without any. */
export function returnsOf(orderId: Sql): Sql {
  return returnsRelation(orderId)
}

/** Of these orders those with a sample that waits to be sent back; no statement when there are none. */
export async function ordersToReturnFor(ctx: Pick<Ctx, 'db'>, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = orderIds.length === 0 ? [] : await ordersGoingBack(ctx.db, orderIds)
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Of these orders those whose samples are all sent and have not all arrived; no statement when there are none. */
export async function ordersOnTheWay(ctx: Pick<Ctx, 'db'>, orderIds: readonly number[]): Promise<Set<number>> {
  const rows = orderIds.length === 0 ? [] : await ordersInTransit(ctx.db, orderIds)
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Kept samples whose storage time is over. Staff confirm the destruction of each. */
export async function samplesToDestroy(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  part?: { page: number; size: number },
): Promise<{ rows: SampleRow[]; total: number }> {
  const rows = await samplesOverdue(ctx.db, ctx.clock.now(), part?.size ?? null, part ? (part.page - 1) * part.size : 0)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Starts testing of every sample that can be tested. */
export function testSamples(ctx: Ctx, orderId: number): Promise<void> {
  return moveSamples(ctx, orderId, 'startTesting', isTestable)
}

/** The customer's own samples, or in the name of a group those of the orders that it pays. */
export function whoseSamples({ id, personId }: Customer): SamplesOf {
  return personId === undefined ? { customerId: id } : { payerId: id }
}

/** How many samples wait to be sent, by order. */
export async function unsentByOrder(ctx: Pick<Ctx, 'db'>, whose: SamplesOf): Promise<Map<number, number>> {
  const rows = await unsentSamples(ctx.db, whose)
  return new Map(rows.map(({ orderId, count }) => [orderId, count]))
}

/** Ids of the orders with a sample whose number or name matches. */
export async function ordersWithSample(ctx: Pick<Ctx, 'db'>, whose: SamplesOf, text: string): Promise<number[]> {
  return (await orderIdsBySample(ctx.db, whose, text)).map((row) => row.orderId)
}

/** The customer's samples by stage, for staff. */
export async function sampleCounts({ db }: Pick<Ctx, 'db'>, whose: SamplesOf): Promise<Map<SampleStage, number>> {
  return new Map((await countByStage(db, whose)).map(({ stage, count }) => [stage, count]))
}

export async function findSamples(
  ctx: Pick<Ctx, 'db'>,
  whose: SamplesOf,
  input: { stage: SampleStage | ''; kw: string; orderNo?: string; page: number; size: number },
) {
  const filter = {
    ...whose,
    stage: input.stage,
    kw: input.kw,
    orderNo: input.orderNo ?? '',
    limit: input.size,
    offset: (input.page - 1) * input.size,
  }
  const most = input.kw === '' ? null : MOST_COUNTED + 1
  const [rows, total, counts] = await Promise.all([
    listSamples(ctx.db, filter),
    countSamples(ctx.db, filter, most),
    countByStage(ctx.db, whose),
  ])
  return {
    rows,
    counts: Object.fromEntries(counts.map(({ stage, count }) => [stage, count])),
    ...cappedTotal(total, most),
  }
}
