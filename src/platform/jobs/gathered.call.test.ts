import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { json, sql } from '../db/sql.ts'
import { defineEvent } from './declared.ts'
import { emit } from './outbox.ts'
import { drainJobs, type JobRegistry, on, onMany } from './worker.ts'

const happened = defineEvent('thing.happened', z.object({ n: z.number() }))
const TRACE = '00-11111111111111111111111111111111-2222222222222222-01'

let app: TestApp
const seen: string[] = []
let refused: number | undefined
const registry: JobRegistry = {
  subscribers: [
    on(happened, 'alone', async (_ctx, { n }) => void seen.push(`alone ${n}`)),
    onMany(happened, 'together', async (_ctx, all) => {
      const numbers = all.map(({ n }) => n)
      if (refused !== undefined && numbers.includes(refused)) throw new Error('not this one')
      seen.push(`together ${numbers.join(' ')}`)
    }),
  ],
  handlers: [],
}

beforeEach(async () => {
  app ??= await testApp()
  seen.length = 0
  refused = undefined
  await app.db.run(sql`delete from jobs`)
})
afterAll(() => app.close())

const states = async () =>
  (
    await app.db.rows<{ name: string; state: string; payload: unknown }>(
      sql`select name, state, payload from jobs where kind = 'job' and name not like '%alone' order by id`,
    )
  ).map(({ name, state, payload }) => `${name} ${state} ${JSON.stringify(payload)}`)

describe('a subscriber that gathers', () => {
  it('[S-11] gets the events that are due together in one job, in their order, and others get one job each', async () => {
    for (const n of [1, 2, 3]) await emit(app.system, happened, { n })
    await drainJobs(app.services, registry)
    expect(seen.toSorted()).toEqual(['alone 1', 'alone 2', 'alone 3', 'together 1 2 3'])
    expect(await states()).toEqual(['thing.happened>>together done {"events":[{"n":1},{"n":2},{"n":3}]}'])
  })

  it('gets each event alone when the job of all fails, and only the bad one ends as a dead letter', async () => {
    refused = 2
    for (const n of [1, 2, 3]) await emit(app.system, happened, { n })
    await drainJobs(app.services, registry)
    expect(seen.filter((each) => each.startsWith('together'))).toEqual(['together 1', 'together 3'])
    for (let attempt = 2; attempt <= 8; attempt++) {
      app.clock.advance({ hours: 1 })
      await drainJobs(app.services, registry)
    }
    expect(await states()).toEqual([
      'thing.happened>>together done {"events":[{"n":1},{"n":2},{"n":3}]}',
      'thing.happened>together done {"n":1}',
      'thing.happened>together dead {"n":2}',
      'thing.happened>together done {"n":3}',
    ])
  })

  it('has a job of its own for an event of a trace, so that the trace shows it', async () => {
    for (const n of [1, 2]) await emit(app.system, happened, { n })
    await app.db.run(sql`update jobs set traceparent = ${TRACE} where payload ->> 'n' = '2'`)
    await drainJobs(app.services, registry)
    expect(await states()).toEqual([
      'thing.happened>>together done {"events":[{"n":1}]}',
      'thing.happened>together done {"n":2}',
    ])
  })

  it('runs the jobs that 0.3.0 queued, one for each event', async () => {
    await app.db.run(sql`
      insert into jobs (kind, name, payload, run_at, created_at)
      values ('job', 'thing.happened>together', ${json({ n: 7 })}::jsonb, ${app.clock.now()}, ${app.clock.now()})`)
    await drainJobs(app.services, registry)
    expect(seen).toEqual(['together 7'])
  })
})
