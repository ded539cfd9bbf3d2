import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../platform/http/ctx.ts'
import { transition } from '../platform/lifecycle/transition.ts'
import { addHours } from '../platform/time.ts'
import { type Intake, moveSample, sampleOf, samplesOf, sendBack, takeIn } from '../samples/actions.ts'
import type { SampleAction } from '../samples/rules.ts'
import { closeIfDone, payloadOf } from './actions.ts'
import { orderErrors } from './errors.ts'
import { orderLifecycle, orderLimits, stageLabel } from './rules.ts'
import { along, linesOf, lockedOrder, type OrderRow } from './store.ts'

// Samples coming in and going out, with what that means for their order. Samples know nothing of orders, so it stands here.

/** What a scan shows before anything is done. */
export async function findScanned(ctx: Ctx, sampleNo: string) {
  const sample = await sampleOf(ctx, sampleNo)
  const order = await orderOf(ctx, sample.orderId)
  const line = (await linesOf(ctx.db, order.id)).find((candidate) => candidate.id === sample.lineId)
  const { received, total } = await progressOf(ctx, order.id)
  return {
    sample,
    orderStage: order.stage,
    orderStageName: stageLabel(order.stage, order.serviceType),
    projectName: line?.projectName ?? '',
    received,
    total,
  }
}

/** Takes one sample in; with the last one of its order the order is received and the manager's call falls due. */
export async function receiveSample(ctx: Ctx<Staff>, sampleNo: string, intake: Intake) {
  return inTx(ctx, async (inner) => {
    const sample = await sampleOf(inner, sampleNo)
    const order = await orderOf(inner, sample.orderId)
    if (!expectsSamples(order)) throw refuse(orderErrors.sampleUnexpected)
    await takeIn(inner, sample, intake)
    const { received, total, waiting } = await progressOf(inner, order.id)
    const complete = waiting === 0 && received > 0 && order.stage === 'awaiting_sample'
    if (complete) {
      const now = ctx.clock.now()
      const set = along.received(now, addHours(now, orderLimits.managerCallHours))
      await transition(asSystem(inner), orderLifecycle, order.id, 'receive', {
        set,
        payload: { ...payloadOf(order), received, total },
      })
    }
    return {
      sample: await sampleOf(inner, sampleNo),
      received,
      total,
      orderStage: complete ? 'received' : order.stage,
      orderReceived: complete,
    }
  })
}

/** Refusing the last one missing leaves an order with what did arrive. */
export async function refuseSample(ctx: Ctx<Staff>, sampleNo: string, reason: string) {
  return inTx(ctx, async (inner) => {
    const sample = await sampleOf(inner, sampleNo)
    const order = await orderOf(inner, sample.orderId)
    await moveSample(inner, sample, 'refuse', { reason })
    const { received, total, waiting } = await progressOf(inner, order.id)
    if (order.stage === 'awaiting_sample' && waiting === 0 && received > 0) {
      const now = ctx.clock.now()
      const set = along.received(now, addHours(now, orderLimits.managerCallHours))
      await transition(asSystem(inner), orderLifecycle, order.id, 'receive', {
        set,
        payload: { ...payloadOf(order), received, total },
      })
    }
    return sampleOf(inner, sampleNo)
  })
}

export async function returnSample(ctx: Ctx<Staff>, sampleNo: string, courier: string, waybill: string) {
  return inTx(ctx, async (inner) => {
    const sample = await sampleOf(inner, sampleNo)
    await sendBack(inner, sample, courier, waybill)
    await closeIfDone(inner, sample.orderId)
    return sampleOf(inner, sampleNo)
  })
}

export type Disposal = Extract<SampleAction, 'keep' | 'destroy' | 'consume' | 'lose' | 'reportAbnormal' | 'resume'>

export async function disposeSample(ctx: Ctx<Staff>, sampleNo: string, action: Disposal, reason: string | undefined) {
  return inTx(ctx, async (inner) => {
    const sample = await sampleOf(inner, sampleNo)
    await moveSample(inner, sample, action, reason === undefined ? {} : { reason })
    await closeIfDone(inner, sample.orderId)
    return sampleOf(inner, sampleNo)
  })
}

/** Parcels are opened for orders that may be tested, and for samples that are sent again during a test. */
function expectsSamples(order: OrderRow): boolean {
  return ['awaiting_sample', 'received', 'testing', 'on_hold', 'retest'].includes(order.stage)
}

async function progressOf(ctx: Ctx, orderId: number): Promise<{ received: number; total: number; waiting: number }> {
  const samples = await samplesOf(ctx, orderId)
  const waiting = samples.filter((sample) => sample.stage === 'pending' || sample.stage === 'in_transit').length
  const received = samples.filter((sample) => sample.receivedAt !== null && sample.stage !== 'refused').length
  return { received, total: samples.length, waiting }
}

/** With its row locked, so that of two last scans at once the second sees the first and completes the order. */
async function orderOf(ctx: Ctx, id: number): Promise<OrderRow> {
  const row = await lockedOrder(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}
