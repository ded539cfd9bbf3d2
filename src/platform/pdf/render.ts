import { fork } from 'node:child_process'
import type { PdfDocument } from './document.ts'

const MOST_SECONDS = 60
const MOST_AT_ONCE = 1

let running = 0
const waiting: (() => void)[] = []

/**
 * The document as PDF. Made in a process of its own: subsetting a Chinese font takes half a second of pure computing and 100 MB
 * for the two weights, which the server should neither wait for nor keep.
 */
export async function renderPdf(document: PdfDocument): Promise<Uint8Array> {
  if (running >= MOST_AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await renderApart(document)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function renderApart(document: PdfDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = fork(new URL('./pdf-worker.ts', import.meta.url), [], {
      execArgv: ['--max-old-space-size=384', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // The environment holds secrets, and drawing needs none of it.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const timer = setTimeout(() => worker.kill('SIGKILL'), MOST_SECONDS * 1000)
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
