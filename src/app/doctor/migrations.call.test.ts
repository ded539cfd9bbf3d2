import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { migrationCheck } from './checks/migration-check.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { runMigrations } from '../commands/migrate.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function check(): Promise<[number, string]> {
  let said = ''
  const write = (piece: string) => void (said += piece)
  return [
    await runMigrations(app.services.db as Database, { check: true, json: false }, { args: [], env: {}, write }),
    said,
  ]
}
const doctor = async () =>
  (await migrationCheck.find({ config: app.services.config, env: {}, clock: app.clock, ctx: app.system })).map(
    ({ level, seen }) => `${level} ${seen}`,
  )

it('[Q-280] a database that this version may not open is no success of `migrate --check` and of the doctor', async () => {
  expect(await check()).toEqual([0, '数据库已是最新\n'])
  await app.db.run(sql`insert into schema_migrations values ('9999_newer.sql', 'x', now())`)
  // A migration that only added: the former release may start.
  expect(await check()).toEqual([0, '? 9999_newer.sql：由更新的版本执行，本版本不认识\n数据库由更新的版本升级过\n'])
  expect(await doctor()).toEqual([expect.stringMatching(/^warning 9999_newer/)])

  await app.db.run(sql`update schema_release set oldest = '99.0.0', newest = '99.0.0'`)
  const refused = /数据库由更新的版本 99\.0\.0 使用过.*请安装 99\.0\.0 或更新的版本/
  await expect(check()).rejects.toThrow(refused)
  expect(await doctor()).toEqual([expect.stringMatching(new RegExp(`^error ${refused.source}`))])
})
