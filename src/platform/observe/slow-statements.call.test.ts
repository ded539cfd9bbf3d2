import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import { metricsText } from '../http/metrics.ts'
import { type SlowStatement, slowestStatements, watchStatements } from './slow-statements.ts'
import { working } from './work.ts'
import { sql } from '../db/sql.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterEach(() => watchStatements({ limitMs: 200, report: () => {} }))
afterAll(() => app.close())

const activity = () =>
  app.db.one<{ text: string }>(
    sql`select query as text from pg_stat_activity where pid = pg_backend_pid() and 1 = ${1}`,
  )

it('a slow statement is reported with its call, its store function and its text, and without its values', async () => {
  const seen: SlowStatement[] = []
  watchStatements({ limitMs: 0, report: (slow) => void seen.push(slow) })
  const customer = await app.customer(0)
  await app.call(userInfo, {}, { as: customer })
  const own = seen.filter(({ work }) => work === 'call user/info')
  expect(own.map(({ statement }) => statement)).toContain('platform/auth/sessions.sessionWithSubject')
  expect(own.find(({ statement }) => statement.includes('sessions'))?.text).toMatch(/^select .* where .*\$\d/)
  for (const { requestId } of own) expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(JSON.stringify(seen)).not.toContain(customer.phone)
})

it('the slowest of the last hour are grouped by call and statement, and counted in the metrics', async () => {
  watchStatements({ limitMs: 0, report: () => {} })
  for (let n = 0; n < 3; n++) await working({ kind: 'job', name: 'test.slow' }, activity)
  const found = slowestStatements(500).find(({ work }) => work === 'job test.slow')
  expect(found).toMatchObject({ statement: 'platform/observe/slow-statements.call.test.activity', count: 3 })
  expect(slowestStatements(500, Date.now() + 3_700_000)).toEqual([])
  expect(await metricsText(app.services)).toMatch(
    /mingxi_slow_statement_seconds_count\{[^}]*statement="platform\/observe\/slow-statements\.call\.test\.activity"[^}]*\} 3/,
  )
})

it('a statement faster than the limit is not kept', async () => {
  watchStatements({ limitMs: 60_000, report: () => expect.fail('reported') })
  await working({ kind: 'job', name: 'test.fast' }, activity)
  expect(slowestStatements(500).some(({ work }) => work === 'job test.fast')).toBe(false)
})

it('the database sees the store function in a comment, always the same, so that a text is prepared once', async () => {
  if (app.databaseUrl === undefined) return
  const texts = new Set([(await activity()).text, (await activity()).text])
  expect([...texts]).toEqual([expect.stringMatching(/^\/\*\S*slow-statements\.call\.test\.activity\*\/ select/)])
})
