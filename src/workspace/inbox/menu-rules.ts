import { listOfQueue } from './place-rules.ts'
import { type InboxQueue, inboxQueues } from './rules.ts'

interface Waiting {
  queues: readonly { key: InboxQueue; total: number }[]
  elsewhere: readonly { label: string; to: string; count: number }[]
}

/** The number beside a menu entry, what it counts, and the address of the list with exactly so many entries. */
export interface MenuWork {
  count: number
  label: string
  to: string
}

/** Queues with a page of their own. The other queues of orders are counted by the inbox alone: 全部订单 opens all orders. */
const places: Partial<Record<InboxQueue, string>> = {
  // The first column of the board.
  startTesting: '/console/tasks',
  receive: '/console/intake',
  verify: listOfQueue('verify'),
  fixAmount: listOfQueue('fixAmount'),
  return: listOfQueue('return'),
  destroy: listOfQueue('destroy'),
}

/** Pages without an entry of their own, by the entry that leads to them. */
const entries: Readonly<Record<string, string>> = { '/console/faults': '/console/health' }

/**
 * The work of each page of the console, for the numbers in its menu. Where several kinds wait on one page, the first of them is counted and
 * its list opened: a sum would be the number of no list.
 */
export function workByPage({ queues, elsewhere }: Waiting): Map<string, MenuWork> {
  const found = new Map<string, MenuWork>()
  const add = ({ count, label, to }: MenuWork) => {
    // A list below the page of an entry counts on that entry.
    const path = to.split(/[/?]/, 3).join('/')
    const page = entries[path] ?? path
    if (count > 0 && !found.has(page)) found.set(page, { count, label, to })
  }
  for (const { key, total } of queues) {
    const to = places[key]
    if (to !== undefined) add({ count: total, label: inboxQueues[key].label, to })
  }
  for (const { count, label, to } of elsewhere) add({ count, label, to })
  return found
}
