import type { Ctx } from '../../platform/http/ctx.ts'
import { addHours } from '../../platform/time.ts'
import { strayMinutes } from './rules.ts'
import { keysAfter, knownKeys } from './store.ts'

const BATCH = 500

export interface FileComparison {
  rows: number
  /** Rows whose bytes the store does not have. */
  missing: { id: number; storageKey: string }[]
  /** Files of the store that no row names; the sweeper removes them. */
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
}
