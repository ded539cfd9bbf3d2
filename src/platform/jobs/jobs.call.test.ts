import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../db/sql.ts'
import { inTx } from '../http/ctx.ts'
import { emit, enqueue } from './outbox.ts'
import { drainJobs, job, type JobRegistry, on, runOneJob } from './worker.ts'

let app: TestApp
const seen: string[] = []
let failing = 0
const registry: JobRegistry = {
  subscribers: [
    on('thing.happened', 'note', async (_ctx, payload) => void seen.push(`note:${payload.n}`)),
    on('thing.happened', 'flaky', async (_ctx, payload) => {
      if (failing-- > 0) throw new Error('not today')
      seen.push(`flaky:${payload.n}`)
    }),
  ],
  handlers: [job('later', async (_ctx, payload) => void seen.push(`later:${payload.n}`))],
}

beforeEach(async () => {
  app ??= await testApp()
  seen.length = 0
  failing = 0
  await app.db.run(sql`delete from jobs`)
})
afterAll(() => app.close())

const states = async () =>
  (await app.db.rows<{ name: string; state: string }>(sql`select name, state from jobs order by id`)).map(
    (row) => `${row.name} ${row.state}`,
  )

describe('outbox and jobs', () => {
  it('an event reaches each subscriber once', async () => {
    await emit(app.system, 'thing.happened', { n: 1 })
    await drainJobs(app.services, registry)
    expect(seen.sort()).toEqual(['flaky:1', 'note:1'])
  })

  it('an event of a transaction that rolled back never happened', async () => {
    await inTx(app.system, async (ctx) => {
      await emit(ctx, 'thing.happened', { n: 2 })
      throw new Error('rolled back')
    }).catch(() => {})
    await drainJobs(app.services, registry)
    expect(seen).toEqual([])
  })

  it('[T-63] a subscriber that fails is tried again alone, later and later, and ends as a dead letter', async () => {
    failing = 100
    await emit(app.system, 'thing.happened', { n: 3 })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['note:3'])
    for (let attempt = 2; attempt <= 8; attempt++) {
      app.clock.advance({ hours: 1 })
      await drainJobs(app.services, registry)
    }
    expect(await states()).toContain('thing.happened>flaky dead')
    expect(seen).toEqual(['note:3'])
  })

  it('timed work waits for its time', async () => {
    await enqueue(app.system, 'later', { n: 4 }, { at: new Date(app.clock.now().getTime() + 3_600_000) })
    await drainJobs(app.services, registry)
    expect(seen).toEqual([])
    app.clock.advance({ minutes: 61 })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['later:4'])
  })

  it('a job whose worker died is run again within a minute', async () => {
    await enqueue(app.system, 'later', { n: 5 })
    const dead: JobRegistry = { subscribers: [], handlers: [job('later', () => new Promise(() => {}))] }
    void runOneJob(app.services, dead)
    await expect.poll(states).toEqual(['later running'])
    expect(await runOneJob(app.services, registry)).toBe(false)
    app.clock.advance({ seconds: 59 })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['later:5'])
  })

  it('two jobs of one kind and key are one while the first waits', async () => {
    await enqueue(app.system, 'later', { n: 6 }, { key: 'k' })
    await enqueue(app.system, 'later', { n: 7 }, { key: 'k' })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['later:6'])
  })
})
