import { prepaymentKind, settlementKind } from '../billing/settlements/pay-actions.ts'
import { type Paying, topUpKind } from '../money/payments/payable-actions.ts'
import { channelRefunds } from '../money/refunds/bill-actions.ts'
import { channelsOf } from '../platform/pay/channels.ts'

/** What can be paid and is refunded, and through which channels. */
export const paying: Paying = {
  kinds: [settlementKind, prepaymentKind, topUpKind],
  refunds: channelRefunds,
  channels: ({ config, clock }) => channelsOf(config, clock),
}
