import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../demo/life/random.ts'
import { PowerLoss } from '../../testing/power-loss.ts'
import type { Database } from '../db.ts'
import { openPglite } from './pglite.ts'
import { sql } from '../sql.ts'

const home = mkdtempSync(join(tmpdir(), 'mingxi-power-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

// Starts PostgreSQL several times.
describe('the embedded database after a power failure', { timeout: 240_000 }, () => {
  it('has every row that was acknowledged when it waits for the disk', async () => {
    expect(await afterFailures({ durable: true, failures: 3 })).toEqual(Array(3).fill('whole'))
  })

  it('loses rows or does not open when it does not wait, so that the test above can fail', async () => {
    expect(await afterFailures({ durable: false, failures: 2 })).not.toEqual(Array(2).fill('whole'))
  })
})

/** Writes rows, then looks at what several power failures at random moments would have left. */
async function afterFailures({ durable, failures }: { durable: boolean; failures: number }): Promise<string[]> {
  const name = durable ? 'durable' : 'fast'
  const folder = join(home, name)
  const first = await openPglite(folder, { durable })
  await first.script('create table numbers (n int primary key, words text not null)')
  await first.close()
  const record = new PowerLoss(folder, join(home, `${name}-before`))
  const database = await openPglite(folder, { durable })
  const opened = record.moment
  const acknowledged = await writeRows(database, record)
  record.stop()
  const end = record.moment
  await database.close()
  const { next, whole } = seededRandom(durable ? 7 : 8)
  const outcomes: string[] = []
  for (let failure = 0; failure < failures; failure += 1) {
    const moment = whole(opened, end)
    const disk = join(home, `${name}-${failure}`)
    record.diskAt(moment, disk, next)
    const wanted = acknowledged.filter((each) => each.moment <= moment).map(({ n }) => n)
    outcomes.push(await stateOf(disk, wanted).catch((error: Error) => `damaged: ${error.message}`))
    rmSync(disk, { recursive: true })
  }
  return outcomes
}

/** Single rows and transactions of many rows that fill pages, with checkpoints and a new table between them. */
async function writeRows(database: Database, record: PowerLoss): Promise<{ n: number; moment: number }[]> {
  const acknowledged: { n: number; moment: number }[] = []
  for (let n = 1; n <= 120; n += 1) {
    await database.tx(async (tx) => {
      await tx.run(sql`insert into numbers values (${n}, 'kept')`)
      if (n % 20 === 0)
        await tx.run(
          sql`insert into numbers select -(${n} * 1000 + g), repeat(md5(g::text), 20) from generate_series(1, 200) g`,
        )
    })
    acknowledged.push({ n, moment: record.moment })
    if (n % 50 === 0) await database.script('checkpoint')
    if (n === 70) await database.script('create table later (n int primary key); insert into later values (1)')
  }
  return acknowledged
}

/** `whole` when all acknowledged rows are there and the index has the same rows as the table. */
async function stateOf(folder: string, acknowledged: readonly number[]): Promise<string> {
  const database = await openPglite(folder)
  try {
    const byTable = await database.rows<{ n: number }>(sql`select n from numbers where n > 0 and words is not null`)
    await database.run(sql`set enable_seqscan = off`)
    const byIndex = await database.rows<{ n: number }>(sql`select n from numbers where n > 0 order by n`)
    const found = new Set(byTable.map(({ n }) => n))
    const lost = acknowledged.filter((n) => !found.has(n))
    if (lost.length > 0) return `lost: ${lost.length} of ${acknowledged.length}`
    return byIndex.length === byTable.length ? 'whole' : 'damaged: the index differs from the table'
  } finally {
    await database.close()
  }
}
