import type { Ctx } from '../../platform/http/ctx.ts'
import { addHours } from '../../platform/time.ts'
import { strayMinutes } from './rules.ts'
import { keysAfter, knownKeys } from './store.ts'

const BATCH = 500

/** Compares rows with the store and changes nothing. What is younger than an upload takes is left out. */
export async function compareFiles(
  ctx: Ctx,
  goOn: (done: number) => void,
): Promise<{ rows: number; missing: number[]; strays: string[] }> {
  const before = addHours(ctx.clock.now(), -strayMinutes / 60)
  const present = new Set<string>()
  const strays: string[] = []
  let batch: { key: string; modifiedAt: Date }[] = []
  const settle = async () => {
    const known = await knownKeys(
      ctx.db,
      batch.map(({ key }) => key),
    )
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
  const missing: number[] = []
  let rows = 0
  for (let after = 0; ;) {
    const part = await keysAfter(ctx.db, after, before, BATCH)
    rows += part.length
    missing.push(...part.filter(({ storageKey }) => !present.has(storageKey)).map(({ id }) => id))
    const last = part.at(-1)
    if (!last || part.length < BATCH) return { rows, missing, strays }
    after = last.id
  }
}
