import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { json, type Sql, sql } from '../db/sql.ts'
import { inTx } from '../http/ctx.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import { metricsText } from '../http/metrics.ts'
import { defineEvent, defineJob } from './declared.ts'
import { reviveJob } from './job-rows.ts'
import { emit, enqueue } from './outbox.ts'
import { addHours } from '../time.ts'
import { drainJobs, endUnknownJobs, jobRunner, type JobRegistry, on, onJob, runOneJob, startWorker } from './worker.ts'

const happened = defineEvent('thing.happened', z.object({ n: z.number() }))
const later = defineJob('later', z.object({ n: z.number() }))
const awaitedJob = defineJob('awaited', z.object({ n: z.number() }), { awaited: true })
const slowJob = defineJob('slow', z.object({ n: z.number().optional() }))

let app: TestApp
const seen: string[] = []
let failing = 0
const registry: JobRegistry = {
  subscribers: [
    on(happened, 'note', async (_ctx, payload) => void seen.push(`note:${payload.n}`)),
    on(happened, 'flaky', async (_ctx, payload) => {
      if (failing-- > 0) throw new Error('not today')
      seen.push(`flaky:${payload.n}`)
    }),
  ],
  handlers: [
    onJob(later, async (_ctx, payload) => void seen.push(`later:${payload.n}`)),
    onJob(awaitedJob, async (_ctx, payload) => void seen.push(`awaited:${payload.n}`)),
  ],
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
  it('[I-20] an event reaches each subscriber once', async () => {
    await emit(app.system, happened, { n: 1 })
    await drainJobs(app.services, registry)
    expect(seen.sort()).toEqual(['flaky:1', 'note:1'])
  })

  it('an event of a rolled-back transaction is not delivered', async () => {
    await inTx(app.system, async (ctx) => {
      await emit(ctx, happened, { n: 2 })
      throw new Error('rolled back')
    }).catch(() => {})
    await drainJobs(app.services, registry)
    expect(seen).toEqual([])
  })

  it('[T-63] a subscriber that fails is retried alone with growing delays and ends as a dead letter', async () => {
    failing = 100
    await emit(app.system, happened, { n: 3 })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['note:3'])
    for (let attempt = 2; attempt <= 8; attempt++) {
      app.clock.advance({ hours: 1 })
      await drainJobs(app.services, registry)
    }
    expect(await states()).toContain('thing.happened>flaky dead')
    expect(seen).toEqual(['note:3'])
  })

  it('a payload that does not fit its schema ends as a dead letter; one with additional fields works', async () => {
    const put = (payload: object) =>
      app.db.run(sql`insert into jobs (kind, name, payload, run_at, created_at)
        values ('job', 'later', ${json(payload)}::jsonb, ${app.clock.now()}, ${app.clock.now()})`)
    await put({ n: 7, since: 'removed' })
    await put({ number: 7 })
    for (let attempt = 1; attempt <= 8; attempt++) {
      await drainJobs(app.services, registry)
      app.clock.advance({ hours: 1 })
    }
    expect(seen).toEqual(['later:7'])
    expect(await states()).toEqual(['later done', 'later dead'])
    const { lastError } = await app.db.one<{ lastError: string }>(sql`select last_error from jobs where state = 'dead'`)
    expect(lastError).toMatch(/^TypeError: the payload of later is of another shape \(n: invalid_type\)\n/)
  })

  it('[G-18] what is kept about a failed job has type, code and frames, and nothing that the database quoted', async () => {
    const text = 'duplicate key value violates unique constraint: Key (phone)=(13812345678) already exists.'
    const cause = Object.assign(new Error(text), {
      code: '23505',
      table: 'customers',
      constraint: 'customers_phone_key',
    })
    const quoting = onJob(later, () => Promise.reject(new Error('could not tell "13812345678" 张三', { cause })))
    await enqueue(app.system, later, { n: 1 })
    await drainJobs(app.services, { subscribers: [], handlers: [quoting] })
    const { lastError } = await app.db.one<{ lastError: string }>(sql`select last_error from jobs`)
    expect(lastError).toMatch(/^Error: could not tell "…" …\n +at .*jobs\.call\.test\.ts/)
    expect(lastError).toContain('caused by Error (23505 customers customers_phone_key)\n')
    expect(lastError).not.toMatch(/13812345678|张三/)
  })

  it('a subscriber receives the event of a transition with its facts', async () => {
    const { approve } = defineLifecycle({
      entity: 'thing',
      table: 'things',
      stages: { open: '', shut: '' },
      transitions: { approve: { label: '', from: ['open'], to: 'shut', by: ['staff'] } },
    }).events
    expect(approve.name).toBe('thing.approve')
    const move = { id: 4, from: 'open', to: 'shut', version: 2, more: true }
    expect(approve.parse(move)).toEqual(move)
    for (const wrong of [{ ...move, id: '4' }, { ...move, version: undefined }, { id: 4 }, null])
      expect(() => approve.parse(wrong)).toThrow('thing.approve')
  })

  it('jobs and events of a newer version wait for its worker and lose no attempt to an older one', async () => {
    await emit(app.system, happened, { n: 10 })
    await enqueue(app.system, later, { n: 11 })
    const older: JobRegistry = { subscribers: [], handlers: [onJob(slowJob, async () => {})] }
    for (let minute = 0; minute < 3; minute++) {
      await drainJobs(app.services, older)
      app.clock.advance({ minutes: 1 })
    }
    expect(await app.db.rows(sql`select state, attempts from jobs`)).toEqual([
      { state: 'waiting', attempts: 0 },
      { state: 'waiting', attempts: 0 },
    ])
    await drainJobs(app.services, registry)
    expect(seen.sort()).toEqual(['flaky:10', 'later:11', 'note:10'])
  })

  it('jobs and events that no version knows for a day become dead jobs, which are seen and may run again', async () => {
    await emit(app.system, happened, { n: 12 })
    await enqueue(app.system, later, { n: 13 })
    const other: JobRegistry = { subscribers: [], handlers: [onJob(slowJob, async () => {})] }
    await enqueue(app.system, slowJob, {})
    app.clock.advance({ hours: 23 })
    await endUnknownJobs(app.services, other)
    expect(await states()).toEqual(['thing.happened waiting', 'later waiting', 'slow waiting'])
    app.clock.advance({ hours: 2 })
    await endUnknownJobs(app.services, other)
    expect(await states()).toEqual(['thing.happened dead', 'later dead', 'slow waiting'])
    for (const { id } of await app.db.rows<{ id: number }>(sql`select id from jobs where state = 'dead'`))
      await reviveJob(app.db, id, app.clock.now())
    await drainJobs(app.services, registry)
    expect(seen.sort()).toEqual(['flaky:12', 'later:13', 'note:12'])
  })

  it('a transition nobody subscribes to leaves no waiting event', async () => {
    await emit(app.system, happened, { n: 14 })
    await drainJobs(app.services, { subscribers: [], handlers: [], events: [happened.name] })
    expect(await states()).toEqual(['thing.happened done'])
  })

  it('a job with a time runs at that time, not before', async () => {
    await enqueue(app.system, later, { n: 4 }, { at: new Date(app.clock.now().getTime() + 3_600_000) })
    await drainJobs(app.services, registry)
    expect(seen).toEqual([])
    app.clock.advance({ minutes: 61 })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['later:4'])
  })

  it('jobs that are due together are taken in the order in which they were due, however they were written', async () => {
    const numbers = [7, 2, 9, 4, 12, 1, 10, 5, 3, 11, 8, 6]
    const at = (n: number) => new Date(app.clock.now().getTime() + n * 60_000)
    for (const n of numbers) await enqueue(app.system, later, { n }, { at: at(n) })
    app.clock.advance({ hours: 1 })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(numbers.toSorted((one, two) => one - two).map((n) => `later:${n}`))
  })

  it('a job that somebody waits for is taken before a thousand older ones, and these go on after it', async () => {
    await app.db.run(sql`
      insert into jobs (kind, name, payload, run_at, created_at)
      select 'job', 'later', jsonb_build_object('n', n), ${addHours(app.clock.now(), -1)}, ${app.clock.now()} from generate_series(1, 1000) n`)
    await enqueue(app.system, awaitedJob, { n: 1 })
    await runOneJob(app.services, registry)
    await runOneJob(app.services, registry)
    expect(seen).toEqual(['awaited:1', 'later:1'])
  })

  it('whoever runs one job waits for it, also when looking for events failed meanwhile', async () => {
    await enqueue(app.system, slowJob, {})
    const db = new Proxy(app.services.db, {
      get(real, key) {
        if (key === 'rows')
          return (statement: Sql) =>
            statement.text.includes("kind = 'event'") ? Promise.reject(new Error('lost')) : real.rows(statement)
        const value: unknown = Reflect.get(real, key)
        return typeof value === 'function' ? value.bind(real) : value
      },
    })
    const slow = onJob(slowJob, async (ctx) => {
      await ctx.db.rows(sql`select 1`)
      await ctx.db.rows(sql`select 2`)
      seen.push('slow')
    })
    await expect(runOneJob({ ...app.services, db }, { subscribers: [], handlers: [slow] })).rejects.toThrow('lost')
    expect(seen).toEqual(['slow'])
  })

  it('a job whose worker died is run again within a minute', async () => {
    await enqueue(app.system, later, { n: 5 })
    const dead: JobRegistry = { subscribers: [], handlers: [onJob(later, () => new Promise(() => {}))] }
    void runOneJob(app.services, dead)
    await expect.poll(states).toEqual(['later running'])
    expect(await runOneJob(app.services, registry)).toBe(false)
    app.clock.advance({ seconds: 59 })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['later:5'])
  })

  it('a second job with the same name and key is not added while the first waits', async () => {
    await enqueue(app.system, later, { n: 6 }, { key: 'k' })
    await enqueue(app.system, later, { n: 7 }, { key: 'k' })
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['later:6'])
  })

  it('[F-10] several jobs run at once, up to the limit', async () => {
    let most = 0
    let now = 0
    const ends: (() => void)[] = []
    const slow: JobRegistry = {
      subscribers: [],
      handlers: [
        onJob(slowJob, async () => {
          now += 1
          most = Math.max(most, now)
          await new Promise<void>((end) => ends.push(end))
          now -= 1
        }),
      ],
    }
    for (let n = 0; n < 5; n++) await enqueue(app.system, slowJob, { n })
    const runner = jobRunner(app.services, slow, 3)
    expect(await runner.takeMore()).toBe(3)
    expect(await runner.takeMore()).toBe(0)
    expect(ends).toHaveLength(3)
    for (const end of ends.splice(0)) end()
    await runner.allEnded()
    expect(await runner.takeMore()).toBe(2)
    for (const end of ends.splice(0)) end()
    await runner.allEnded()
    expect([most, now, new Set(await states())]).toEqual([3, 0, new Set(['slow done'])])
  })

  it('[F-10] a job that takes longer than its lease stays with its worker as long as the worker renews the lease', async () => {
    let end = () => {}
    const slow: JobRegistry = {
      subscribers: [],
      handlers: [onJob(slowJob, () => new Promise<void>((resolve) => (end = resolve)))],
    }
    await enqueue(app.system, slowJob, {})
    const runner = jobRunner(app.services, slow, 1)
    await runner.takeMore()
    for (let quarter = 0; quarter < 8; quarter++) {
      app.clock.advance({ seconds: 15 })
      await runner.renew()
      expect(await runOneJob(app.services, registry)).toBe(false)
    }
    end()
    await runner.allEnded()
    expect(await states()).toEqual(['slow done'])
  })

  it.each([
    ['ends', () => {}],
    [
      'fails',
      () => {
        throw new Error('too late')
      },
    ],
  ])('[F-10] a worker that lost its lease and %s has no say in what becomes of the job', async (_, atEnd) => {
    let end = () => {}
    const stalled: JobRegistry = {
      subscribers: [],
      handlers: [onJob(slowJob, () => new Promise<void>((resolve) => (end = resolve)).then(atEnd))],
    }
    await enqueue(app.system, slowJob, {})
    const first = jobRunner(app.services, stalled, 1)
    await first.takeMore()
    app.clock.advance({ seconds: 46 })
    let endSecond = () => {}
    const second = jobRunner(
      app.services,
      { subscribers: [], handlers: [onJob(slowJob, () => new Promise<void>((resolve) => (endSecond = resolve)))] },
      1,
    )
    expect(await second.takeMore()).toBe(1)
    await first.renew()
    end()
    await first.allEnded()
    expect(await states()).toEqual(['slow running'])
    endSecond()
    await second.allEnded()
    expect(await states()).toEqual(['slow done'])
  })

  it('[F-10] a stopping worker returns unfinished jobs to the queue, and the attempt does not count', async () => {
    const endless: JobRegistry = { subscribers: [], handlers: [onJob(later, () => new Promise(() => {}))] }
    await enqueue(app.system, later, { n: 8 }, { key: 'same' })
    const worker = startWorker(app.services, endless)
    await expect.poll(states).toEqual(['later running'])
    // Meanwhile a job with the same name and key waits: the returned job must not collide with it.
    await enqueue(app.system, later, { n: 9 }, { key: 'same' })
    await worker.stop(1)
    expect(await app.db.one(sql`select state, attempts, holder from jobs where payload ->> 'n' = '8'`)).toEqual({
      state: 'waiting',
      attempts: 0,
      holder: null,
    })
    await app.db.run(sql`delete from jobs where payload ->> 'n' = '9'`)
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['later:8'])
  })

  it('[F-10] /metrics shows due, scheduled, running and dead jobs and the wait of the oldest one', async () => {
    await enqueue(app.system, later, { n: 1 }, { at: addHours(app.clock.now(), 5) })
    await emit(app.system, happened, { n: 1 })
    app.clock.advance({ minutes: 2 })
    await app.db.run(sql`
      insert into jobs (kind, name, payload, state, run_at, created_at)
      select 'job', 'x', '{}', s, now(), now() from unnest(array['dead', 'done', 'done']) as s`)
    const text = await metricsText(app.services)
    expect(text).toContain('mingxi_jobs{state="waiting"} 1')
    expect(text).toContain('mingxi_jobs{state="scheduled"} 1')
    expect(text).toContain('mingxi_jobs{state="dead"} 1')
    expect(text).toContain('mingxi_jobs_oldest_due_seconds 120')
    expect(text).not.toContain('state="done"')
  })
})
