import { listed } from '../../core/lists/listed-actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { maskEmail, maskPhone } from '../../people/customers/rules.ts'
import { customersAbout } from '../../people/customers/search-actions.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { type ListedDelivery, noticeIndex } from './list-contract.ts'
import { deliveriesInPlaces, noticeSource } from './list-store.ts'
import { channelNames } from './notice-rules.ts'
import { deliveryStates } from './rules.ts'
import type { DeliveryRow } from './store.ts'
import { templates } from './templates/template-rules.ts'

export const notices = listed<ListedDelivery>({
  index: noticeIndex,
  source: (ctx) => noticeSource((typed) => customersAbout(ctx, typed)),
  rows: async (ctx, ids) => {
    const rows = await deliveriesInPlaces(ctx.db, ids)
    const customers = await customersOf(
      ctx,
      rows.map((row) => row.customerId),
    )
    return rows.map((row) => ({ ...deliveryWire(row), customerName: customerName(customers.get(row.customerId)) }))
  },
})

function deliveryWire({ createdAt, variables: _, ...row }: DeliveryRow) {
  return {
    ...row,
    at: shanghaiTime(createdAt),
    sentAt: row.sentAt && shanghaiTime(row.sentAt),
    recipient: maskedRecipient(row),
    label: templates[row.template]?.label ?? row.template,
    channelName: channelNames[row.channel],
    stateName: deliveryStates[row.state],
  }
}

/** The log shows whether a message arrived, not the full contact. */
function maskedRecipient({ channel, recipient }: Pick<DeliveryRow, 'channel' | 'recipient'>): string {
  if (channel === 'sms') return maskPhone(recipient)
  return channel === 'mail' ? maskEmail(recipient) : recipient
}
