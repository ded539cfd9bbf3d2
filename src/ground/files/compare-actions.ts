import type { Ctx } from '../../platform/http/ctx.ts'
import { addHours } from '../../platform/time.ts'
import { strayMinutes } from './rules.ts'
import { keysAfter, knownKeys } from './store.ts'

const BATCH = 500
const MOST_NAMED = 20

export interface StoreComparison {
  rows: number
  /** Rows whose bytes the store does not have. */
  missing: number
  missingKeys: string[]
  /** Files of the store that no row names; the sweeper removes them. */
  strays: number
}

/** Compares rows and store without changing either, for use after a restore. */
export async function compareStore(ctx: Ctx): Promise<StoreComparison> {
  const present = new Set<string>()
  for await (const { key } of ctx.files.list()) present.add(key)
  const result: StoreComparison = { rows: 0, missing: 0, missingKeys: [], strays: 0 }
  // A file that is being uploaded at this moment has no row yet.
  const before = addHours(ctx.clock.now(), strayMinutes / 60)
  for (let after = 0; ;) {
    const rows = await keysAfter(ctx.db, after, before, BATCH)
    for (const { storageKey } of rows) {
      result.rows += 1
      if (present.has(storageKey)) continue
      result.missing += 1
      if (result.missingKeys.length < MOST_NAMED) result.missingKeys.push(storageKey)
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)?.id ?? after
  }
  const keys = [...present]
  for (let at = 0; at < keys.length; at += BATCH) {
    const known = await knownKeys(ctx.db, keys.slice(at, at + BATCH))
    result.strays += keys.slice(at, at + BATCH).filter((key) => !known.has(key)).length
  }
  return result
}
