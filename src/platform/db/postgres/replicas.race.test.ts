import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { startCluster } from '../../../../scripts/postgres/postgres-cluster.mjs'
import { startStandby } from '../../../../scripts/postgres/postgres-standby.mjs'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { webIndex } from '../../../shop/articles/contract.ts'
import { contentPublish, contentSave } from '../../../shop/editing/revisions/revision-contract.ts'
import { startCacheSync } from '../../http/cache/cache-sync.ts'
import type { Database } from '../db.ts'
import { openPostgres } from './postgres.ts'
import { Replicas, type ReplicaState } from './replicas.ts'
import { sql } from '../sql.ts'

let app: TestApp
let editor: TestPerson
let standby: Awaited<ReturnType<typeof startStandby>>
let cluster: Awaited<ReturnType<typeof startCluster>>
let replica: Database
let replicas: Replicas
let sync: { stop: () => void }
/** Stops and resumes replay, as a slow or busy standby does. */
let control: pg.Client
const changes: ReplicaState[] = []

beforeAll(async () => {
  cluster = await startCluster({ durable: false })
  const shared = process.env.TEST_DATABASE_URL
  process.env.TEST_DATABASE_URL = cluster.url
  app = await testApp().finally(() => (process.env.TEST_DATABASE_URL = shared))
  standby = await startStandby(cluster)
  editor = await app.staff('editor')
  const url = new URL(app.databaseUrl ?? '')
  url.port = String(standby.port)
  control = new pg.Client({ connectionString: url.href })
  control.on('error', () => {})
  await control.connect()
  replica = openPostgres(url.href, { poolSize: 4, answerWithinMs: 1000 })
  const options = { everyMs: 50, maxLagSeconds: 0.5, onChange: (state: ReplicaState) => changes.push(state) }
  replicas = await new Replicas(app.db.health, [{ name: url.host, database: replica }], options).start()
  app.services.replicas = replicas
  sync = await startCacheSync(app.services, app.db.health)
})
afterAll(async () => {
  sync.stop()
  await control.query('select pg_wal_replay_resume()').catch(() => {})
  await control.end().catch(() => {})
  await replicas.close()
  await app.close()
  await standby.stop()
  await cluster.stop()
})

const pause = () => control.query('select pg_wal_replay_pause()')
const resume = () => control.query('select pg_wal_replay_resume()')
const stateNow = () => replicas.states()[0]?.state
const used = () =>
  expect.poll(() => stateNow() === 'used' && replicas.reader(0) !== undefined, { timeout: 5000 }).toBe(true)

async function publish(title: string): Promise<string> {
  const data = { title, description: '', img: '', figure: null, redirect: '' }
  const { id, version } = await app.call(contentSave, { kind: 'banner', baseVersion: 0, data }, { as: editor })
  const { headers } = await app.send(contentPublish, { kind: 'banner', id, version }, { as: editor })
  return String(headers['set-cookie']).split(';', 1)[0] ?? ''
}

const titles = async (query = '') =>
  (await app.call(webIndex, {}, query ? { cookie: query } : {})).bannerArr.map(({ title }) => title)
const countOn = async () => {
  const { n } = await replica.one<{ n: number }>(
    sql`select xact_commit::bigint as n from pg_stat_database where datname = current_database()`,
  )
  return n
}

describe('reads from a replica', () => {
  it('a public call that is not cached is answered by the replica, and a write in it by the primary', async () => {
    await used()
    const reader = replicas.reader()
    expect(await reader?.one(sql`select pg_is_in_recovery() as standby`)).toEqual({ standby: true })
    expect(await reader?.tx((tx) => tx.one(sql`select pg_is_in_recovery() as standby`))).toEqual({ standby: false })
    expect(await reader?.one(sql`select pg_is_in_recovery() as standby`)).toEqual({ standby: false })
    app.services.cache.purgeHere(['banner'])
    await used()
    const before = await countOn()
    await titles()
    await expect.poll(countOn, { timeout: 3000 }).toBeGreaterThan(before)
  })

  it('whoever has published sees it at once while the replica stands still, on any process, and it is cached for everybody', async () => {
    await used()
    await pause()
    const cookie = await publish('刚发布')
    expect(cookie).toMatch(/^mingxi_seen=\d+$/)
    expect(await titles(cookie)).toContain('刚发布')
    // A process that does not know the purge yet still knows from the cookie that its replica is not there.
    expect(replicas.reader(Number(cookie.split('=')[1]))).toBeUndefined()
    await resume()
  })

  it('a cache that a purge has emptied is not filled with the old state of a replica that stands still', async () => {
    await used()
    await pause()
    await publish('不能回退')
    for (let at = 0; at < 20; at++) {
      expect(await titles()).toContain('不能回退')
      app.services.cache.purgeHere(['banner'])
      await new Promise((resolve) => setImmediate(resolve))
    }
    await resume()
    await used()
    app.services.cache.purgeHere(['banner'])
    await used()
    expect(await titles()).toContain('不能回退')
  })

  it('a replica that falls behind is named and left out, and used again after it has caught up', async () => {
    await used()
    changes.length = 0
    await pause()
    await app.db.run(sql`insert into cache_tags (tag, version) values ('behind', 1)`)
    await expect.poll(stateNow, { timeout: 5000 }).toBe('behind')
    expect(replicas.reader(0)).toBeUndefined()
    expect(changes.at(-1)).toMatchObject({ state: 'behind' })
    expect(changes.at(-1)?.lagSeconds).toBeGreaterThan(0.5)
    await resume()
    await used()
    expect(changes.at(-1)?.state).toBe('used')
  })

  it('a process that starts beside a replica that has been behind for long does not use it', async () => {
    await used()
    await pause()
    await app.db.run(sql`insert into cache_tags (tag, version) values ('long-behind', 1)`)
    await expect.poll(() => (replicas.states()[0]?.lagSeconds ?? 0) > 0.6, { timeout: 5000 }).toBe(true)
    const fresh = new Replicas(app.db.health, [{ name: 'replica', database: replica }], { maxLagSeconds: 0.5 })
    await fresh.look()
    expect(fresh.states()[0]?.state).toBe('behind')
    await resume()
    await used()
  })

  it('a replica that is down is named, the primary answers, and no reader gets an error', async () => {
    await used()
    changes.length = 0
    const reader = replicas.reader(0)
    standby.kill()
    expect(await reader?.one(sql`select 1 as one`)).toEqual({ one: 1 })
    await expect.poll(stateNow, { timeout: 5000 }).toBe('down')
    expect(replicas.reader(0)).toBeUndefined()
    expect(await titles()).toContain('不能回退')
  })
})
