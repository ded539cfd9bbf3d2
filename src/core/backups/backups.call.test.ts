import { afterAll, beforeAll, expect, it } from 'vitest'
import { backupCheck } from '../../app/doctor/checks/backup-check.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffSystemHealth } from '../health/contract.ts'
import { backUpNightly } from './actions.ts'
import type { BackupRun } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  Object.assign(app.services.config, { BACKUP_DIR: '/backups', demo: false })
})
afterAll(() => app.close())

it('[Q-282] a backup that lacks files is no success: alarm, page and doctor say so', async () => {
  const now = app.clock.now()
  const night = (missingFiles: number) =>
    backUpNightly(app.system, async (): Promise<BackupRun> => ({
      ...{ kind: 'backup', ok: true, startedAt: now, endedAt: now, fileName: 'mingxi-20260302-020000.tar', bytes: 9 },
      detail: { rows: 5, files: 1, missingFiles },
    }))
  const alarms = () => app.db.rows<{ text: string }>(sql`select text from alarms where kind = 'backups'`)
  const doctor = () => backupCheck.find({ config: app.services.config, env: {}, clock: app.clock, ctx: app.system })
  const page = async () => (await app.call(staffSystemHealth, {}, { as: await app.staff('admin') })).backups[0]

  await night(0)
  expect([await alarms(), (await page())?.error, (await doctor())[0]?.level]).toEqual([[], '', 'ok'])
  await night(3)
  const said = '3 个文件在文件库里找不到或内容不符，没有备份到'
  expect(await alarms()).toEqual([
    { text: expect.stringMatching(new RegExp(`^自动备份不完整：${said}。.*doctor --files`)) },
  ])
  expect(await page()).toMatchObject({ ok: true, error: said })
  expect(await doctor()).toEqual([expect.objectContaining({ level: 'error', seen: expect.stringContaining(said) })])
})
