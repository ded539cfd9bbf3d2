import type { Ctx } from '../../platform/http/ctx.ts'
import { addHours } from '../../platform/time.ts'
import { orphanHours, strayMinutes } from './rules.ts'
import { deleteExpiredLinks, deleteOrphans, keysAfter, knownKeys, markMissing } from './store.ts'

const BATCH = 500

export interface SweepResult {
  /** Rows that were never attached, removed with their bytes. */
  orphans: number
  /** Bytes without a row, removed. */
  strays: number
  /** Rows without bytes: they cannot be restored, so they are marked and reported. */
  missing: number
}

/**
 * Makes table and store consistent after crashes, rollbacks and abandoned uploads. Rows are removed after a day, so that nobody loses a
 * file while filling in a form; bytes when no upload can still be in progress.
 */
export async function sweepFiles(ctx: Ctx): Promise<SweepResult> {
  const now = ctx.clock.now()
  const before = addHours(now, -orphanHours)
  await deleteExpiredLinks(ctx.db, before)
  const orphans = await removeOrphans(ctx, before)
  const present = new Set<string>()
  const strays = await removeStrays(ctx, addHours(now, -strayMinutes / 60), (key) => present.add(key))
  const missing = await reportMissing(ctx, before, present)
  return { orphans, strays, missing }
}

/** Removes only bytes without a row, so that what a crash or a database error left is gone within the hour. */
export async function sweepStrays(ctx: Ctx): Promise<number> {
  return removeStrays(ctx, addHours(ctx.clock.now(), -strayMinutes / 60))
}

async function removeOrphans(ctx: Ctx, before: Date): Promise<number> {
  let count = 0
  for (;;) {
    const rows = await deleteOrphans(ctx.db, before, BATCH)
    // If this stops half way, the rest has no row and is removed by the next run.
    for (const row of rows) await ctx.files.remove(row.storageKey)
    count += rows.length
    if (rows.length < BATCH) return count
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
