import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attachFile } from '../../core/files/actions.ts'
import { fileUpload } from '../../core/files/contract.ts'
import { runCommand } from '../commands/run-command.ts'
import { verbs } from '../commands/verbs.ts'
import { keepMonths } from '../../core/upkeep/actions.ts'
import { noteSignIn } from '../../platform/auth/sign-in-log.ts'
import { noteRelease } from '../../platform/db/migrations/newer-data.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

// From PostgreSQL to the embedded database and back, each restore killed once in the middle. Moving an installation from one engine to the
// other is this, too.

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await testApp()
  // As the start of a server does.
  await noteRelease(app.db)
  folder = await mkdtemp(join(tmpdir(), 'mingxi-engines-'))
  const customer = await app.customer(0)
  const file = { name: 'a.txt', content: 'x'.repeat(100_000) }
  const { id } = await app.call(fileUpload, { purpose: 'attachment' }, { as: customer, file })
  await attachFile(app.customerCtx(customer.id), id, 'order:9', ['attachment'])
  // Rows in the partition of a month, beside those in the default partition.
  await keepMonths(app.system)
  app.clock.advance({ days: 31 })
  await noteSignIn(app.system, { kind: 'customer', subjectId: customer.id, typed: '', method: 'code', outcome: 'done' })
  await recordAudit(app.system, { action: 'file.download', subject: 'file:1' })
})
afterAll(async () => {
  await asked(app.databaseUrl ?? '', `drop database if exists engines_${process.pid} with (force)`)
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function asked<T>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function mingxi(env: Record<string, string>, ...args: string[]): Promise<string> {
  let out = ''
  const code = await runCommand(verbs, args, { env, write: (text) => (out += text) }, (text) => (out += text))
  expect(`${code} ${out}`).toMatch(/^0 /)
  return out
}

/** Gives a restore half of its input, and kills it once it has begun to write. */
async function killedRestore(env: Record<string, string>, file: string, begun: () => Promise<boolean>): Promise<void> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../mingxi.ts'), 'restore', '-'], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin?.on('error', () => {})
  const bytes = await readFile(file)
  child.stdin?.write(bytes.subarray(0, bytes.length / 2))
  await expect.poll(begun, { timeout: 60_000, interval: 100 }).toBe(true)
  const ended = new Promise((exited) => child.once('exit', exited))
  child.kill('SIGKILL')
  await ended
}

const FINGERPRINTS = `
  select relname as name, (xpath('/row/f/text()', query_to_xml(format($q$
    select count(*) || ' ' || coalesce(sum(('x' || substr(md5(to_jsonb(t)::text), 1, 8))::bit(32)::bigint), 0) as f from %I t $q$, relname),
    false, true, '')))[1]::text as content
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('backup_runs', 'book_runs') order by 1`

/** Without the guards of months and the indexes of a past default partition, which the next look of a worker makes again (platform/db/partitions.ts). */
const SCHEMA = `
  select 'c ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select 'i ' || indexdef from pg_indexes where schemaname = 'public'
    and indexname not in ('audit_log_rest_action', 'audit_log_rest_reason')
  union all select 't ' || tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    and tgname !~ '_[0-9]{4}_[0-9]{2}_no_truncate$' order by 1`

it('an installation moves between the engines with every row, number, constraint and file, also after kill -9 in the middle', async () => {
  const original = { DATA_DIR: app.folder, DATABASE_URL: app.databaseUrl ?? '', DEMO: 'off' }
  const before = await asked(original.DATABASE_URL, FINGERPRINTS)
  const first = join(folder, 'first.tar')
  await mingxi(original, 'backup', first, '--json')

  const embedded = { DATA_DIR: join(folder, 'embedded'), DATABASE_URL: '', DEMO: 'off' }
  await killedRestore(embedded, first, async () =>
    existsSync(join(embedded.DATA_DIR, 'database.restoring', 'PG_VERSION')),
  )
  expect(existsSync(join(embedded.DATA_DIR, 'database'))).toBe(false)
  expect(JSON.parse(await mingxi(embedded, 'restore', first, '--json'))).toMatchObject({ ok: true })
  const second = join(folder, 'second.tar')
  await mingxi(embedded, 'backup', second, '--json')

  const name = `engines_${process.pid}`
  await asked(original.DATABASE_URL, `create database ${name}`)
  const url = new URL(original.DATABASE_URL)
  url.pathname = `/${name}`
  const server = { DATA_DIR: join(folder, 'server'), DATABASE_URL: url.href, DEMO: 'off' }
  const locked = `select 1 from pg_locks l join pg_database d on d.oid = l.database where d.datname = '${name}' and locktype = 'advisory'`
  await killedRestore(server, second, async () => (await asked(original.DATABASE_URL, locked)).length > 0)
  await expect.poll(async () => (await asked(original.DATABASE_URL, locked)).length, { timeout: 20_000 }).toBe(0)
  expect(JSON.parse(await mingxi(server, 'restore', second, '--json'))).toMatchObject({
    ok: true,
    rows: expect.any(Number),
  })

  expect(await asked(url.href, FINGERPRINTS)).toEqual(before)
  expect(await asked(url.href, SCHEMA)).toEqual(await asked(original.DATABASE_URL, SCHEMA))
  const names = async (place: string) =>
    (await readdir(join(place, 'files'), { recursive: true })).filter((path) => path.includes('/')).sort()
  expect(await names(server.DATA_DIR)).toEqual(await names(app.folder))
}, 300_000)
