import { runWorker } from '../../platform/child-work.ts'
import type { Analysed, Asked } from './asked-rules.ts'

const worker = new URL('./analysis-worker.ts', import.meta.url)
const MOST_SECONDS = 30

/** An analysis in a child process, one at a time. Undefined: it took too long or too much memory, or the tool failed. */
export function runAnalysis(asked: Asked): Promise<Analysed | undefined> {
  return runWorker<Analysed>(worker, asked, MOST_SECONDS)
}
