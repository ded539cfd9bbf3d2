import { type ChildProcess, fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { ParsedData } from './data-rules.ts'

const MOST_BYTES = 64 * 1024 * 1024
const MOST_SECONDS = 30
const MOST_MEMORY_MB = 256
const MOST_AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/**
 * The curves in a file, or undefined when it holds none. Reading happens in a process of bounded memory and time, two at once;
 * a file larger than 64 MB is read up to there.
 */
export async function readSeries(source: Readable, mostSeconds = MOST_SECONDS): Promise<ParsedData | undefined> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await readApart(source, mostSeconds)
  } finally {
    running -= 1
    source.destroy()
    waiting.shift()?.()
  }
}

async function readApart(source: Readable, mostSeconds: number): Promise<ParsedData | undefined> {
  const worker = fork(new URL('./series-worker.ts', import.meta.url), [], {
    execArgv: [`--max-old-space-size=${MOST_MEMORY_MB}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    // The environment holds secrets, and parsing needs none of it.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const timer = setTimeout(() => worker.kill('SIGKILL'), mostSeconds * 1000)
  try {
    let bytes = 0
    for await (const piece of source as AsyncIterable<Buffer>) {
      bytes += piece.length
      const { next } = await ask<{ next: boolean }>(worker, piece)
      if (!next) return undefined
      if (bytes >= MOST_BYTES) break
    }
    const { data } = await ask<{ data: ParsedData | null }>(worker, null)
    return data ?? undefined
  } catch (error) {
    // Too much memory, too long, or a parser's own complaint: the file has no curve for us, and the download still works.
    if (error instanceof ReadingFailed) return undefined
    throw error
  } finally {
    clearTimeout(timer)
    worker.kill('SIGKILL')
  }
}

class ReadingFailed extends Error {}

function ask<T>(worker: ChildProcess, message: Uint8Array | null): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = () => {
      worker.off('message', answered)
      reject(new ReadingFailed())
    }
    const answered = (answer: T) => {
      worker.off('error', failed)
      worker.off('exit', failed)
      resolve(answer)
    }
    worker.once('message', answered)
    worker.once('error', failed)
    worker.once('exit', failed)
    worker.send(message as never, (error) => error && failed())
  })
}
