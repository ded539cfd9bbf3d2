import { type ChildProcess, fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import { CurveRefused, mostPoints, type ParsedData } from './curve-rules.ts'
import type { End } from './curve-worker.ts'
import { CHILD_OPTIONS } from '../../platform/child-options.ts'
import { spanned } from '../../platform/observe/tracing.ts'

const MOST_MB = 64
const MOST_MEMORY_MB = 256
const MOST_AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Reading failed for lack of time or memory. That says nothing about the file, and a later try may succeed. */
export class SeriesUnread extends Error {}

/**
 * The curves in a file, or undefined when it holds none; throws CurveRefused when they must not be drawn, and SeriesUnread when reading
 * failed. A separate process with limits on memory and time reads the file, at most two at once; of a file larger than 64 MB the first 64
 * MB are read, and a note says so. Curves with more than `most` points are reduced.
 */
export async function readSeries(
  source: Readable,
  mostSeconds: number,
  most = mostPoints,
): Promise<ParsedData | undefined> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await spanned('process curve-worker.ts', {}, () => readApart(source, mostSeconds, most))
  } finally {
    running -= 1
    source.destroy()
    waiting.shift()?.()
  }
}

async function readApart(source: Readable, mostSeconds: number, most: number): Promise<ParsedData | undefined> {
  const worker = fork(new URL('./curve-worker.ts', import.meta.url), [], {
    ...CHILD_OPTIONS,
    execArgv: [`--max-old-space-size=${MOST_MEMORY_MB}`, '--disable-warning=ExperimentalWarning'],
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    worker.kill('SIGKILL')
  }, mostSeconds * 1000)
  try {
    const cut = await sendPieces(source, worker)
    const end: End = { most, cut }
    const { data, refusal } = await ask<{ data: ParsedData | null; refusal: string | null }>(worker, end)
    if (refusal !== null) throw new CurveRefused(refusal)
    if (!data) return undefined
    return cut ? { ...data, notes: [...data.notes, `文件大于 ${MOST_MB} MB，只读取了前 ${MOST_MB} MB`] } : data
  } catch (error) {
    if (error instanceof WorkerEnded) throw new SeriesUnread(late ? '读取超时' : '读取进程异常退出，可能内存不足')
    throw error
  } finally {
    clearTimeout(timer)
    worker.kill('SIGKILL')
  }
}

/** Whether the file is longer than what is read of it. */
async function sendPieces(source: Readable, worker: ChildProcess): Promise<boolean> {
  let bytes = 0
  for await (const piece of source as AsyncIterable<Buffer>) {
    if (bytes >= MOST_MB * 1024 * 1024) return true
    bytes += piece.length
    const { next } = await ask<{ next: boolean }>(worker, piece)
    if (!next) return false
  }
  return false
}

class WorkerEnded extends Error {}

function ask<T>(worker: ChildProcess, message: Uint8Array | End): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = () => {
      worker.off('message', answered)
      reject(new WorkerEnded())
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
