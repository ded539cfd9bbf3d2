import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { recentRuns } from '../../core/backups/actions.ts'
import { attachFile } from '../../core/files/actions.ts'
import { fileUpload } from '../../core/files/contract.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { claimStore } from '../../platform/backup/restore-files.ts'
import { readMigrations } from '../../platform/db/migrations/migrate.ts'
import { sql } from '../../platform/db/sql.ts'
import { s3Double } from '../../platform/files/s3-double.ts'
import { runCommand } from '../commands/run-command.ts'
import { verbs } from '../commands/verbs.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { archiveWith, entriesOf } from '../testing/archive-edits.ts'
import { jobs } from '../jobs.ts'
import { migrationsFolder, openFiles } from '../start/services.ts'
import { recordedBackup } from './make-backup.ts'
import { targetOf } from './restore-installation.ts'

let app: TestApp
let folder: string
/** A backup of `app`. */
let whole: string
let fileKey: string
const databases: string[] = []

beforeAll(async () => {
  app = await testApp()
  // What a process of the product has in its environment.
  if (app.databaseUrl) app.services.config.DATABASE_URL = app.databaseUrl
  folder = await mkdtemp(join(tmpdir(), 'mingxi-backup-test-'))
  await app.queueDue()
  const customer = await app.customer(0)
  const { id } = await app.call(
    fileUpload,
    { purpose: 'attachment' },
    { as: customer, file: { name: '数据.txt', content: 'x'.repeat(9_000_000) } },
  )
  await attachFile(app.customerCtx(customer.id), id, 'order:9', ['attachment'])
  await app.call(fileUpload, { purpose: 'attachment' }, { as: customer, file: { name: 'b.txt', content: 'small' } })
  fileKey = (await app.db.one<{ storageKey: string }>(sql`select storage_key from files where id = ${id}`)).storageKey
  whole = join(folder, 'whole.tar')
  expect((await recordedBackup(app.system, { target: whole, withFiles: true })).detail).toMatchObject({
    files: 2,
    missingFiles: 0,
  })
})
afterAll(async () => {
  for (const name of databases) await onServer(`drop database ${name} with (force)`)
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** The environment of an empty installation of the engine that the test runs on. */
async function emptyTarget(): Promise<Record<string, string>> {
  const place = await mkdtemp(join(folder, 'target-'))
  if (!app.databaseUrl) return { DATA_DIR: place, DEMO: 'off' }
  const name = `restored_${databases.length}_${process.pid}`
  await onServer(`create database ${name}`)
  databases.push(name)
  const url = new URL(app.databaseUrl)
  url.pathname = `/${name}`
  return { DATA_DIR: place, DATABASE_URL: url.href, DEMO: 'off' }
}

async function mingxi(env: Record<string, string>, ...args: string[]) {
  let out = ''
  let complaint = ''
  const code = await runCommand(verbs, args, { env, write: (text) => (out += text) }, (text) => (complaint += text))
  return { code, out, complaint }
}

const restored = (env: Record<string, string>, file = whole) => mingxi(env, 'restore', file, '--json')

/** Nothing but what the temporary server wrote before: no tables and no files. */
async function isEmpty(env: Record<string, string>): Promise<boolean> {
  const { DATA_DIR = '', DATABASE_URL } = env
  const names = await readdir(DATA_DIR, { recursive: true })
  const files = names.filter((name) => /[0-9a-f]{32}/.test(name))
  if (files.length > 0 || names.some((name) => name.startsWith('database'))) return false
  if (!DATABASE_URL) return true
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const { rows } = await client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace limit 1`)
  await client.end()
  return rows.length === 0
}

// A restore makes every table and index, which takes long on a machine that is busy.
describe('a backup', { timeout: 240_000 }, () => {
  it('is complete, is checked without a restore, and its run is recorded', async () => {
    const verified = await mingxi({}, 'backup', '--verify', whole, '--json')
    expect(verified).toMatchObject({ code: 0, complaint: '' })
    const orders = await app.db.one<{ count: number }>(sql`select count(*) as count from customers`)
    expect(JSON.parse(verified.out)).toMatchObject({ files: 2, withFiles: true, missing: 0 })
    expect(JSON.parse(verified.out).rows).toBeGreaterThan(orders.count)
    const spoken = await mingxi({}, 'backup', '--verify', whole)
    expect(spoken.out).toMatch(/^✓ 备份完好：.*由版本 \d+\.\d+\.\d+ 制作，[\d,]+ 行，2 个文件/)
  })

  it('is restored with rows, files, numbers, triggers and constraints, and the product goes on with it', async () => {
    const env = await emptyTarget()
    // First a fault in the middle: the standard input is checked only while it is loaded.
    const bytes = await readFile(whole)
    const cutOff = Readable.from([bytes.subarray(0, bytes.length - 3_000_000)])
    const config = readConfig({ LOG_LEVEL: 'silent', ...env })
    await expect(
      restoreBackup({
        source: cutOff,
        openTarget: targetOf(config),
        files: await openFiles(config),
        migrations: await readMigrations(migrationsFolder),
      }),
    ).rejects.toThrow('备份文件不完整')
    expect(await isEmpty(env)).toBe(true)
    const { code, out, complaint } = await restored(env)
    expect(complaint).toBe('')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      kind: 'restore',
      migrated: [],
      findings: { books: 0, audit: 0, files: { rows: 2, missing: 0, strays: 0 } },
    })
    expect((await readFile(join(env.DATA_DIR ?? '', 'files', fileKey))).length).toBe(9_000_000)
    expect((await mingxi(env, 'restore-check')).out).toContain('✓ 文件齐全：2 条记录都有文件')
    // The restored installation can be backed up in turn, with the same rows and one more run in each record.
    const again = await mingxi(env, 'backup', join(folder, 'again.tar'), '--json')
    const rows = (name: string) => entriesOf(join(folder, name)).then((entries) => entries.get('complete.json') ?? '{}')
    expect(again.code).toBe(0)
    const [before, after] = [JSON.parse(await rows('whole.tar')), JSON.parse(await rows('again.tar'))]
    expect({ ...after.rows, backup_runs: 0, book_runs: 0 }).toEqual({ ...before.rows, backup_runs: 0, book_runs: 0 })
    expect(after.rows).toMatchObject({ backup_runs: 1 })
    const target = await restored(env)
    expect(target).toMatchObject({ code: 1, complaint: expect.stringContaining('目标数据库不是空的') })
  })

  it('[Q-272] never takes the place of a file, and names a folder that does not exist', async () => {
    const env = { DATA_DIR: join(folder, 'unused'), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    const before = await readFile(whole)
    for (const run of [
      () => recordedBackup(app.system, { target: whole, withFiles: false }).then(({ detail }) => detail.error),
      () =>
        recordedBackup(app.system, { target: join(folder, 'no', 'x.tar'), withFiles: false }).then(
          (r) => r.detail.error,
        ),
    ])
      expect(await run()).toMatch(/已存在，备份不会覆盖它|文件夹 .*no 不存在/)
    expect((await readFile(whole)).equals(before)).toBe(true)
    const drill = await mingxi(env, 'restore', '--drill', whole, '--in', join(folder, 'no'))
    expect(drill).toMatchObject({ code: 1, complaint: expect.stringMatching(/^文件夹 .*no 不存在/) })
  })

  it('without files is restored without files only', async () => {
    const bare = join(folder, 'bare.tar')
    await recordedBackup(app.system, { target: bare, withFiles: false })
    const env = await emptyTarget()
    expect((await restored(env, bare)).complaint).toContain('--without-files')
    expect(await isEmpty(env)).toBe(true)
    if (app.databaseUrl)
      expect(await mingxi(env, 'restore', bare, '--without-files', '--json')).toMatchObject({ code: 0 })
  })

  it('[Q-318] a restore that leaves the files out counts none, and says what to do about them', async () => {
    const env = await emptyTarget()
    const { code, out } = await mingxi(env, 'restore', whole, '--without-files')
    expect(code).toBe(0)
    expect(out).toMatch(/已恢复 [\d,]+ 行、0 个文件/)
    expect(out).toContain(`! 文件没有恢复：请另行复制到 ${join(env['DATA_DIR'] ?? '', 'files')}`)
  })

  it('says which files the store has lost', async () => {
    const path = join(app.folder, 'files', fileKey)
    await cp(path, join(folder, 'kept'))
    await rm(path)
    const run = await recordedBackup(app.system, { target: join(folder, 'lost.tar'), withFiles: true })
    await cp(join(folder, 'kept'), path)
    expect(run.detail).toMatchObject({ files: 1, missingFiles: 1 })
  })
})

describe('a backup that cannot be restored', { timeout: 240_000 }, () => {
  it('[Q-285] leaves a data folder that only its user may enter', async () => {
    const env = { DATA_DIR: join(folder, 'not-there-yet'), DEMO: 'off' }
    await writeFile(join(folder, 'text.tar'), 'no backup')
    expect(await restored(env, join(folder, 'text.tar'))).toMatchObject({ code: 1 })
    expect((await stat(env.DATA_DIR)).mode & 0o777).toBe(0o700)
  })

  it('is named in one sentence, and the target stays empty', async () => {
    const env = await emptyTarget()
    const bytes = await readFile(whole)
    const entries = await entriesOf(whole)
    const names = [...entries.keys()]
    const broken = join(folder, 'broken.tar')
    const tried = async (content: Buffer) => {
      await writeFile(broken, content)
      const { code, complaint } = await restored(env, broken)
      expect(code).toBe(1)
      expect(complaint.trim().split('\n')).toHaveLength(1)
      expect(await isEmpty(env)).toBe(true)
      return complaint
    }
    expect(await tried(Buffer.alloc(0))).toContain('文件是空的')
    expect(await tried(Buffer.from('-----BEGIN PGP MESSAGE-----'.repeat(100)))).toContain('这不是备份文件')
    // Half-written: inside an entry, and at the end of one.
    expect(await tried(bytes.subarray(0, Math.floor(bytes.length / 2)))).toContain('备份文件不完整')
    expect(await tried(await archiveWith(entries, { without: 'complete.json' }))).toContain('备份文件不完整')
    const damaged = (name: string) => {
      const copy = Buffer.from(bytes)
      // The name stands in the extended header; a block for it and one for the header come before the content.
      const at = copy.indexOf(`path=${name}\n`)
      const content = Math.floor(at / 512) * 512 + 1024
      copy[content] = (copy[content] ?? 0) ^ 1
      return copy
    }
    expect(await tried(damaged(`rows/customers/000000.zst`))).toContain('rows/customers/000000')
    expect(await tried(damaged(`files/${fileKey}/000001`))).toContain(`files/${fileKey}/000001`)
    const withoutPart = await archiveWith(entries, { without: names.find((name) => name.startsWith('files/')) ?? '' })
    expect(await tried(withoutPart)).toContain('备份文件已损坏')
    const manifest = JSON.parse(entries.get('manifest.json') ?? '{}')
    const newer = { ...manifest, version: '9.0.0' }
    newer.migrations = [...manifest.migrations, { name: '9999_orders.sql', checksum: 'x', appliedAt: manifest.takenAt }]
    const asText = (value: object) => ({ replace: { 'manifest.json': JSON.stringify(value) } })
    expect(await tried(await archiveWith(entries, asText(newer)))).toMatch(/更新的版本 9\.0\.0.*9999_orders\.sql/)
    expect(await tried(await archiveWith(entries, asText({ ...newer, format: 2 })))).toMatch(/更新的版本 9\.0\.0/)
    const other = structuredClone(manifest)
    other.migrations[3].checksum = '0'.repeat(64)
    expect(await tried(await archiveWith(entries, asText(other)))).toContain(other.migrations[3].name)
  })

  it('because the store refuses the key or has files is named before anything is written', async () => {
    const keys = { accessKeyId: 'id', secretAccessKey: 'right' }
    const double = s3Double('bucket', keys)
    await new Promise<void>((listening) => double.server.listen(0, '127.0.0.1', listening))
    const { port } = double.server.address() as AddressInfo
    const env: Record<string, string> = {
      ...(await emptyTarget()),
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'bucket',
      S3_REGION: 'auto',
      S3_ACCESS_KEY_ID: 'id',
    }
    const wrong = await restored({ ...env, S3_SECRET_ACCESS_KEY: 'wrong' })
    expect(wrong).toMatchObject({ code: 1, complaint: expect.stringContaining('对象存储拒绝了访问') })
    expect(await isEmpty(env)).toBe(true)
    double.objects.set(`11/${'1'.repeat(32)}`, Buffer.from('of somebody else'))
    const used = await restored({ ...env, S3_SECRET_ACCESS_KEY: 'right' })
    expect(used).toMatchObject({ code: 1, complaint: expect.stringContaining('目标文件库不是空的') })
    expect(double.objects.size).toBe(1)
    // What a killed restore leaves: its mark and some files.
    double.objects.set('00/00000000000000000000000000000000', Buffer.from('restore in progress'))
    const config = readConfig({ ...env, S3_SECRET_ACCESS_KEY: 'right' })
    if (app.databaseUrl) {
      expect(await restored({ ...env, S3_SECRET_ACCESS_KEY: 'right' })).toMatchObject({ code: 0, complaint: '' })
      expect([...double.objects.keys()]).toHaveLength(2)
      expect(double.objects.get(fileKey)?.length).toBe(9_000_000)
    } else {
      await claimStore(await openFiles(config))
      expect([...double.objects.keys()]).toEqual(['00/00000000000000000000000000000000'])
    }
    if (app.databaseUrl) {
      const back = await mingxi({ ...env, S3_SECRET_ACCESS_KEY: 'wrong' }, 'backup', join(folder, 's3.tar'))
      expect(back).toMatchObject({ code: 1, complaint: expect.stringContaining('对象存储拒绝了访问') })
      expect(await stat(join(folder, 's3.tar')).catch(() => 'no half a file')).toBe('no half a file')
    }
    await new Promise((closed) => double.server.close(closed))
  })

  it.skipIf(process.getuid?.() !== 0)(
    'because the disk is full leaves nothing, and can be restored once there is room',
    async () => {
      const env = await emptyTarget()
      const small = join(folder, 'small')
      await mkdir(small)
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]).status).toBe(0)
      try {
        const full = await restored({ ...env, DATA_DIR: join(small, 'data') })
        expect(full).toMatchObject({ code: 1, complaint: expect.stringContaining('磁盘空间已满') })
        expect(full.complaint.trim().split('\n')).toHaveLength(1)
        expect(await isEmpty({ ...env, DATA_DIR: join(small, 'data') })).toBe(true)
        const backup = await recordedBackup(app.system, { target: `${small}/backups/`, withFiles: true })
        expect(backup).toMatchObject({ ok: false, detail: { error: expect.stringContaining('磁盘空间已满') } })
        expect(await readdir(join(small, 'backups'))).toEqual([])
        spawnSync('mount', ['-o', 'remount,size=300m', small])
        expect(await restored({ ...env, DATA_DIR: join(small, 'data') })).toMatchObject({ code: 0, complaint: '' })
      } finally {
        // An engine that could not be opened may still hold files there.
        spawnSync('umount', ['--lazy', small])
      }
    },
  )
})

describe('the backup of each night', () => {
  it('writes a file named by time, keeps the newest, records each run, and raises an alarm when it fails', async () => {
    const target = join(folder, 'nightly')
    Object.assign(app.services.config, { BACKUP_DIR: target, BACKUP_KEEP: 2 })
    const work = jobs.periodic?.find(({ name }) => name === 'backups.nightly')
    expect(work?.schedule).toEqual({ at: '02:00' })
    const night = async () => {
      app.clock.advance({ hours: 24 })
      await work?.run(app.system)
    }
    await mkdir(target)
    await writeFile(join(target, 'notes.txt'), 'not a backup')
    for (let n = 0; n < 3; n++) await night()
    const names = await readdir(target)
    expect(names.filter((name) => /^mingxi-\d{8}-\d{6}\.tar$/.test(name))).toHaveLength(2)
    expect(names).toContain('notes.txt')
    const newest =
      names
        .filter((name) => name.startsWith('mingxi-'))
        .sort()
        .at(-1) ?? ''
    expect((await recentRuns(app.services, 1))[0]).toMatchObject({ kind: 'backup', ok: true, fileName: newest })
    expect(await mingxi({}, 'backup', '--verify', join(target, newest))).toMatchObject({ code: 0 })
    Object.assign(app.services.config, { BACKUP_DIR: join(target, 'notes.txt', 'below') })
    await night()
    expect((await recentRuns(app.services, 1))[0]).toMatchObject({ ok: false, detail: { error: expect.any(String) } })
    const alarms = await app.db.rows<{ text: string }>(sql`select text from alarms where kind = 'backups'`)
    expect(alarms[0]?.text).toContain('自动备份失败')
  })
})
