import { handle } from '../../../platform/http/handler.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import {
  acceptRetest,
  approveOrder,
  checkInOrder,
  declineRetest,
  holdOrder,
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
  staffOrderHold,
  staffOrderOfferRetest,
  staffOrderQuote,
  staffOrderReject,
  staffOrderReturnToTesting,
  staffOrderReviseQuote,
  staffOrderStartCorrection,
  staffOrderStartTesting,
  staffOrderWithdrawQuote,
} from './staff-contract.ts'
import { staffOrderAssign, staffTaskChoices, staffTaskLanes } from '../tasks/task-contract.ts'
import { assignOrder, taskChoices, taskLanes } from '../tasks/task-actions.ts'
import { staffLoad, staffLoadFile, staffMovable } from '../load/load-contract.ts'
import { loadPage, loadSheet, movablePage } from '../load/load-actions.ts'

export const routes = [
  handle(staffOrderApprove, (ctx, input) => approveOrder(ctx, input)),
  handle(staffOrderReject, (ctx, input) => rejectOrder(ctx, input)),
  handle(staffOrderQuote, async (ctx, input) => quoteWire(await quoteOrder(ctx, input))),
  handle(staffOrderReviseQuote, async (ctx, input) => quoteWire(await quoteOrder(ctx, input, 'reviseQuote'))),
  handle(staffOrderWithdrawQuote, (ctx, input) => withdrawQuote(ctx, input)),
  // order/logCall is handled in notes, since the call is one of the log of calls.
  // order/cancelByStaff is handled in settlements, since the fee of an order on credit becomes a settlement row.
  handle(staffOrderCheckIn, (ctx, input) => checkInOrder(ctx, input)),
  handle(staffOrderStartTesting, (ctx, input) => startTesting(ctx, input)),
  handle(staffOrderHold, (ctx, input) => holdOrder(ctx, input)),
  // order/handIn and order/verify are handled in reports: handing in needs complete records, and verifying publishes the report.
  handle(staffOrderReturnToTesting, (ctx, input) => returnToTesting(ctx, input)),
  handle(staffOrderAcceptRetest, (ctx, input) => acceptRetest(ctx, input)),
  handle(staffOrderDeclineRetest, (ctx, input) => declineRetest(ctx, input)),
  handle(staffLoad, (ctx) => loadPage(ctx)),
  handle(staffMovable, (ctx, input) => movablePage(ctx, input)),
  handle(staffLoadFile, (ctx, input) => loadSheet(ctx, input)),
  handle(staffTaskLanes, (ctx, input) => taskLanes(ctx, input)),
  handle(staffTaskChoices, (ctx) => taskChoices(ctx)),
  handle(staffOrderAssign, (ctx, input) => assignOrder(ctx, input)),
  handle(staffOrderOfferRetest, (ctx, input) => offerRetest(ctx, input)),
  handle(staffOrderStartCorrection, (ctx, input) => startCorrection(ctx, input)),
  // order/settleDispute is handled in settlements, since a reduction changes amounts.
]

function quoteWire<T extends { quoteValidUntil: Date }>(quoted: T) {
  return { ...quoted, quoteValidUntil: shanghaiTime(quoted.quoteValidUntil) }
}
