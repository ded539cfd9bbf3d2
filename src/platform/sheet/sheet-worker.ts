import { parentPort, workerData } from 'node:worker_threads'
import { type Sheet, xlsxOf } from './sheet.ts'

// Runs in a thread of its own: see `xlsxInThread`.
parentPort?.postMessage(await xlsxOf(workerData as Sheet[]))
