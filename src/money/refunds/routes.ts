import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { declineRefund, refundToChannel } from './actions.ts'
import { refundList, staffRefundDecline, staffRefundToChannel } from './contract.ts'
import { refunds, refundsFor } from './list-actions.ts'
import { staffRefundList } from './list-contract.ts'

export const routes = [
  handle(refundList, (ctx, input) => refundsFor(ctx, input)),
  handle(staffRefundList, (ctx, input) => listPage(ctx, refunds, input)),
  handle(staffRefundToChannel, (ctx, input) => refundToChannel(ctx, input)),
  handle(staffRefundDecline, (ctx, input) => declineRefund(ctx, input)),
  // refund/toBalance, refund/refundable and refund/confirm are handled by settlements, which know what was paid for an order.
]
