import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Sheet } from './sheet.ts'

/** Writes a large XLSX file outside the server's thread, which would stand still for seconds (20,000 rows: 2.5 s). */
export async function xlsxInThread(sheets: readonly Sheet[]): Promise<Uint8Array> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: sheets,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  try {
    // Rejects when the thread throws or runs out of memory; the job is then tried again.
    const [bytes] = (await once(worker, 'message')) as [Uint8Array]
    return bytes
  } finally {
    await worker.terminate()
  }
}
