import { prepaymentKind, settlementKind } from '../billing/settlements/pay-actions.ts'
import { type Paying, topUpKind } from '../money/payments/payable-actions.ts'
import { channelsOf } from '../platform/pay/channels.ts'

/** What can be paid, and through which channels. */
export const paying: Paying = {
  kinds: [settlementKind, prepaymentKind, topUpKind],
  channels: ({ config, clock }) => channelsOf(config, clock),
}
