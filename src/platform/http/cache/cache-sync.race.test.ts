import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assembleServices } from '../../../app/start/services.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { handlers } from '../../../app/calls.ts'
import { xrd } from '../../../../demo/catalogue/diffraction/xrd.ts'
import { reviseProject } from '../../../shop/catalogue/publish-actions.ts'
import { deviceSearch } from '../../../shop/catalogue/contract.ts'
import { deviceDetail } from '../../../shop/site/contract.ts'
import { access } from '../../../web/access.ts'
import { openPostgres } from '../../db/postgres/postgres.ts'
import { sql } from '../../db/sql.ts'
import { purgeWithCommit, raisedSince, startCacheSync } from './cache-sync.ts'
import { createServer } from '../server.ts'

let app: TestApp
let other: Awaited<ReturnType<typeof secondServer>>
let rids: Record<'xrd' | 'sem', number>

beforeAll(async () => {
  app = await testApp()
  rids = (await orderScene(app)).rids
  other = await secondServer()
})
afterAll(async () => {
  await other.close()
  await app.close()
})

/** Another process on another host: only the database is shared. */
async function secondServer() {
  const database = openPostgres(app.databaseUrl ?? '', { poolSize: 4 })
  const services = assembleServices(app.services.config, database, app.services.files, app.clock)
  const sync = await startCacheSync(services, database.health)
  const server = await createServer(services, access, handlers)
  return {
    get: async (path: string) => (await server.inject({ method: 'GET', url: path })).body,
    has: (path: string) => services.cache.get(path, app.clock.now().getTime()) !== undefined,
    close: async () => {
      sync.stop()
      await server.close()
      await database.close()
    },
  }
}

describe('cache tags across hosts', () => {
  it('a change of one project drops its own page and the lists on the other host, and no page of another project', async () => {
    const pages = { changed: `${deviceDetail.path}?rid=${rids.xrd}`, kept: `${deviceDetail.path}?rid=${rids.sem}` }
    const list = `${deviceSearch.path}?size=3`
    for (const path of [pages.changed, pages.kept, list]) await other.get(path)
    expect(JSON.parse(await other.get(pages.kept)).data.related.map(({ rid }: { rid: number }) => rid)).not.toContain(
      rids.xrd,
    )
    await reviseProject(app.system, rids.xrd, { rule: xrd.rule })
    await expect.poll(() => other.has(pages.changed), { timeout: 2000, interval: 50 }).toBe(false)
    expect(other.has(list)).toBe(false)
    expect(other.has(pages.kept)).toBe(true)
  })

  it('a look reads only tags that were raised since the last one, whatever their number', async () => {
    await app.db.run(
      sql`insert into cache_tags (tag, version) select 'project:' || n, 1 from generate_series(100000, 109999) as n`,
    )
    await app.db.run(sql`analyze cache_tags`)
    let until = '0'
    // A look repeats what a transaction still open anywhere in the cluster might hide: other tests run in it,
    // and some of their transactions take many seconds (copying a database, building an index).
    await expect
      .poll(
        async () => {
          ;({ until } = await raisedSince(app.db, '0'))
          return (await raisedSince(app.db, until)).raised
        },
        { timeout: 120_000, interval: 200 },
      )
      .toEqual([])
    await app.db.tx((db) => purgeWithCommit({ db, cache: app.services.cache }, ['project:100007']))
    expect((await raisedSince(app.db, until)).raised).toEqual([{ tag: 'project:100007', version: 2 }])
    const plan = await app.db.rows(sql`explain select 1 from cache_tags where changed_in >= ${until}::text::xid8`)
    expect(JSON.stringify(plan)).toContain('cache_tags_changed')
  })

  it('a purge that commits after a later one is not missed', async () => {
    const slow = openPostgres(app.databaseUrl ?? '', { poolSize: 2 })
    let commit = () => {}
    const open = new Promise<void>((resolve) => (commit = resolve))
    let raised = () => {}
    const first = new Promise<void>((resolve) => (raised = resolve))
    const early = slow.tx(async (db) => {
      await purgeWithCommit({ db, cache: app.services.cache }, ['early'])
      raised()
      await open
    })
    await first
    await app.db.tx((db) => purgeWithCommit({ db, cache: app.services.cache }, ['late']))
    const look = await raisedSince(app.db, (await raisedSince(app.db, '0')).until)
    commit()
    await early
    expect((await raisedSince(app.db, look.until)).raised.map(({ tag }) => tag)).toContain('early')
    await slow.close()
  })
})
