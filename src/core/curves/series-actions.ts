import { Readable } from 'node:stream'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { addHours } from '../../platform/time.ts'
import { type FileRow, filesOf } from '../files/actions.ts'
import { CurveRefused, type ParsedData } from './curve-rules.ts'
import { readSeries, SeriesUnread } from './read-actions.ts'
import { seriesTries } from './series-rules.ts'
import { forgetTries, keepFailure, keepSeries, type KeptSeries, keptSeries } from './series-store.ts'
import { readSeriesJob, seriesRead } from './events.ts'

/** The result of reading a file: from the cache, or read now. The caller has checked who may read the file. */
export async function seriesOfFile(ctx: Ctx, file: FileRow): Promise<KeptSeries> {
  return (await keptSeries(ctx.db, file.sha256)) ?? (await tryReading(ctx, file))
}

/** The curves of a file; undefined when it holds none, or reading failed. */
export async function curvesOf(ctx: Ctx, file: FileRow): Promise<ParsedData | undefined> {
  return (await seriesOfFile(ctx, file)).data ?? undefined
}

/** The curves in text that is not a stored file; undefined when it holds none or reading it failed. */
export async function seriesInText(ctx: Pick<Ctx, 'config'>, text: string): Promise<ParsedData | undefined> {
  try {
    return await readSeries(Readable.from([Buffer.from(text)]), ctx.config.SERIES_SECONDS)
  } catch (error) {
    if (error instanceof SeriesUnread || error instanceof CurveRefused) return undefined
    throw error
  }
}

/** Starts a new round of tries for a file whose reading failed. */
export function restartReading(ctx: Ctx, file: FileRow): Promise<void> {
  return inTx(ctx, async (inner) => {
    if ((await forgetTries(inner.db, file.sha256)) > 0)
      await enqueue(inner, readSeriesJob, { fileId: file.id }, { key: `now:${file.sha256}` })
  })
}

/** A later try, run as a job. Idempotent: a file that was read, or given up, stays as it is. */
export async function readSeriesAgain(ctx: Ctx, fileId: number): Promise<void> {
  const file = (await filesOf(ctx, [fileId])).get(fileId)
  const kept = file && (await keptSeries(ctx.db, file.sha256))
  if (!file || !kept || kept.failure === null || kept.tries >= seriesTries.most) return
  const { failure } = await tryReading(ctx, file)
  if (failure === null) await inTx(ctx, (inner) => emit(inner, seriesRead, { fileId }))
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
    // Undefined: another request read the file in the meantime.
    if (!counted) return (await keptSeries(inner.db, file.sha256)) as KeptSeries
    const minutes = seriesTries.minutesBetween[counted.tries - 1]
    if (minutes !== undefined && counted.tries < seriesTries.most) {
      const at = addHours(now, minutes / 60)
      await enqueue(inner, readSeriesJob, { fileId: file.id }, { at, key: `${counted.tries}:${file.sha256}` })
    }
    return { data: null, refusal: null, tries: counted.tries, failure }
  })
}
