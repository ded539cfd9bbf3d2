import { placeOfWork } from './place-rules.ts'
import type { InboxQueue } from './rules.ts'

interface Waiting {
  queues: readonly { key: InboxQueue; total: number }[]
  elsewhere: readonly { to: string; count: number }[]
}

/** How much work waits on each page of the console, for the numbers in its menu. */
export function workByPage({ queues, elsewhere }: Waiting): Map<string, number> {
  const found = new Map<string, number>()
  const add = (path: string, count: number) => count > 0 && found.set(path, (found.get(path) ?? 0) + count)
  for (const { key, total } of queues) add(placeOfWork(key, '').replace(/\/?(\?.*)?$/, ''), total)
  for (const { to, count } of elsewhere) add(to.replace(/\?.*/, ''), count)
  return found
}
