import { AsyncLocalStorage } from 'node:async_hooks'

/** What the process is doing: log lines, error reports, slow statements and spans are named by it. Holds no personal data. */
export interface Work {
  kind: 'call' | 'page' | 'job' | 'request'
  /** Of the call (`order/add`), of the job, or the shape of the address. There are few of them, so they may label a metric. */
  name: string
  /** A job has none: it follows from a request, but is not part of it. */
  requestId?: string
}

const current = new AsyncLocalStorage<Work>()

export function currentWork(): Work | undefined {
  return current.getStore()
}

export function working<T>(work: Work, run: () => T): T {
  return current.run(work, run)
}

/** An address without what may be a number, a key or a name in it: `/member/order/*`. */
export function addressShape(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  const parts = path.split('/').map((part) => (/^[a-z][a-zA-Z.-]{0,23}$/.test(part) || part === '' ? part : '*'))
  return parts.slice(0, 6).join('/')
}
