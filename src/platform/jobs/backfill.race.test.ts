import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../db/sql.ts'
import { createNumbers, NUMBERS, numbersBackfill } from '../testing/numbers-backfill.ts'
import { backfillUpkeep } from './backfill-actions.ts'
import { backfillProgress } from './backfill-rows.ts'

const program = resolve(import.meta.dirname, '../testing/backfill-worker.ts')
const soon = { timeout: 50_000, interval: 20 }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.db.run(sql`delete from jobs`)
  await app.db.script(createNumbers)
})
afterAll(() => app.close())

const progress = async () => (await backfillProgress(app.db))[0]
const worker = () => spawn(process.execPath, [program, app.databaseUrl ?? ''], { stdio: 'inherit' })

it('two workers, of which one is killed in the middle, deal with each row exactly once', async () => {
  await backfillUpkeep([numbersBackfill]).run(app.system)
  // A second chain of jobs, as after a lost job: it must not work beside the first.
  await app.db.run(sql`
    insert into jobs (kind, name, payload, run_at, created_at)
    select 'job', 'backfill.batch', payload, run_at, created_at from jobs where name = 'backfill.batch'`)
  const workers = [worker(), worker()]
  await expect.poll(async () => (await progress())?.done, soon).toBeGreaterThan(100)
  // Its lease would end after 45 seconds of the real clock.
  workers[0]?.kill('SIGKILL')
  if (workers[0]) await once(workers[0], 'exit')
  const at = (await progress())?.done ?? 0
  expect(at).toBeLessThan(NUMBERS)
  await app.db.run(sql`update jobs set lease_until = '2000-01-01' where state = 'running'`)
  await expect.poll(async () => (await progress())?.state, soon).toBe('done')
  workers[1]?.kill('SIGTERM')
  if (workers[1]) await once(workers[1], 'exit')
  expect(await progress()).toMatchObject({ done: NUMBERS, error: null })
  expect(await app.db.one(sql`select min(filled) as least, max(filled) as most from numbers`)).toEqual({
    least: 1,
    most: 1,
  })
}, 120_000)
