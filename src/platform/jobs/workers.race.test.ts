import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../db/sql.ts'
import { defineEvent, defineJob } from './declared.ts'
import { emit, enqueue } from './outbox.ts'
import { periodic, queueDue } from './periodic.ts'
import { jobRunner, type JobRegistry, on, onJob } from './worker.ts'

const counted = defineEvent('counted', z.object({ n: z.number() }))
const plain = defineJob('plain', z.object({ n: z.union([z.number(), z.string()]) }))

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  // Periodic work is queued at the start.
  await app.db.run(sql`delete from jobs`)
})
afterAll(() => app.close())

const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
const registry: JobRegistry = {
  subscribers: [
    on(counted, 'a', async (_ctx, { n }) => void count(`a${n}`)),
    on(counted, 'b', async (_ctx, { n }) => void count(`b${n}`)),
  ],
  handlers: [onJob(plain, async (_ctx, { n }) => void count(`plain${n}`))],
}

it('[S-11] four workers at once run each job of each event exactly once', async () => {
  const EACH = 300
  for (let n = 0; n < EACH; n++) {
    await emit(app.system, counted, { n })
    await enqueue(app.system, plain, { n })
  }
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const runner = jobRunner(app.services, registry, 4)
      for (;;) {
        const taken = await runner.takeMore()
        await runner.allEnded()
        const { left } = await app.db.one<{ left: number }>(
          sql`select count(*) as left from jobs where state <> 'done'`,
        )
        if (taken === 0 && left === 0) return
      }
    }),
  )
  expect(counts.size).toBe(3 * EACH)
  expect([...counts].filter(([, times]) => times !== 1)).toEqual([])
  const attempts = await app.db.rows(sql`select id from jobs where attempts <> 1`)
  expect(attempts).toEqual([])
})

it('[S-11] a worker skips a job that another worker is taking', async () => {
  await enqueue(app.system, plain, { n: 'first' })
  await enqueue(app.system, plain, { n: 'second' })
  const other = new pg.Client({ connectionString: app.databaseUrl })
  await other.connect()
  await other.query("begin; select id from jobs where payload ->> 'n' = 'first' for update")
  const runner = jobRunner(app.services, registry, 1)
  expect(await runner.takeMore()).toBe(1)
  await runner.allEnded()
  await other.end()
  expect([counts.get('plainfirst'), counts.get('plainsecond')]).toEqual([undefined, 1])
})

it('[F-09] several processes that poll at the same time queue periodic work once', async () => {
  const list = [periodic('round', 24, async () => {})]
  await queueDue(app.services, list)
  app.clock.advance({ hours: 25 })
  await Promise.all(Array.from({ length: 6 }, () => queueDue(app.services, list)))
  expect(await app.db.rows(sql`select id from jobs where name = 'round'`)).toHaveLength(1)
})

it('periodic work that a new installation does at once is queued once, also by several processes, and then at its times', async () => {
  const list = [periodic('early', 24, async () => {}, { atOnce: true }), periodic('in-time', 24, async () => {})]
  const queued = () => app.db.rows(sql`select name from jobs where name in ('early', 'in-time') order by id`)
  await Promise.all(Array.from({ length: 6 }, () => queueDue(app.services, list)))
  expect(await queued()).toEqual([{ name: 'early' }])
  app.clock.advance({ hours: 23 })
  await queueDue(app.services, list)
  expect(await queued()).toEqual([{ name: 'early' }])
  await app.db.run(sql`update jobs set state = 'done', dedupe_key = null where name = 'early'`)
  app.clock.advance({ hours: 2 })
  await queueDue(app.services, list)
  expect(await queued()).toHaveLength(3)
})
