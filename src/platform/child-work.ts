import { fork } from 'node:child_process'
import { CHILD_OPTIONS } from './child-options.ts'
import { spanned } from './observe/tracing.ts'

const MOST_AT_ONCE = 1

interface Queue {
  running: number
  waiting: (() => void)[]
}
const queues = new Map<string, Queue>()

/** Runs a worker in a child process with one message and answers its result. One child per worker file at a time, because encoding takes a whole core. */
export async function runWorker<T>(worker: URL, message: unknown, mostSeconds: number): Promise<T | undefined> {
  const queue = queues.get(worker.href) ?? { running: 0, waiting: [] }
  queues.set(worker.href, queue)
  if (queue.running >= MOST_AT_ONCE) await new Promise<void>((go) => queue.waiting.push(go))
  queue.running += 1
  try {
    const name = worker.pathname.split('/').at(-1) ?? ''
    return await spanned(`process ${name}`, {}, () => inProcess<T>(worker, message, mostSeconds))
  } finally {
    queue.running -= 1
    queue.waiting.shift()?.()
  }
}

/** How many calls of a worker run or wait. */
export function pendingRuns(worker: URL): number {
  const queue = queues.get(worker.href)
  return queue ? queue.running + queue.waiting.length : 0
}

function inProcess<T>(file: URL, message: unknown, mostSeconds: number): Promise<T | undefined> {
  const worker = fork(file, [], {
    ...CHILD_OPTIONS,
    execArgv: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
  })
  const timer = setTimeout(() => worker.kill('SIGKILL'), mostSeconds * 1000)
  return new Promise<T | undefined>((resolve) => {
    worker.once('message', (answer: { result?: T }) => resolve(answer.result))
    // A timeout, too much memory or a fault of the decoder refuses the picture and leaves the server running.
    worker.once('error', () => resolve(undefined))
    worker.once('exit', () => resolve(undefined))
    worker.send(message as never, (error) => error && resolve(undefined))
  }).finally(() => {
    clearTimeout(timer)
    worker.kill('SIGKILL')
  })
}
