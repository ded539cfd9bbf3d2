import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startCluster } from './postgres-cluster.mjs'

const PROGRAM = join(import.meta.dirname, 'postgres-cluster.mjs')

test('a cluster answers, uses fsync by default and removes its files', async () => {
  const cluster = await startCluster()
  expect(await ask(cluster.url, 'show fsync')).toEqual({ fsync: 'on' })
  await cluster.stop()
  expect(existsSync(cluster.folder)).toBe(false)
  await expect(ask(cluster.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/)
})

test('a cluster ends when the process that started it is killed', async () => {
  const parent = spawn(process.execPath, [PROGRAM, '--fast'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await new Promise((resolve) => parent.stdout.once('data', (text) => resolve(String(text).trim())))
  expect(await ask(url, 'show fsync')).toEqual({ fsync: 'off' })
  parent.kill('SIGKILL')
  await expect.poll(() => ask(url, 'select 1').catch((error) => error.code), { timeout: 10_000 }).toBe('ECONNREFUSED')
})

test('a command runs with the URL of its cluster, and its exit code is returned', () => {
  const run = spawnSync(process.execPath, [PROGRAM, '--fast', '--', 'sh', '-c', 'echo $DATABASE_URL; exit 7'], {
    encoding: 'utf8',
  })
  expect(run.stdout).toMatch(/^postgres:\/\//)
  expect(run.status).toBe(7)
})

async function ask(url, text) {
  const client = new pg.Client({ connectionString: url })
  // The server may end this connection while it shuts down; without a listener that error would end the test process.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows[0]
  } finally {
    await client.end()
  }
}
