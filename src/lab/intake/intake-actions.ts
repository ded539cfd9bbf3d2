import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { correctReturn, type Intake, moveSample, sampleOf, sendBack, takeIn } from '../samples/actions.ts'
import { sampleErrors } from '../samples/errors.ts'
import { isKeepOver, returnHindrance, type SampleAction } from '../samples/rules.ts'
import type { SampleRow } from '../samples/wire-rules.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { closeIfDone } from '../orders/actions.ts'
import { progressOf, receiveIfComplete } from '../orders/arrival-actions.ts'
import { orderErrors } from '../orders/errors.ts'
import { intakeOf, stageLabel } from '../orders/rules.ts'
import { lockOrderRecord, orderLines, orderRecord } from '../orders/read-actions.ts'
import type { OrderRow } from '../orders/record-rules.ts'
import { followReceipt } from '../pickups/actions.ts'
import type { staffSampleReturn } from './return-contract.ts'
import { requireSameAddress } from './return-actions.ts'

// Receiving and returning samples, with the effect on their order. Samples know nothing of orders, so it is done here.
// Every action locks the order before its sample, so that samples that move at the same time see each other and cannot deadlock.

/** What a scan shows before staff act. */
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
 * Receives one sample. The last one completes the order, and the manager's call is due. Before the order is approved or prepaid the
 * sample is parked; a sample sent again while testing runs is tested at once.
 */
export async function receiveSample(ctx: Ctx<Staff>, sampleNo: string, intake: Intake) {
  return inTx(ctx, async (inner) => {
    const { sample, order } = await lockedSample(inner, sampleNo)
    const as = intakeOf(order.stage)
    if (!as) throw refuse(orderErrors.sampleUnexpected)
    await takeIn(inner, sample, intake, as)
    if (order.stage === 'testing') await moveSample(asSystem(inner), await sampleOf(inner, sampleNo), 'startTesting')
    await followReceipt(inner, order.id)
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

/** When the last missing sample is refused, the order continues with the samples that arrived. */
export async function refuseSample(ctx: Ctx<Staff>, sampleNo: string, reason: string) {
  return inTx(ctx, async (inner) => {
    const { sample, order } = await lockedSample(inner, sampleNo)
    await moveSample(inner, sample, 'refuse', { reason })
    await receiveIfComplete(inner, order)
    return sampleOf(inner, sampleNo)
  })
}

export async function returnSample(
  ctx: Ctx<Staff>,
  {
    sampleNo,
    toMark,
    corrects,
    ...parcel
  }: Omit<InputOf<typeof staffSampleReturn>, 'corrects'> & { corrects?: boolean },
) {
  return inTx(ctx, async (inner) => {
    const { sample, order } = await lockedSample(inner, sampleNo)
    if (corrects) {
      await correctReturn(inner, sample, parcel)
      return sampleOf(inner, sampleNo)
    }
    requireSameAddress(order, toMark)
    const afterPayment = await readSetting(inner, 'returnAfterPayment')
    if (returnHindrance({ stage: order.stage, paid: order.paidAt !== null }, sample.stage, afterPayment))
      throw refuse(sampleErrors.notPaidYet)
    await sendBack(inner, sample, parcel.courier, parcel.waybill)
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
    // The order no longer waits for a sample that was lost.
    await receiveIfComplete(inner, order)
    await closeIfDone(inner, order.id)
    return sampleOf(inner, sampleNo)
  })
}

/** The sample, read after its order was locked. */
async function lockedSample(ctx: Ctx, sampleNo: string): Promise<{ sample: SampleRow; order: OrderRow }> {
  const { orderId } = await sampleOf(ctx, sampleNo)
  const order = await lockOrderRecord(ctx, orderId)
  if (!order) throw refuse(commonErrors.notFound)
  return { order, sample: await sampleOf(ctx, sampleNo) }
}
