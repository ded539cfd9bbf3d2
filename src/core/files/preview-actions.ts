import { buffer } from 'node:stream/consumers'
import { pendingRuns, runWorker } from '../../platform/child-work.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { fileErrors } from './errors.ts'
import { largestDrawnPreview } from './rules.ts'

const worker = new URL('./preview-worker.ts', import.meta.url)
const MOST_SECONDS = 20
const MOST_WAITING = 8

/** A picture that browsers do not show, drawn as JPEG of at most 1600 pixels a side, in a child process. */
export async function drawnPreview(
  ctx: Pick<Ctx, 'files'>,
  file: { storageKey: string; size: number },
): Promise<Uint8Array> {
  if (file.size > largestDrawnPreview) throw refuse(fileErrors.noPreview)
  if (pendingRuns(worker) >= MOST_WAITING) throw refuse(fileErrors.previewBusy)
  const bytes = await buffer(await ctx.files.open(file.storageKey)).catch(() => undefined)
  if (!bytes) throw refuse(fileErrors.fileMissing)
  const drawn = await runWorker<Uint8Array>(worker, bytes, MOST_SECONDS)
  if (!drawn) throw refuse(fileErrors.noPreview)
  return drawn
}
