import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/db.ts'
import { embeddedHandle, type EmbeddedHandle } from '../db/embedded/embedded.ts'
import { openPglite } from '../db/embedded/pglite.ts'
import { sql } from '../db/sql.ts'
import { copyWhileServing } from './hot-copy.ts'

const home = mkdtempSync(join(tmpdir(), 'mingxi-hot-copy-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

// Starts PostgreSQL twice.
describe('a copy of an embedded database that serves', { timeout: 120_000 }, () => {
  let database: Database
  beforeAll(async () => {
    database = await openPglite(join(home, 'serving'))
  })
  afterAll(() => database.close())

  it('has every row acknowledged before it began, whole transactions, and indexes that agree, while writes go on', async () => {
    await database.script(
      `create table accounts (id int primary key, fen bigint not null);
       create table entries (id int generated always as identity primary key, account int not null, fen bigint not null);
       insert into accounts select g, 0 from generate_series(1, 200) g`,
    )
    const before = await transferUntil(database, (rows) => rows.length >= 100)
    const copying = { over: false }
    const copied = copyWhileServing(handleOf(database), join(home, 'copy')).finally(() => (copying.over = true))
    const meanwhile = await transferUntil(database, () => copying.over)
    await copied

    expect(meanwhile.length, 'writes were acknowledged while the copy was made').toBeGreaterThan(0)
    const copy = await openPglite(join(home, 'copy'))
    await copy.run(sql`set enable_indexscan = off`)
    await copy.run(sql`set enable_indexonlyscan = off`)
    await copy.run(sql`set enable_bitmapscan = off`)
    const kept = await copy.rows<{ id: number }>(sql`select id from entries order by id`)
    const sum = await copy.row<{ accounts: string; entries: string; halves: string }>(
      sql`select (select sum(fen) from accounts)::text as accounts, (select sum(fen) from entries)::text as entries,
        (select count(*) from accounts a where a.fen <> (select coalesce(sum(e.fen), 0) from entries e where e.account = a.id))::text
          as halves`,
    )
    await copy.run(sql`reset all`)
    await copy.run(sql`set enable_seqscan = off`)
    const byIndex = await copy.rows<{ id: number }>(sql`select id from entries where id > 0 order by id`)
    await copy.close()
    expect(before.filter((id) => !kept.some((row) => row.id === id))).toEqual([])
    expect(sum).toEqual({ accounts: '0', entries: '0', halves: '0' })
    expect(byIndex).toEqual(kept)
  })

  it('is refused while another copy is made', async () => {
    const first = copyWhileServing(handleOf(database), join(home, 'first'))
    await expect(copyWhileServing(handleOf(database), join(home, 'second'))).rejects.toThrow('另一个备份正在进行')
    await first
  })
})

/** Moves money between accounts, each move with two entries and two balances in one transaction. Returns the acknowledged entries. */
async function transferUntil(
  database: Database,
  ended: (acknowledged: readonly number[]) => boolean,
): Promise<number[]> {
  const acknowledged: number[] = []
  for (let n = 0; !ended(acknowledged); n += 1) {
    const [from, to] = [(n % 200) + 1, ((n * 7 + 3) % 200) + 1]
    const rows = await database.tx(async (tx) => {
      await tx.run(sql`update accounts set fen = fen - ${n} where id = ${from}`)
      await tx.run(sql`update accounts set fen = fen + ${n} where id = ${to}`)
      return tx.rows<{ id: number }>(
        sql`insert into entries (account, fen) values (${from}, ${-n}), (${to}, ${n}) returning id`,
      )
    })
    acknowledged.push(...rows.map(({ id }) => id))
    // The engine answers without waiting for the disk, so a loop of statements alone would keep the files from being copied.
    await immediate()
  }
  return acknowledged
}

function handleOf(database: Database): EmbeddedHandle {
  const handle = embeddedHandle(database)
  if (!handle) throw new Error('not an embedded database')
  return handle
}
