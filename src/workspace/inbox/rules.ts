import type { StaffAction } from '../../core/staff/rules.ts'
import { orderQueues } from '../../lab/orders/lists/queue-rules.ts'

/** The queues of the inbox: those of orders, the parcels to send back, and the kept samples to destroy. */
export const inboxQueues = {
  ...orderQueues,
  return: { label: '待寄回样品', promise: '付清后 48 小时内', action: 'sample.return' },
  destroy: { label: '留样到期待处理', promise: '', action: 'sample.return' },
} as const satisfies Record<string, { label: string; promise: string; action: StaffAction }>

export type InboxQueue = keyof typeof inboxQueues
export const inboxQueueKeys = Object.keys(inboxQueues) as InboxQueue[]

/** Entries shown per queue, the most urgent first; the order list shows the rest. */
export const inboxShown = 10
