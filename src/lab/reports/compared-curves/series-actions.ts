import type { ParsedData } from '../../../core/curves/curve-rules.ts'
import { restartReading, seriesOfFile } from '../../../core/curves/series-actions.ts'
import { seriesTries } from '../../../core/curves/series-rules.ts'
import { fileForCustomer, fileForStaff, type FileRow } from '../../../core/files/actions.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer, Staff } from '../../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../../platform/http/in-doubt.ts'
import { reportErrors } from '../errors.ts'
import { resultByFile, type ResultRow } from '../store.ts'

/**
 * The curves of a result file that the caller may read. When reading takes too long, it is repeated in the background a few times. Until
 * then the answer is to wait; afterwards staff see why it failed.
 */
export async function seriesOf(ctx: Ctx<Customer> | Ctx<Staff>, fileId: number): Promise<ParsedData> {
  refuseInDoubt(ctx)
  const kept = await seriesOfFile(ctx, (await readableResult(ctx, fileId)).file)
  if (kept.data) return kept.data
  if (kept.refusal) throw refuse(reportErrors.noSeries, kept.refusal)
  if (kept.failure === null) throw refuse(reportErrors.noSeries)
  if (kept.tries < seriesTries.most) throw refuse(reportErrors.seriesPending)
  if (ctx.actor.kind === 'customer') throw refuse(reportErrors.seriesFailed)
  throw refuse(reportErrors.seriesFailed, `曲线读取失败：${kept.failure}（已尝试 ${kept.tries} 次）`)
}

/** Staff start a new round of tries. */
export async function rereadSeries(ctx: Ctx<Staff>, fileId: number): Promise<void> {
  await restartReading(ctx, (await readableResult(ctx, fileId)).file)
}

/** A result file that the caller may read. */
export async function readableResult(
  ctx: Ctx<Customer> | Ctx<Staff>,
  fileId: number,
): Promise<{ file: FileRow; result: ResultRow }> {
  const file =
    ctx.actor.kind === 'customer'
      ? await fileForCustomer(ctx as Ctx<Customer>, fileId)
      : await fileForStaff(ctx as Ctx<Staff>, fileId)
  const result = await resultByFile(ctx.db, file.id)
  if (!result) throw refuse(commonErrors.notFound)
  return { file, result }
}
