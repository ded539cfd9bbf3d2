import type { ChannelRefunds } from '../payments/payable-actions.ts'
import { askAfterReport } from './channel-actions.ts'
import { channelRefundsByNos, channelRefundsDone } from './store.ts'

/** What the comparison with the bills of the channels needs of refunds. */
export const channelRefunds: ChannelRefunds = {
  byNos: ({ db }, nos) => channelRefundsByNos(db, nos),
  doneBetween: ({ db }, channel, from, to) => channelRefundsDone(db, channel, from, to),
  ask: askAfterReport,
}
