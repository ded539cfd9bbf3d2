import { Readable } from 'node:stream'
import { refuseInDoubt } from '../../people/customers/session-actions.ts'
import { CurveRefused, type ParsedData } from './curve-rules.ts'
import { readSeries, SeriesUnread } from './read-actions.ts'
import { fileForCustomer, fileForStaff, type FileRow, filesOf } from '../files/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { addHours } from '../../platform/time.ts'
import { reportErrors } from '../../lab/reports/errors.ts'
import { seriesTries } from '../../lab/reports/rules.ts'
import { forgetTries, keepFailure, keepSeries, type KeptSeries, keptSeries } from './series-store.ts'
import { resultByFile } from '../../lab/reports/store.ts'
import { readSeriesJob } from './events.ts'

/**
 * The curves in a result file that the asker may read. A try that runs out of time is repeated in the background a few times;
 * until then the asker is told to wait, and afterwards staff are told why it failed.
 */
export async function seriesOf(ctx: Ctx<Customer> | Ctx<Staff>, fileId: number): Promise<ParsedData> {
  if (ctx.actor.kind === 'customer') refuseInDoubt(ctx as Ctx<Customer>)
  const file = await readableFile(ctx, fileId)
  const kept = (await keptSeries(ctx.db, file.sha256)) ?? (await tryReading(ctx, file))
  if (kept.data) return kept.data
  if (kept.refusal) throw refuse(reportErrors.noSeries, kept.refusal)
  if (kept.failure === null) throw refuse(reportErrors.noSeries)
  if (kept.tries < seriesTries.most) throw refuse(reportErrors.seriesPending)
  if (ctx.actor.kind === 'customer') throw refuse(reportErrors.seriesFailed)
  throw refuse(reportErrors.seriesFailed, `曲线读取失败：${kept.failure}（已尝试 ${kept.tries} 次）`)
}

/** The curves of a result file for what we print ourselves; undefined where there are none, or they could not be read. */
export async function curvesOf(ctx: Ctx, file: FileRow): Promise<ParsedData | undefined> {
  const kept = (await keptSeries(ctx.db, file.sha256)) ?? (await tryReading(ctx, file))
  return kept.data ?? undefined
}

/** The curves in text that is no file of an order; undefined when it holds none or reading came to no end. */
export async function seriesInText(ctx: Pick<Ctx, 'config'>, text: string): Promise<ParsedData | undefined> {
  try {
    return await readSeries(Readable.from([Buffer.from(text)]), ctx.config.SERIES_SECONDS)
  } catch (error) {
    if (error instanceof SeriesUnread || error instanceof CurveRefused) return undefined
    throw error
  }
}

/** Somebody at the bench asks for a new round of tries. */
export async function rereadSeries(ctx: Ctx<Staff>, fileId: number): Promise<void> {
  const file = await readableFile(ctx, fileId)
  await inTx(ctx, async (inner) => {
    if ((await forgetTries(inner.db, file.sha256)) > 0)
      await enqueue(inner, readSeriesJob, { fileId: file.id }, { key: `now:${file.sha256}` })
  })
}

/** A later try, as a job. Safe to repeat: what was read, or given up, is left alone. */
export async function readSeriesAgain(ctx: Ctx, fileId: number): Promise<void> {
  const file = (await filesOf(ctx, [fileId])).get(fileId)
  const kept = file && (await keptSeries(ctx.db, file.sha256))
  if (!file || !kept || kept.failure === null || kept.tries >= seriesTries.most) return
  await tryReading(ctx, file)
}

async function tryReading(ctx: Ctx, file: FileRow): Promise<KeptSeries> {
  try {
    const data = await readSeries(await ctx.files.open(file.storageKey), ctx.config.SERIES_SECONDS)
    return await kept(ctx, file, { data: data ?? null, refusal: null })
  } catch (error) {
    if (error instanceof CurveRefused) return kept(ctx, file, { data: null, refusal: error.message })
    if (!(error instanceof SeriesUnread)) throw error
    return noteFailure(ctx, file, error.message)
  }
}

async function kept(ctx: Ctx, file: FileRow, read: Pick<KeptSeries, 'data' | 'refusal'>): Promise<KeptSeries> {
  await keepSeries(ctx.db, file.sha256, read, ctx.clock.now())
  return { ...read, tries: 1, failure: null }
}

function noteFailure(ctx: Ctx, file: FileRow, failure: string): Promise<KeptSeries> {
  const now = ctx.clock.now()
  return inTx(ctx, async (inner) => {
    const counted = await keepFailure(inner.db, file.sha256, failure, now)
    // Undefined: somebody else read it in the meantime.
    if (!counted) return (await keptSeries(inner.db, file.sha256)) as KeptSeries
    const minutes = seriesTries.minutesBetween[counted.tries - 1]
    if (minutes !== undefined && counted.tries < seriesTries.most) {
      const at = addHours(now, minutes / 60)
      await enqueue(inner, readSeriesJob, { fileId: file.id }, { at, key: `${counted.tries}:${file.sha256}` })
    }
    return { data: null, refusal: null, tries: counted.tries, failure }
  })
}

async function readableFile(ctx: Ctx<Customer> | Ctx<Staff>, fileId: number): Promise<FileRow> {
  const file =
    ctx.actor.kind === 'customer'
      ? await fileForCustomer(ctx as Ctx<Customer>, fileId)
      : await fileForStaff(ctx as Ctx<Staff>, fileId)
  if (!(await resultByFile(ctx.db, file.id))) throw refuse(commonErrors.notFound)
  return file
}
