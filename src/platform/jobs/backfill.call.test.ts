import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change, list } from '../../app/commands/backfills.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../db/sql.ts'
import { createNumbers, NUMBERS, numbersBackfill } from '../testing/numbers-backfill.ts'
import { backfillHandler, backfillUpkeep, type Batch, defineBackfill } from './backfill-actions.ts'
import { backfillProgress } from './backfill-rows.ts'
import { drainJobs, type JobRegistry, runOneJob } from './worker.ts'

let app: TestApp
let failing = false
const sometimes = defineBackfill({
  name: 'sometimes',
  label: '偶尔失败',
  position: z.int(),
  count: async () => 2,
  batch: async (_ctx, from = 0): Promise<Batch<number>> => {
    if (failing) throw new Error('not today')
    return from === 0 ? { next: 1, rows: 1 } : { next: undefined, rows: 1 }
  },
})
const all = [numbersBackfill, sometimes]
const registry: JobRegistry = { subscribers: [], handlers: [backfillHandler(all)] }

beforeAll(async () => {
  app = await testApp()
  await app.db.script(createNumbers)
})
beforeEach(async () => {
  failing = false
  await app.db.run(sql`delete from jobs`)
  await app.db.run(sql`delete from backfills`)
  await app.db.run(sql`update numbers set filled = 0`)
})
afterAll(() => app.close())

const begin = (only = all) => backfillUpkeep(only).run(app.system)
const progress = async () => (await backfillProgress(app.db)).map(({ name, state, done }) => `${name} ${state} ${done}`)
const filled = () =>
  app.db.one(sql`select min(filled) as least, max(filled) as most, sum(filled)::integer as sum from numbers`)
async function said(work: (write: (text: string) => void) => Promise<number>): Promise<string> {
  let text = ''
  await work((line) => (text += line))
  return text
}

describe('a backfill', () => {
  it('runs batch by batch until nothing is left, deals with each row once, and stays finished', async () => {
    await begin([numbersBackfill])
    await runOneJob(app.services, registry)
    expect(await progress()).toEqual(['numbers.filled running 50'])
    await drainJobs(app.services, registry)
    await begin([numbersBackfill])
    await drainJobs(app.services, registry)
    expect(await filled()).toEqual({ least: 1, most: 1, sum: NUMBERS })
    expect((await backfillProgress(app.db))[0]).toMatchObject({
      state: 'done',
      done: NUMBERS,
      total: NUMBERS,
      finishedAt: app.clock.now(),
      error: null,
    })
  })

  it('waits between two batches', async () => {
    await begin([sometimes])
    await drainJobs(app.services, registry)
    expect(await progress()).toEqual(['sometimes running 1'])
    app.clock.advance({ seconds: 1 })
    await drainJobs(app.services, registry)
    expect(await progress()).toEqual(['sometimes done 2'])
  })

  it('says why a batch failed, and goes on from there', async () => {
    await begin([sometimes])
    await runOneJob(app.services, registry)
    failing = true
    app.clock.advance({ seconds: 1 })
    await drainJobs(app.services, registry)
    expect((await backfillProgress(app.db))[0]).toMatchObject({ state: 'running', done: 1, error: 'Error: not today' })
    expect(await said((write) => list(app.system, all, false, write))).toMatch(
      /^sometimes {2}偶尔失败 {2}进行中 {2}1 \/ 2 行（约 50%），.* 开始，上一批失败，会再试：Error: not today\n$/,
    )
    failing = false
    app.clock.advance({ minutes: 1 })
    await drainJobs(app.services, registry)
    expect((await backfillProgress(app.db))[0]).toMatchObject({ state: 'done', error: null })
  })

  it('that has lost its job is queued again', async () => {
    await begin([numbersBackfill])
    await runOneJob(app.services, registry)
    await app.db.run(sql`delete from jobs`)
    await begin([numbersBackfill])
    await begin([numbersBackfill])
    expect(await app.db.rows(sql`select id from jobs`)).toHaveLength(1)
    await drainJobs(app.services, registry)
    expect(await filled()).toEqual({ least: 1, most: 1, sum: NUMBERS })
  })

  it('can be paused, resumed and repeated from the command line', async () => {
    await begin([numbersBackfill])
    await runOneJob(app.services, registry)
    const of = (verb: 'pause' | 'resume' | 'again') =>
      said((write) => change(app.system, all, verb, 'numbers.filled', write))
    expect(await of('pause')).toBe('numbers.filled 已暂停\n')
    await expect(of('pause')).rejects.toThrow('numbers.filled 不在进行中，不能暂停')
    await begin([numbersBackfill])
    await drainJobs(app.services, registry)
    expect(await progress()).toEqual(['numbers.filled paused 50'])
    await expect(of('again')).rejects.toThrow('没有完成，不能重来')
    expect(await of('resume')).toBe('numbers.filled 将继续\n')
    await drainJobs(app.services, registry)
    expect(await of('again')).toBe('numbers.filled 将从头再做一遍\n')
    await drainJobs(app.services, registry)
    expect(await filled()).toEqual({ least: 2, most: 2, sum: 2 * NUMBERS })
    await expect(said((write) => change(app.system, all, 'pause', 'nothing', write))).rejects.toThrow(
      '没有名为 nothing',
    )
  })
})
