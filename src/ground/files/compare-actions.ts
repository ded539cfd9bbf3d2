import type { Ctx } from '../../platform/http/ctx.ts'
import { addHours } from '../../platform/time.ts'
import { strayMinutes } from './rules.ts'
import { keysAfter, knownKeys } from './store.ts'

const BATCH = 500
<<<<<<< HEAD
=======
const MOST_NAMED = 20
>>>>>>> cli

export interface FileComparison {
  rows: number
  /** Rows whose bytes the store does not have. */
  missing: { id: number; storageKey: string }[]
  /** Files of the store that no row names; the sweeper removes them. */
<<<<<<< HEAD
  strays: string[]
}

interface HowToCompare {
  /** Rows and files that are younger are left out. */
  before: Date
  goOn?: (done: number) => void
}

/** Until when everything has both row and bytes while people upload. */
export function settledBefore(now: Date): Date {
  return addHours(now, -strayMinutes / 60)
}

/** Compares rows with the store and changes nothing. */
export async function compareFiles(ctx: Ctx, { before, goOn = () => {} }: HowToCompare): Promise<FileComparison> {
  const present = new Set<string>()
  const strays: string[] = []
  let batch: { key: string; modifiedAt: Date }[] = []
  const settle = async () => {
    const keys = batch.map(({ key }) => key)
    const known = await knownKeys(ctx.db, keys)
    for (const { key, modifiedAt } of batch) {
      present.add(key)
      if (!known.has(key) && modifiedAt < before) strays.push(key)
    }
    goOn(present.size)
    batch = []
  }
  for await (const object of ctx.files.list()) {
    batch.push(object)
    if (batch.length >= BATCH) await settle()
  }
  await settle()
  const missing: FileComparison['missing'] = []
  let rows = 0
  for (let after = 0; ;) {
    const part = await keysAfter(ctx.db, after, before, BATCH)
    rows += part.length
    missing.push(...part.filter(({ storageKey }) => !present.has(storageKey)))
    const last = part.at(-1)
    if (!last || part.length < BATCH) return { rows, missing, strays }
    after = last.id
  }
=======
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
>>>>>>> cli
}
