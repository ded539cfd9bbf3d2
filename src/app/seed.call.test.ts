import { afterAll, beforeAll, expect, it } from 'vitest'
import { customerIdOf } from '../people/customers/actions.ts'
import { deviceSearch } from '../shop/catalogue/contract.ts'
import { readConfig } from '../config.ts'
import { webIndex } from '../shop/articles/contract.ts'
import type { Db } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'
import { staffIdOf } from '../core/staff/actions.ts'
import { seed } from './seed.ts'
import { type TestApp, testApp } from './testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const seedAs = (env: Record<string, string>) =>
  seed({ ...app.system, config: readConfig({ LOG_LEVEL: 'silent', ...env }) })

async function counts() {
  const { total } = await app.call(deviceSearch, { size: 1 })
  const { thanksArr, partnerArr } = await app.call(webIndex, {})
  return { total, thanks: thanksArr.length, partners: partnerArr.length, settings: await settingCount() }
}
async function settingCount() {
  return (await app.db.one<{ n: number }>(sql`select count(*) as n from settings`)).n
}

it('[C-02] an installation with its own database starts without invented content', async () => {
  await seedAs({ DATABASE_URL: 'postgres://127.0.0.1/mingxi' })
  expect(await counts()).toEqual({ total: 0, thanks: 0, partners: 0, settings: 0 })
})

it('DEMO=catalogue adds projects and texts, but no account with a published password', async () => {
  await seedAs({ DATABASE_URL: 'postgres://127.0.0.1/mingxi', DEMO: 'catalogue' })
  expect(await counts()).toMatchObject({ total: 52, thanks: 14, partners: 16 })
  expect(await staffIdOf(app.system, 'admin@demo')).toBeUndefined()
  expect(await customerIdOf(app.system, '13800000001')).toBeUndefined()
})

it('the embedded database gets accounts too; seeding again changes nothing and only reads', async () => {
  await seedAs({})
  expect(await staffIdOf(app.system, 'admin@demo')).toBeTypeOf('number')
  expect(await customerIdOf(app.system, '13800000004')).toBeTypeOf('number')
  const before = await counts()
  let statements = 0
  const counting: Db = { ...app.system.db }
  for (const name of ['row', 'rows', 'one', 'run', 'tx'] as const) {
    counting[name] = ((...args: never[]) => {
      statements++
      return (app.system.db[name] as (...given: never[]) => unknown)(...args)
    }) as never
  }
  await seed({ ...app.system, db: counting, config: readConfig({ LOG_LEVEL: 'silent' }) })
  expect(statements).toBeGreaterThan(0)
  // A read or two for each part of the demo.
  expect(statements).toBeLessThanOrEqual(16)
  expect(await counts()).toEqual(before)
})
