import type { Ctx } from '../../platform/http/ctx.ts'
import { addDays, addHours } from '../../platform/time.ts'
import { orphanHours, strayMinutes } from './rules.ts'
import {
  deleteExpiredLinks,
  deleteOrphans,
  forgetRemoved,
  keysAfter,
  knownKeys,
  markedAfter,
  markMissing,
  removedBefore,
  unmarkMissing,
} from './store.ts'

const BATCH = 500

export interface SweepResult {
  /** Rows that were never attached; their bytes go REMOVED_FILES_DAYS later. */
  orphans: number
  /** Files whose row was removed some days ago: their bytes are gone now. */
  expired: number
  /** Bytes without a row, removed. */
  strays: number
  /** Rows without bytes: they are marked and reported, until their bytes are back. */
  missing: number
}

/**
 * Makes table and store consistent after crashes, rollbacks and abandoned uploads. Rows are removed after a day, so that nobody loses a
 * file while filling in a form, and their bytes some days later; bytes without a row when no upload can still be in progress.
 */
export async function sweepFiles(ctx: Ctx): Promise<SweepResult> {
  const now = ctx.clock.now()
  const before = addHours(now, -orphanHours)
  await deleteExpiredLinks(ctx.db, before)
  const orphans = await removeOrphans(ctx, before)
  const expired = await removeExpired(ctx)
  const present = new Set<string>()
  const strays = await removeStrays(ctx, addHours(now, -strayMinutes / 60), (key) => present.add(key))
  await unmarkFound(ctx, present)
  const missing = await reportMissing(ctx, before, present)
  return { orphans, expired, strays, missing }
}

/** Removes only bytes without a row, so that what a crash or a database error left is gone within the hour. */
export async function sweepStrays(ctx: Ctx): Promise<number> {
  return removeStrays(ctx, addHours(ctx.clock.now(), -strayMinutes / 60))
}

async function removeOrphans(ctx: Ctx, before: Date): Promise<number> {
  let count = 0
  for (;;) {
    const rows = await deleteOrphans(ctx.db, before, BATCH, ctx.clock.now())
    count += rows.length
    if (rows.length < BATCH) return count
  }
}

/** A database restored to a moment of the last days names files that were removed since; until then their bytes are kept (decision 0094). */
async function removeExpired(ctx: Ctx): Promise<number> {
  const before = addDays(ctx.clock.now(), -ctx.config.REMOVED_FILES_DAYS)
  let count = 0
  for (;;) {
    const keys = await removedBefore(ctx.db, before, BATCH)
    for (const key of keys) await ctx.files.remove(key)
    // Last: if this stops half way, the next run finds them again.
    await forgetRemoved(ctx.db, keys)
    count += keys.length
    if (keys.length < BATCH) return count
  }
}

async function removeStrays(ctx: Ctx, before: Date, keep: (key: string) => void = () => {}): Promise<number> {
  let strays = 0
  let batch: { key: string; modifiedAt: Date }[] = []
  const settle = async () => {
    const known = await knownKeys(
      ctx.db,
      batch.map((object) => object.key),
    )
    for (const { key, modifiedAt } of batch) {
      if (known.has(key)) keep(key)
      else if (modifiedAt < before) {
        await ctx.files.remove(key)
        strays += 1
      }
    }
    batch = []
  }
  for await (const object of ctx.files.list()) {
    batch.push(object)
    if (batch.length >= BATCH) await settle()
  }
  await settle()
  return strays
}

/** A disk that was not mounted is back, or files were restored after the database. */
async function unmarkFound(ctx: Ctx, present: Set<string>): Promise<void> {
  for (let after = 0; ;) {
    const rows = await markedAfter(ctx.db, after, BATCH)
    const back = rows.filter(({ storageKey }) => present.has(storageKey)).map(({ id }) => id)
    if (back.length > 0) {
      await unmarkMissing(ctx.db, back)
      ctx.log.info({ fileIds: back }, 'files that were missing are back')
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}

async function reportMissing(ctx: Ctx, before: Date, present: Set<string>): Promise<number> {
  let count = 0
  let after = 0
  for (;;) {
    const rows = await keysAfter(ctx.db, after, before, BATCH)
    const gone = rows.filter((row) => !present.has(row.storageKey)).map((row) => row.id)
    if (gone.length > 0) {
      await markMissing(ctx.db, gone, ctx.clock.now())
      ctx.log.error({ fileIds: gone }, 'files without bytes in the store')
      count += gone.length
    }
    if (rows.length < BATCH) return count
    after = rows.at(-1)?.id ?? after
  }
}
