import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from './postgres-cluster.mjs'
import { ensurePagesBuilt, pinnedNode } from './provision.mjs'
import { startServer } from './run-server.mjs'

const PROGRAM = join(import.meta.dirname, 'copy-to-postgres.mjs')
const dataFolder = mkdtempSync(join(tmpdir(), 'mingxi-copy-'))
let cluster

beforeAll(async () => {
  cluster = await startCluster({ durable: false })
  await ensurePagesBuilt(await pinnedNode())
  // A first start on the embedded database: migrations, catalogue, demo accounts.
  await (await startServer({ DATA_DIR: dataFolder, DEMO: 'on' })).stop()
}, 300_000)

afterAll(async () => {
  await cluster?.stop()
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
})

test('everything is copied, and the product continues with the data on PostgreSQL', async () => {
  const run = copy(cluster.url)
  expect(run.stderr).toBe('')
  expect(run.stdout).toMatch(/^[1-9]\d* rows of [1-9]\d* tables copied and compared/)
  const tables = await ask("select count(*)::int as n from pg_constraint where contype = 'f' and convalidated")
  expect(tables[0].n).toBeGreaterThan(0)
  expect(await ask("select 1 from pg_trigger where not tgisinternal and tgenabled = 'D'")).toEqual([])
  const server = await startServer({ DATABASE_URL: cluster.url, DATA_DIR: dataFolder, DEMO: 'on' })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.stop()
}, 300_000)

test('a target that is not empty is refused and not changed', async () => {
  const before = await ask('select count(*) as n from schema_migrations')
  const run = copy(cluster.url)
  expect(run.status).toBe(1)
  expect(run.stderr).toContain('not empty')
  expect(await ask('select count(*) as n from schema_migrations')).toEqual(before)
}, 200_000)

test('a folder in use, a folder without a database and a missing DATABASE_URL each print one clear line', async () => {
  const server = await startServer({ DATA_DIR: dataFolder, DEMO: 'on' })
  const inUse = copy(cluster.url)
  await server.stop()
  expect(inUse.stderr).toContain(String(server.pid))
  expect(copy(cluster.url, tmpdir()).stderr).toContain('holds no embedded database')
  expect(copy('').stderr).toContain('DATABASE_URL=')
}, 200_000)

function copy(url, folder = dataFolder) {
  return spawnSync(process.execPath, [PROGRAM], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url },
  })
}

async function ask(text) {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
