import { parentPort, workerData } from 'node:worker_threads'
import { type Sheet, xlsxOf } from './sheet.ts'

// Runs in a thread of its own: see `xlsxInThread`.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(await xlsxOf(workerData as Sheet[]))
