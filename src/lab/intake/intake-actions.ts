import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { type Intake, moveSample, sampleOf, sendBack, takeIn } from '../samples/actions.ts'
import { sampleErrors } from '../samples/errors.ts'
import { isKeepOver, returnHindrance, type SampleAction } from '../samples/rules.ts'
import type { SampleRow } from '../samples/wire-rules.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import { closeIfDone } from '../orders/actions.ts'
import { progressOf, receiveIfComplete } from '../orders/arrival-actions.ts'
import { orderErrors } from '../orders/errors.ts'
import { intakeOf, stageLabel } from '../orders/rules.ts'
import { lockOrderRecord, orderLines, orderRecord } from '../orders/read-actions.ts'
import type { OrderRow } from '../orders/record-rules.ts'

// Samples coming in and going out, with what that means for their order. Samples know nothing of orders, so it stands here.
// Every verb locks the order before it touches the sample: two samples moving at once then see each other, and nobody waits in a circle.

/** What a scan shows before anything is done. */
export async function findScanned(ctx: Ctx, sampleNo: string) {
  const sample = await sampleOf(ctx, sampleNo)
  const order = await orderRecord(ctx, sample.orderId)
  if (!order) throw refuse(commonErrors.notFound)
  const line = (await orderLines(ctx, order.id)).find((candidate) => candidate.id === sample.lineId)
  const { received, total } = await progressOf(ctx, order.id)
  return {
    sample,
    orderStage: order.stage,
    orderStageName: stageLabel(order.stage, order.serviceType),
    intake: intakeOf(order.stage),
    projectName: line?.projectName ?? '',
    received,
    total,
  }
}

/**
 * Takes one sample in. With the last one of its order the order is received and the manager's call falls due; before the order
 * is approved or prepaid the sample is parked; sent again during the test, it goes straight to the bench.
 */
export async function receiveSample(ctx: Ctx<Staff>, sampleNo: string, intake: Intake) {
  return inTx(ctx, async (inner) => {
    const { sample, order } = await lockedSample(inner, sampleNo)
    const as = intakeOf(order.stage)
    if (!as) throw refuse(orderErrors.sampleUnexpected)
    await takeIn(inner, sample, intake, as)
    if (order.stage === 'testing') await moveSample(asSystem(inner), await sampleOf(inner, sampleNo), 'startTesting')
    const { received, total, complete } = await receiveIfComplete(inner, order)
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
    const { sample, order } = await lockedSample(inner, sampleNo)
    await moveSample(inner, sample, 'refuse', { reason })
    await receiveIfComplete(inner, order)
    return sampleOf(inner, sampleNo)
  })
}

export async function returnSample(ctx: Ctx<Staff>, sampleNo: string, courier: string, waybill: string) {
  return inTx(ctx, async (inner) => {
    const { sample, order } = await lockedSample(inner, sampleNo)
    const afterPayment = await readSetting(inner, 'returnAfterPayment')
    if (returnHindrance({ stage: order.stage, paid: order.paidAt !== null }, sample.stage, afterPayment))
      throw refuse(sampleErrors.notPaidYet)
    await sendBack(inner, sample, courier, waybill)
    await closeIfDone(inner, sample.orderId)
    return sampleOf(inner, sampleNo)
  })
}

export type Disposal = Extract<SampleAction, 'keep' | 'destroy' | 'consume' | 'lose' | 'reportAbnormal' | 'resume'>

export async function disposeSample(ctx: Ctx<Staff>, sampleNo: string, action: Disposal, reason: string | undefined) {
  return inTx(ctx, async (inner) => {
    const { sample, order } = await lockedSample(inner, sampleNo)
    if (action === 'destroy' && sample.stage === 'kept' && !isKeepOver(sample, ctx.clock.now()))
      throw refuse(sampleErrors.stillKept)
    await moveSample(inner, sample, action, reason === undefined ? {} : { reason })
    // One that is lost on its way is not waited for any longer.
    await receiveIfComplete(inner, order)
    await closeIfDone(inner, order.id)
    return sampleOf(inner, sampleNo)
  })
}

/** The sample as it is once its order's row is locked. */
async function lockedSample(ctx: Ctx, sampleNo: string): Promise<{ sample: SampleRow; order: OrderRow }> {
  const { orderId } = await sampleOf(ctx, sampleNo)
  const order = await lockOrderRecord(ctx, orderId)
  if (!order) throw refuse(commonErrors.notFound)
  return { order, sample: await sampleOf(ctx, sampleNo) }
}
