import { handle } from '../../platform/http/handler.ts'
import { sampleRecycle } from '../samples/contract.ts'
import { sampleWire } from '../samples/wire-rules.ts'
import {
  staffSampleDispose,
  staffSampleFind,
  staffSampleLabels,
  staffSampleReceive,
  staffSampleRefuse,
} from './contract.ts'
import { sampleReturnAddress, sampleReturns, samplesDue, staffSampleReturn } from './return-contract.ts'
import { disposeSample, findScanned, receiveSample, refuseSample, returnSample } from './intake-actions.ts'
import { staffPromiseRecord } from '../orders/promises/clock-contract.ts'
import { promiseRecords } from './clock-actions.ts'
import { findSlip, receiveSlip } from './slip-actions.ts'
import { staffSampleReceiveAll, staffSampleSlip } from './slip-contract.ts'
import { labelsOf } from './label-actions.ts'
import { askSamplesBack, parcelsToReturn, returnRecipient, samplesDueForDestruction } from './return-actions.ts'

export const routes = [
  handle(staffPromiseRecord, (ctx) => promiseRecords(ctx)),
  handle(staffSampleFind, async (ctx, input) => {
    const { sample, ...scanned } = await findScanned(ctx, input.sampleNo)
    return { ...scanned, sample: sampleWire(sample) }
  }),
  handle(staffSampleLabels, (ctx, { sampleNos }) => labelsOf(ctx, sampleNos)),
  handle(staffSampleReceive, async (ctx, input) => {
    const { sample, ...intake } = await receiveSample(ctx, input.sampleNo, input)
    return { ...intake, sample: sampleWire(sample) }
  }),
  handle(staffSampleSlip, async (ctx, input) => {
    const { order, samples, ...slip } = await findSlip(ctx, input.orderNo)
    const { orderNo, title, remark, stage } = order
    return {
      ...slip,
      orderNo,
      title,
      remark,
      orderStage: stage,
      samples: samples.map(({ sample, ...more }) => ({ ...sampleWire(sample), ...more })),
    }
  }),
  handle(staffSampleReceiveAll, (ctx, input) => receiveSlip(ctx, input.orderNo, input)),
  handle(staffSampleRefuse, async (ctx, input) => ({
    sample: sampleWire(await refuseSample(ctx, input.sampleNo, input.reason)),
  })),
  handle(staffSampleReturn, async (ctx, input) => ({
    sample: sampleWire(await returnSample(ctx, input)),
  })),
  handle(staffSampleDispose, async (ctx, input) => ({
    sample: sampleWire(await disposeSample(ctx, input.sampleNo, input.action, input.reason)),
  })),
  handle(sampleReturns, async (ctx, { page, size }) => {
    const { total, unpaid, parcels } = await parcelsToReturn(ctx)
    const list = parcels.slice((page - 1) * size, page * size)
    return {
      samples: total,
      unpaid,
      total: parcels.length,
      page,
      size,
      parcels: list.map(({ stageName: _s, urgent: _u, createdAt: _c, ...parcel }) => parcel),
    }
  }),
  handle(sampleRecycle, (ctx, input) => askSamplesBack(ctx, input)),
  handle(samplesDue, (ctx, { page, size }) => samplesDueForDestruction(ctx, { page, size })),
  handle(sampleReturnAddress, (ctx, { orderNo }) => returnRecipient(ctx, orderNo)),
]
