/** Where the work of an inbox queue is done. */
export function placeOfWork(queue: string, orderNo: string): string {
  if (queue === 'receive') return '/console/intake'
  if (queue === 'return' || queue === 'destroy') return '/console/returns'
  if (queue === 'startTesting' || queue === 'data') return `/console/tasks/${orderNo}`
  if (queue === 'contract') return '/console/contracts'
  if (queue === 'fixAmount') return '/console/settlements'
  if (queue === 'verify') return `/console/verify/${orderNo}`
  return `/console/orders/${orderNo}`
}

const stageOfQueue: Record<string, string> = {
  review: 'review',
  quote: 'quoting',
  retest: 'retest',
  dispute: 'disputed',
  call: 'received',
  lateData: 'testing',
  receive: 'awaiting_sample',
  checkIn: 'awaiting_sample',
}

/** The list that shows all of a queue. */
export function listOfQueue(queue: string): string {
  if (queue === 'return' || queue === 'destroy') return '/console/returns'
  if (queue === 'startTesting' || queue === 'data') return '/console/tasks'
  if (queue === 'verify') return '/console/verify'
  if (queue === 'contract') return '/console/contracts'
  if (queue === 'fixAmount') return '/console/settlements'
  const stage = stageOfQueue[queue]
  return stage ? `/console/orders?stage=${stage}` : '/console/orders'
}
