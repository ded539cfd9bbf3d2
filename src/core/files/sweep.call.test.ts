import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordedBackup } from '../../app/backup/make-backup.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { sweepFiles } from './sweep-actions.ts'

let app: TestApp
let folder = ''
beforeAll(async () => {
  app = await testApp()
  // The child process that writes the backup opens the database by itself.
  if (app.databaseUrl) Object.assign(app.services.config, { DATABASE_URL: app.databaseUrl })
  folder = await mkdtemp(join(tmpdir(), 'mingxi-sweep-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

it('[Q-283] files of a disk that was away over a sweep are in every backup once it is back', async () => {
  const { key } = await app.services.files.put(Readable.from([Buffer.from('report')]), 6)
  await app.db.run(sql`
    insert into files (storage_key, name, size, sha256, sha256_declared, mime, purpose, uploaded_by_kind, attached_to, created_at)
    values (${key}, 'a', 6, ${'0'.repeat(64)}, true, 'text/plain', 'report', 'system', 'order:0', ${app.clock.now()})`)
  const backup = async (name: string) =>
    (await recordedBackup(app.system, { target: join(folder, name), withFiles: true })).detail
  expect(await backup('before.tar')).toMatchObject({ files: 1, missingFiles: 0 })

  app.clock.advance({ hours: 25 })
  const files = join(app.folder, 'files')
  await rename(files, `${files}.away`)
  expect(await sweepFiles(app.system)).toMatchObject({ missing: 1 })
  await rm(files, { recursive: true, force: true })
  await rename(`${files}.away`, files)
  // Before the next sweep as well.
  expect(await backup('back.tar')).toMatchObject({ files: 1, missingFiles: 0 })
  expect(await sweepFiles(app.system)).toMatchObject({ missing: 0 })
  expect(await app.db.rows(sql`select id from files where missing_at is not null`)).toEqual([])
})
