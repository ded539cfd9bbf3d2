import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../platform/db/sql.ts'
import { defineJob } from '../../platform/jobs/declared.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { drainJobs, onJob } from '../../platform/jobs/worker.ts'
import { ranIn } from '../testing/ran-command.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

const counted = defineJob('counted', z.object({ n: z.number().int() }))
const ran: number[] = []
const registry = { subscribers: [], handlers: [onJob(counted, async (_ctx, { n }) => void ran.push(n))] }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  ran.length = 0
  await app.db.run(sql`delete from jobs`)
})
afterAll(() => app.close())

/** Creates a dead job for each of these numbers; returns their ids. */
async function dead(...numbers: number[]): Promise<number[]> {
  for (const n of numbers) await enqueue(app.system, counted, { n })
  const rows = await app.db.rows<{ id: number }>(sql`
    update jobs set state = 'dead', attempts = 8, last_error = ${'Error: refused\n  at there'} returning id`)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

async function command(...args: (string | number)[]): Promise<{ code: number; text: string }> {
  const { code, text } = await ranIn(app, 'jobs', ...args.map(String))
  return { code, text }
}

it('lists dead jobs with the first line of their reason', async () => {
  const [id] = await dead(5)
  const { code, text } = await command('list')
  expect(code).toBe(0)
  expect(text).toMatch(new RegExp(`^${id}  .+  counted  已试 8 次  {"n":5}  Error: refused\n共 1 个\n$`))
})

it('retries the named jobs with all their tries and names those that were not dead', async () => {
  const [first, second] = await dead(1, 2)
  expect(await command('replay', first ?? 0, 999_999)).toEqual({
    code: 1,
    text: `${first} 将重新执行\n999999 不是已停止重试的任务\n`,
  })
  await drainJobs(app.services, registry)
  expect(ran).toEqual([1])
  expect((await command('replay', '--all')).text).toBe(`${second} 将重新执行\n`)
  await drainJobs(app.services, registry)
  expect(ran).toEqual([1, 2])
  expect(await app.db.rows(sql`select subject from audit_log where action = 'job.replay' order by id`)).toEqual([
    { subject: `job:${first}` },
    { subject: `job:${second}` },
  ])
})

it('discards the named jobs; the audit log keeps a copy', async () => {
  const [first, second] = await dead(3, 4)
  expect((await command('discard', first ?? 0, '--reason', '重复的任务')).code).toBe(0)
  expect((await command('list')).text).toContain('共 1 个')
  expect((await command('replay', first ?? 0)).code).toBe(1)
  expect(await app.db.one(sql`select before from audit_log where action = 'job.discard'`)).toEqual({
    before: { name: 'counted', payload: { n: 3 } },
  })
  expect((await command('replay', second ?? 0)).code).toBe(0)
})

it('shows one job whole, and lists those of a state and a name', async () => {
  const [id] = await dead(6)
  await enqueue(app.system, counted, { n: 7 })
  expect((await command('show', id ?? 0)).text).toContain('Error: refused\n  at there')
  expect((await command('list', '--state', 'waiting', '--name', 'unt')).text).toMatch(/{"n":7}\n共 1 个/)
  expect((await command('list', '--state', 'waiting', '--name', 'other')).text).toBe('共 0 个\n')
  const listed = JSON.parse((await command('list', '--json')).text)
  expect([listed.total, listed.jobs[0].id, listed.jobs[0].payload]).toEqual([1, id, { n: 6 }])
  expect(await ranIn(app, 'jobs', 'show', '999999')).toMatchObject({
    code: 1,
    complaint: expect.stringMatching(/^没有编号/),
  })
})

it.each([
  [[]],
  [['replay']],
  [['discard', '--all']],
  [['discard', '1']],
  [['replay', '1', '--all']],
  [['replay', '0']],
  [['replay', 'x']],
  [['list', '1']],
  [['list', '--state', 'gone']],
  [['drop', '1']],
])('%j is answered with the usage', async (args) => {
  const { code, complaint } = await ranIn(app, 'jobs', ...args)
  expect([code, complaint]).toEqual([2, expect.stringContaining('用法')])
})
