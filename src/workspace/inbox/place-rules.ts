import type { InboxQueue } from './rules.ts'

/** The deadline that a queue is worked off by; the other queues go by age. */
const deadlines: Partial<Record<InboxQueue, string>> = { call: 'callDue', lateData: 'dataDue', data: 'dataDue' }

/** The page on which an entry of the queue is worked on. */
export function placeOfWork(queue: InboxQueue, orderNo: string): string {
  if (queue === 'receive') return '/console/intake'
  if (queue === 'return' || queue === 'destroy') return listOfQueue(queue)
  if (queue === 'startTesting' || queue === 'data') return `/console/tasks/${orderNo}`
  if (queue === 'contract') return '/console/contracts'
  if (queue === 'fixAmount') return '/console/settlements'
  if (queue === 'verify') return `/console/verify/${orderNo}`
  return `/console/orders/${orderNo}`
}

/** The list with all entries of the queue, as many as the inbox counts. */
export function listOfQueue(queue: InboxQueue): string {
  if (queue === 'return') return '/console/returns'
  if (queue === 'destroy') return '/console/returns?tab=keepOver'
  if (queue === 'verify') return '/console/verify'
  if (queue === 'fixAmount') return '/console/settlements'
  return `/console/orders?queue=${queue}&sort=${deadlines[queue] ?? 'created'}`
}
