import type { Ctx } from '../../platform/http/ctx.ts'
import { addHours } from '../../platform/time.ts'
import { strayMinutes } from './rules.ts'
import { keysAfter, knownKeys, newestKeys } from './store.ts'

const BATCH = 500
const MOST_NAMED = 20

export interface StoreComparison {
  rows: number
  /** Rows whose bytes the store does not have. */
  missing: number
  missingKeys: string[]
  /** Files of the store that no row names; the sweeper removes them. */
  strays: number
  strayKeys: string[]
}

interface Options {
  /** A server takes uploads meanwhile: what is younger than an upload takes is left out. */
  whileServing?: boolean
  /** Called before each part; a throw ends the comparison. */
  goOn?: (filesDone: number) => void
}

/** Compares rows and store without changing either: after a restore, or for the doctor. */
export async function compareStore(
  ctx: Ctx,
  { whileServing = false, goOn = () => {} }: Options = {},
): Promise<StoreComparison> {
  const result: StoreComparison = { rows: 0, missing: 0, missingKeys: [], strays: 0, strayKeys: [] }
  // A file that is being uploaded at this moment has no row yet.
  const before = addHours(ctx.clock.now(), (whileServing ? -strayMinutes : strayMinutes) / 60)
  const present = new Map<string, Date>()
  for await (const { key, modifiedAt } of ctx.files.list()) {
    if (present.size % BATCH === 0) goOn(present.size)
    present.set(key, modifiedAt)
  }
  for (let after = 0; ;) {
    const rows = await keysAfter(ctx.db, after, before, BATCH)
    goOn(present.size)
    for (const { storageKey } of rows) {
      result.rows += 1
      if (present.has(storageKey)) continue
      result.missing += 1
      if (result.missingKeys.length < MOST_NAMED) result.missingKeys.push(storageKey)
    }
    if (rows.length < BATCH) break
    after = rows.at(-1)?.id ?? after
  }
  const keys = [...present].flatMap(([key, at]) => (whileServing && at >= before ? [] : [key]))
  for (let at = 0; at < keys.length; at += BATCH) {
    const part = keys.slice(at, at + BATCH)
    const known = await knownKeys(ctx.db, part)
    for (const key of part) {
      if (known.has(key)) continue
      result.strays += 1
      if (result.strayKeys.length < MOST_NAMED) result.strayKeys.push(key)
    }
  }
  return result
}

/** Which of the newest files this process does not find: its store is another than that of the process that stored them, or was not restored. */
export async function newestMissing(ctx: Ctx, most: number): Promise<{ looked: number; missing: string[] }> {
  const keys = await newestKeys(ctx.db, most)
  const missing: string[] = []
  for (const key of keys)
    await ctx.files.head(key, 1).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.message.startsWith('S3 answered 404')) missing.push(key)
    })
  return { looked: keys.length, missing }
}
