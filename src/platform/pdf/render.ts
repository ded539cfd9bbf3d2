import { fork } from 'node:child_process'
import type { PdfDocument } from './document.ts'
import { spanned } from '../observe/tracing.ts'

const TIMEOUT_SECONDS = 60
const MAX_PARALLEL = 1

let running = 0
const waiting: (() => void)[] = []

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

function renderInChild(document: PdfDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = fork(new URL('./pdf-worker.ts', import.meta.url), [], {
      execArgv: ['--max-old-space-size=384', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // The environment contains secrets, and drawing needs none of its variables.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => worker.kill('SIGKILL'), TIMEOUT_SECONDS * 1000)
    worker.once('message', (answer: { bytes?: Uint8Array; fault?: string }) => {
      if (answer.bytes) resolve(answer.bytes)
      else reject(new Error(`PDF: ${answer.fault}`))
      worker.kill('SIGKILL')
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('PDF: the process ended without an answer'))
    })
    worker.send(document, (error) => error && reject(error))
  })
}
