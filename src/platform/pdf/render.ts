import { type ChildProcess, fork } from 'node:child_process'
import type { PdfDocument } from './document.ts'
import { CHILD_OPTIONS } from '../child-options.ts'
import { spanned } from '../observe/tracing.ts'

const TIMEOUT_SECONDS = 60
const MAX_PARALLEL = 1
/** A process that has read the fonts draws the next document five times as fast. It does not stay for long, because of its memory. */
const IDLE_SECONDS = 10
/** Its memory grows with each document: 130 MB after the first, 200 MB after twenty. */
const DOCUMENTS_PER_PROCESS = 20

let running = 0
const waiting: (() => void)[] = []
let idle: { child: ChildProcess; drawn: number; timer: NodeJS.Timeout } | undefined

/**
 * The document as PDF. Drawn in a child process, because subsetting two weights of a Chinese font takes half a second of processor time
 * and 100 MB, which would block the server and stay in its memory.
 */
export async function renderPdf(document: PdfDocument): Promise<Uint8Array> {
  if (running >= MAX_PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await spanned('process pdf-worker.ts', {}, () => renderInChild(document))
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function renderInChild(document: PdfDocument): Promise<Uint8Array> {
  const { child, drawn } = takeIdle() ?? { child: startChild(), drawn: 0 }
  try {
    const bytes = await answerOf(child, document)
    keepIdle(child, drawn + 1)
    return bytes
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

function startChild(): ChildProcess {
  return fork(new URL('./pdf-worker.ts', import.meta.url), [], {
    ...CHILD_OPTIONS,
    execArgv: ['--max-old-space-size=384', '--disable-warning=ExperimentalWarning'],
  })
}

function answerOf(child: ChildProcess, document: PdfDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_SECONDS * 1000)
    const settle = (work: () => void) => {
      clearTimeout(timer)
      for (const event of ['message', 'error', 'exit']) child.removeAllListeners(event)
      // A process that is killed later fails for nobody.
      child.on('error', () => {})
      work()
    }
    child.once('message', (answer: { bytes?: Uint8Array; fault?: string }) =>
      settle(() => (answer.bytes ? resolve(answer.bytes) : reject(new Error(`PDF: ${answer.fault}`)))),
    )
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', () => settle(() => reject(new Error('PDF: the process ended without an answer'))))
    child.send(document, (error) => error && settle(() => reject(error)))
  })
}

/** The process that waits, if it still lives. */
function takeIdle(): { child: ChildProcess; drawn: number } | undefined {
  const kept = idle
  idle = undefined
  if (!kept) return undefined
  clearTimeout(kept.timer)
  if (!kept.child.connected || kept.child.exitCode !== null || kept.child.signalCode !== null) return undefined
  kept.child.ref()
  kept.child.channel?.ref()
  return kept
}

/** Waits for the next document without keeping this process alive. */
function keepIdle(child: ChildProcess, drawn: number): void {
  if (drawn >= DOCUMENTS_PER_PROCESS) {
    child.kill('SIGKILL')
    return
  }
  const timer = setTimeout(() => {
    if (idle?.child === child) idle = undefined
    child.kill('SIGKILL')
  }, IDLE_SECONDS * 1000)
  timer.unref()
  child.unref()
  child.channel?.unref()
  idle = { child, drawn, timer }
}
