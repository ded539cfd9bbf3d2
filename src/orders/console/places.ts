/** Where the work of an inbox queue is done. */
export function placeOfWork(queue: string, orderNo: string): string {
  if (queue === 'receive') return '/console/intake'
  if (queue === 'return') return '/console/returns'
  return `/console/orders/${orderNo}`
}

const stageOfQueue: Record<string, string> = {
  review: 'review',
  quote: 'quoting',
  retest: 'retest',
  dispute: 'disputed',
  startTesting: 'received',
  call: 'received',
  data: 'testing',
  lateData: 'testing',
  verify: 'verifying',
  receive: 'awaiting_sample',
  checkIn: 'awaiting_sample',
  fixAmount: 'delivered',
}

/** The list that shows all of a queue. */
export function listOfQueue(queue: string): string {
  if (queue === 'return') return '/console/returns'
  const stage = stageOfQueue[queue]
  return stage ? `/console/orders?stage=${stage}` : '/console/orders'
}
