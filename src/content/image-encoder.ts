import { fork } from 'node:child_process'
import type { EncodedImage } from './image-worker.ts'

const MOST_SECONDS = 60
const MOST_AT_ONCE = 1

let running = 0
const waiting: (() => void)[] = []

/** The picture in our sizes and formats, made in a process of bounded time; undefined when it cannot be read. One at a time: encoding takes a whole core. */
export async function encodeImage(bytes: Uint8Array, mostSeconds = MOST_SECONDS): Promise<EncodedImage | undefined> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await encodeApart(bytes, mostSeconds)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function encodeApart(bytes: Uint8Array, mostSeconds: number): Promise<EncodedImage | undefined> {
  const worker = fork(new URL('./image-worker.ts', import.meta.url), [], {
    execArgv: ['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    // The environment holds secrets, and encoding needs none of it.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => worker.kill('SIGKILL'), mostSeconds * 1000)
  return new Promise<EncodedImage | undefined>((resolve) => {
    worker.once('message', (answer: { image?: EncodedImage }) => resolve(answer.image))
    // Too long, too much memory, or a fault of the decoder: the picture is refused, the server goes on.
    worker.once('error', () => resolve(undefined))
    worker.once('exit', () => resolve(undefined))
    worker.send(bytes as never, (error) => error && resolve(undefined))
  }).finally(() => {
    clearTimeout(timer)
    worker.kill('SIGKILL')
  })
}
