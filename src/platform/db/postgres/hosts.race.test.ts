import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster } from '../../../../scripts/postgres/postgres-cluster.mjs'
import { startStandby } from '../../../../scripts/postgres/postgres-standby.mjs'
import type { Database } from '../db.ts'
import { openPostgres } from './postgres.ts'
import { sql } from '../sql.ts'

let cluster: Awaited<ReturnType<typeof startCluster>>
let standby: Awaited<ReturnType<typeof startStandby>>
let database: Database
let hosts: string[]

beforeAll(async () => {
  cluster = await startCluster({ durable: false })
  standby = await startStandby(cluster)
  // The standby is named first: the primary is found, not assumed.
  hosts = [`127.0.0.1:${standby.port}`, `127.0.0.1:${cluster.port}`]
  database = openPostgres(cluster.url, { poolSize: 4, hosts })
  await database.script('create table notes (n int primary key)')
})
afterAll(async () => {
  await database.close()
  await standby.stop()
  await cluster.stop()
})

const write = (to: Database, n: number) => to.run(sql`insert into notes values (${n})`)
const portOf = async (of: Database) => (await of.one<{ port: number }>(sql`select inet_server_port() as port`)).port

describe('several hosts', () => {
  it('connections go to the primary, and to the promoted standby within ten seconds after the primary is killed', async () => {
    expect(await portOf(database)).toBe(cluster.port)
    await Promise.all([1, 2, 3, 4].map((n) => write(database, n)))
    await expect
      .poll(
        async () =>
          (
            await database.one<{ n: number }>(
              sql`select count(*) as n from pg_stat_replication where replay_lsn >= pg_current_wal_insert_lsn()`,
            )
          ).n,
        { timeout: 5000 },
      )
      .toBe(1)
    process.kill(Number(readFileSync(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    const killed = performance.now()
    // A process of the server may serve one more statement before it notices.
    let next = 100
    await expect.poll(() => write(database, next++).catch(() => 'refused'), { timeout: 5000 }).toBe('refused')
    standby.promote()
    await expect.poll(() => write(database, 6).catch(() => 0), { timeout: 10_000, interval: 100 }).toBe(1)
    expect(performance.now() - killed).toBeLessThan(10_000)
    expect(await portOf(database)).toBe(standby.port)
    expect(await database.rows(sql`select n from notes where n < 100 order by n`)).toEqual(
      [1, 2, 3, 4, 6].map((n) => ({ n })),
    )
  })

  it('a former primary that comes back as a primary is not written to, by no process', async () => {
    await cluster.restart()
    const back = openPostgres(cluster.url, { poolSize: 1 })
    const isStandby = () => back.one(sql`select pg_is_in_recovery() as standby`).catch(() => undefined)
    await expect.poll(isStandby, { timeout: 10_000 }).toEqual({ standby: false })
    const fresh = openPostgres(cluster.url, { poolSize: 2, hosts: hosts.toReversed() })
    expect(await portOf(fresh)).toBe(standby.port)
    expect(await portOf(database)).toBe(standby.port)
    await Promise.all([back.close(), fresh.close()])
  })
})
