import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../../web/access.ts'
import { handlers } from '../../../app/calls.ts'
import { jobs } from '../../../app/jobs.ts'
import { assembleServices } from '../../../app/start/services.ts'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { openPostgres } from '../../../platform/db/postgres/postgres.ts'
import { sql } from '../../../platform/db/sql.ts'
import { startCacheSync } from '../../../platform/http/cache/cache-sync.ts'
import { createServer } from '../../../platform/http/server.ts'
import { drainJobs } from '../../../platform/jobs/worker.ts'
import { ability, webIndex } from '../../articles/contract.ts'
import { contentPublish, contentSave, contentSchedule } from './revision-contract.ts'

let app: TestApp
let editor: TestPerson
let other: Awaited<ReturnType<typeof secondServer>>
let ownSync: { stop: () => void }
beforeAll(async () => {
  app = await testApp()
  editor = await app.staff('editor')
  ownSync = await startCacheSync(app.services)
  other = await secondServer()
})
afterAll(async () => {
  ownSync.stop()
  await other.close()
  await app.close()
})

/** A second server with its own pool, cache and timers; only the database is shared. */
async function secondServer() {
  const database = openPostgres(app.databaseUrl ?? '', { poolSize: 4 })
  const services = assembleServices(app.services.config, database, app.services.files, app.clock)
  const sync = await startCacheSync(services)
  const server = await createServer(services, access, handlers)
  return {
    services,
    get: async (path: string) => (await server.inject({ method: 'GET', url: path })).body,
    close: async () => {
      sync.stop()
      await server.close()
      await database.close()
    },
  }
}

async function draft(title: string) {
  const data = { title, description: '', img: '', figure: null, redirect: '' }
  return app.call(contentSave, { kind: 'banner', baseVersion: 0, data }, { as: editor })
}

describe('a change of content', () => {
  it('is visible on every server within two seconds, and leaves unrelated cache entries', async () => {
    await other.get(webIndex.path)
    await other.get(ability.path)
    const { id, version } = await draft('两台都有')
    await app.call(contentPublish, { kind: 'banner', id, version }, { as: editor })
    expect((await app.call(webIndex, {})).bannerArr.map(({ title }) => title)).toContain('两台都有')
    await expect.poll(() => other.get(webIndex.path), { timeout: 2000, interval: 50 }).toContain('两台都有')
    const now = app.clock.now().getTime()
    expect(other.services.cache.get(ability.path, now)).toBeDefined()
  })

  it('that another process’s worker publishes reaches this process too', async () => {
    const { id, version } = await draft('到点才有')
    await app.call(contentSchedule, { kind: 'banner', id, version, at: '2026-03-02 11:00' }, { as: editor })
    expect(await other.get(webIndex.path)).not.toContain('到点才有')
    app.clock.advance({ hours: 1 })
    await drainJobs(other.services, jobs)
    await expect
      .poll(async () => JSON.stringify(await app.call(webIndex, {})), { timeout: 2000, interval: 50 })
      .toContain('到点才有')
  })

  it('is announced by the commit itself: when the process dies right after it, no other process keeps the old page', async () => {
    const { id, version } = await draft('死后也有')
    await other.get(webIndex.path)
    const purgeHere = app.services.cache.purgeHere
    app.services.cache.purgeHere = () => {
      throw new Error('died')
    }
    await app.send(contentPublish, { kind: 'banner', id, version }, { as: editor }).catch(() => undefined)
    app.services.cache.purgeHere = purgeHere
    await expect.poll(() => other.get(webIndex.path), { timeout: 2000, interval: 50 }).toContain('死后也有')
  })

  it('ten editors publishing at once leave one public version and one history', async () => {
    const { id, version } = await draft('十人')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.send(contentPublish, { kind: 'banner', id, version }, { as: editor })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const states = await app.db.rows(
      sql`select state, count(*) as count from content_revisions where item_id = ${id} and kind = 'banner' group by state`,
    )
    expect(states).toEqual([{ state: 'published', count: 1 }])
  })
})
