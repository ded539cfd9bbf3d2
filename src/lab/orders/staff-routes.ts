import { handle } from '../../platform/http/handler.ts'
import { shanghaiTime } from '../../platform/time.ts'
import {
  staffSampleDispose,
  staffSampleFind,
  staffSampleReceive,
  staffSampleRefuse,
  staffSampleReturn,
} from '../samples/contract.ts'
import { sampleWire } from '../samples/wire-rules.ts'
import { disposeSample, findScanned, receiveSample, refuseSample, returnSample } from '../intake/intake-actions.ts'
import {
  acceptRetest,
  approveOrder,
  checkInOrder,
  declineRetest,
  holdOrder,
  logManagerCall,
  offerRetest,
  quoteOrder,
  rejectOrder,
  returnToTesting,
  startCorrection,
  startTesting,
  withdrawQuote,
} from './staff-actions.ts'
import {
  staffOrderAcceptRetest,
  staffOrderApprove,
  staffOrderCheckIn,
  staffOrderDeclineRetest,
  staffOrderDetail,
  staffOrderHold,
  staffOrderList,
  staffOrderLogCall,
  staffOrderOfferRetest,
  staffOrderQuote,
  staffOrderReject,
  staffOrderReturnToTesting,
  staffOrderReviseQuote,
  staffOrderStartCorrection,
  staffTaskProjects,
  staffOrderStartTesting,
  staffOrderWithdrawQuote,
} from './staff-contract.ts'
import { allOrders, staffDetail, taskProjects, withCustomers } from '../../desk/order-page/view-actions.ts'

export const routes = [
  handle(staffOrderList, async (ctx, input) => {
    const { rows, total, counts } = await allOrders(ctx, input)
    return { list: await withCustomers(ctx, rows), total, counts, page: input.page, size: input.size }
  }),
  handle(staffOrderDetail, (ctx, input) => staffDetail(ctx, input.orderNo)),
  handle(staffOrderApprove, (ctx, input) => approveOrder(ctx, input)),
  handle(staffOrderReject, (ctx, input) => rejectOrder(ctx, input)),
  handle(staffOrderQuote, async (ctx, input) => quoteWire(await quoteOrder(ctx, input))),
  handle(staffOrderReviseQuote, async (ctx, input) => quoteWire(await quoteOrder(ctx, input, 'reviseQuote'))),
  handle(staffOrderWithdrawQuote, (ctx, input) => withdrawQuote(ctx, input)),
  handle(staffOrderLogCall, async (ctx, input) => ({
    calledAt: shanghaiTime(await logManagerCall(ctx, input.orderNo, input.note)),
  })),
  // order/cancelByStaff is answered by settlements, where the fee of an order on credit becomes a row to be settled.
  handle(staffOrderCheckIn, (ctx, input) => checkInOrder(ctx, input)),
  handle(staffOrderStartTesting, (ctx, input) => startTesting(ctx, input)),
  handle(staffOrderHold, (ctx, input) => holdOrder(ctx, input)),
  // order/handIn is answered by reports, which know whether records and data are complete.
  // order/verify too: a report is published in the transaction that delivers.
  handle(staffOrderReturnToTesting, (ctx, input) => returnToTesting(ctx, input)),
  handle(staffOrderAcceptRetest, (ctx, input) => acceptRetest(ctx, input)),
  handle(staffOrderDeclineRetest, (ctx, input) => declineRetest(ctx, input)),
  handle(staffTaskProjects, (ctx) => taskProjects(ctx)),
  handle(staffOrderOfferRetest, (ctx, input) => offerRetest(ctx, input)),
  handle(staffOrderStartCorrection, (ctx, input) => startCorrection(ctx, input)),
  // order/settleDispute is answered by settlements, which know what a reduction does to the money.
  handle(staffSampleFind, async (ctx, input) => {
    const { sample, ...scanned } = await findScanned(ctx, input.sampleNo)
    return { ...scanned, sample: sampleWire(sample) }
  }),
  handle(staffSampleReceive, async (ctx, input) => {
    const { sample, ...intake } = await receiveSample(ctx, input.sampleNo, input)
    return { ...intake, sample: sampleWire(sample) }
  }),
  handle(staffSampleRefuse, async (ctx, input) => ({
    sample: sampleWire(await refuseSample(ctx, input.sampleNo, input.reason)),
  })),
  handle(staffSampleReturn, async (ctx, input) => ({
    sample: sampleWire(await returnSample(ctx, input.sampleNo, input.courier, input.waybill)),
  })),
  handle(staffSampleDispose, async (ctx, input) => ({
    sample: sampleWire(await disposeSample(ctx, input.sampleNo, input.action, input.reason)),
  })),
]

function quoteWire<T extends { quoteValidUntil: Date }>(quoted: T) {
  return { ...quoted, quoteValidUntil: shanghaiTime(quoted.quoteValidUntil) }
}
