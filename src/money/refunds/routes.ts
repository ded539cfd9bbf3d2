import { handle } from '../../platform/http/handler.ts'
import { declineRefund, refundsForStaff, refundsOf, refundToChannel } from './actions.ts'
import { refundList, staffRefundDecline, staffRefundList, staffRefundToChannel } from './contract.ts'

export const routes = [
  handle(refundList, (ctx, input) => refundsOf(ctx, input)),
  handle(staffRefundList, (ctx, input) => refundsForStaff(ctx, input)),
  handle(staffRefundToChannel, (ctx, input) => refundToChannel(ctx, input)),
  handle(staffRefundDecline, (ctx, input) => declineRefund(ctx, input)),
  // refund/toBalance and refund/confirm are handled by settlements, which know what was paid for an order.
]
