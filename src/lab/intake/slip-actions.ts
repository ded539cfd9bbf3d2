import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { customerOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { progressOf, receiveIfComplete } from '../orders/arrival-actions.ts'
import { orderErrors } from '../orders/errors.ts'
import { lockOrderRecord, orderLines, orderRecord } from '../orders/read-actions.ts'
import type { OrderRow } from '../orders/record-rules.ts'
import { intakeOf, stageLabel } from '../orders/rules.ts'
import { followReceipt } from '../pickups/actions.ts'
import { moveSample, samplesOf, takeIn } from '../samples/actions.ts'
import type { SampleRow } from '../samples/wire-rules.ts'
import { intakeErrors } from './errors.ts'
import { type MarkedSample, openOnSlip, slipFault } from './slip-rules.ts'

// One scan of the packing slip receives a whole parcel: all samples of one order, in one transaction.

/** What the scan of a slip shows before staff act. */
export async function findSlip(ctx: Ctx, orderNo: string) {
  const order = await ofSlip(ctx, orderNo)
  const [samples, lines, customer, { received, total }] = [
    await samplesOf(ctx, order.id),
    await orderLines(ctx, order.id),
    await customerOf(ctx, order.customerId),
    await progressOf(ctx, order.id),
  ]
  const names = new Map(lines.map((line) => [line.id, line.projectName]))
  const intake = intakeOf(order.stage)
  return {
    order,
    orderStageName: stageLabel(order.stage, order.serviceType),
    customerName: customerName(customer),
    intake,
    received,
    total,
    samples: samples.map((sample) => ({
      sample,
      projectName: names.get(sample.lineId) ?? '',
      open: openOnSlip(sample.stage, intake),
    })),
  }
}

/** Samples are sent by parcel only for orders of service type 1; other orders have no packing slip. */
async function ofSlip(ctx: Ctx, orderNo: string): Promise<OrderRow> {
  const order = await orderRecord(ctx, orderNo)
  if (!order || order.serviceType !== 1) throw refuse(intakeErrors.unknownSlip)
  return order
}

export interface Arrived {
  condition: string
  shelf: string
  samples: readonly (MarkedSample & { weightMg?: number | undefined; shelf: string })[]
}

/**
 * Receives, parks or refuses the named samples; the others have not arrived. Either all of it happens or, when one sample has moved
 * meanwhile, nothing. The order moves once, after the last sample.
 */
export async function receiveSlip(ctx: Ctx<Staff>, orderNo: string, arrived: Arrived) {
  const fault = slipFault(arrived.samples)
  if (fault) throw refuse(intakeErrors.slipFaulty, fault.text)
  const refused = arrived.samples.filter(({ mark }) => mark === 'refused').length
  if (refused > 0 && !mayAct(ctx.actor, 'sample.refuse')) throw refuse(commonErrors.forbidden)
  return inTx(ctx, async (inner) => {
    const order = await lockOrderRecord(inner, (await ofSlip(inner, orderNo)).id)
    if (!order) throw refuse(intakeErrors.unknownSlip)
    const as = intakeOf(order.stage)
    if (!as) throw refuse(orderErrors.sampleUnexpected)
    const onSlip = new Map((await samplesOf(inner, order.id)).map((row) => [row.sampleNo, row]))
    for (const entry of arrived.samples) {
      const row = onSlip.get(entry.sampleNo)
      if (!row) throw refuse(intakeErrors.notOnSlip)
      if (!openOnSlip(row.stage, as)) throw refuse(intakeErrors.movedMeanwhile)
      await takeEntry(inner, order, row, entry, arrived, as)
    }
    const takenIn = arrived.samples.length - refused
    if (takenIn > 0) await followReceipt(inner, order.id)
    const { received, total, complete } = await receiveIfComplete(inner, order)
    return { received, total, takenIn, refused, parked: as === 'park', orderReceived: complete }
  })
}

async function takeEntry(
  ctx: Ctx<Staff>,
  order: OrderRow,
  row: SampleRow,
  entry: Arrived['samples'][number],
  common: Arrived,
  as: 'receive' | 'park',
): Promise<void> {
  if (entry.mark === 'refused') return moveSample(ctx, row, 'refuse', { reason: entry.note })
  const intake = {
    weightMg: entry.weightMg,
    condition: entry.mark === 'flawed' ? entry.note : common.condition,
    shelf: entry.shelf || common.shelf,
  }
  await takeIn(ctx, row, intake, as)
  if (order.stage === 'testing') await moveSample(asSystem(ctx), row, 'startTesting')
}
