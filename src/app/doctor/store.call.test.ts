import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { diskStore } from '../../platform/files/disk-store.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { storeCheck } from './checks/store-check.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const look = (files = app.services.files) =>
  storeCheck.find({ config: app.services.config, env: {}, clock: app.clock, ctx: { ...app.system, files } })
const found = async (files = app.services.files) =>
  (await look(files)).map(({ level, name, seen }) => `${level} ${name}：${seen}`)

it('[Q-277] a store of files that is another one than where the newest files were stored is named', async () => {
  const { key } = await app.services.files.put(Readable.from([Buffer.from('x')]), 1)
  const { id } = await app.db.one<{ id: number }>(sql`
    insert into files (storage_key, name, size, sha256, mime, purpose, uploaded_by_kind, attached_to, created_at)
    values (${key}, 'a', 1, '', 'text/plain', 'report', 'system', 'order:0', ${app.clock.now()}) returning id`)
  expect(await found()).toEqual(['ok 文件存储：数据目录可以写入、读取和删除'])
  const place = mkdtempSync(join(tmpdir(), 'mingxi-other-'))
  expect(await found(diskStore(place))).toEqual([
    'ok 文件存储：数据目录可以写入、读取和删除',
    `error 最近的文件：最近 1 个文件中有 1 个不在数据目录：${key}`,
  ])
  await app.db.run(sql`delete from files where id = ${id}`)
  await app.services.files.remove(key)
  rmSync(place, { recursive: true, force: true })
})

it('[Q-278] a store of files in a folder that cannot be written names the folder and its owner, not S3', async () => {
  const files = {
    ...app.services.files,
    put: () => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/d/files/07' })),
  }
  const [finding] = await look(files)
  expect([finding?.seen, finding?.todo]).toEqual(['数据目录不能写入：/d/files/07', expect.stringMatching(/chown/)])
  expect(finding?.todo).not.toContain('S3')
})
