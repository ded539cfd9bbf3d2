// Starts a temporary PgBouncer in front of a temporary cluster (scripts/postgres/postgres-cluster.mjs), for tests and measurements.
import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterOwner, freePort } from './postgres-cluster.mjs'

const START_LIMIT_MS = 10_000

/** The version of the installed PgBouncer, or undefined. */
export function pgBouncerVersion() {
  const run = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  return run.status === 0 ? /PgBouncer ([\d.]+)/.exec(run.stdout)?.[1] : undefined
}

/**
 * @param {{ url: string }} server
 * @param {{ settings?: Record<string, string | number> }} options
 * @returns {Promise<{ url: string, port: number, stop: () => Promise<void>, restart: () => Promise<void> }>}
 */
export async function startPgBouncer(server, { settings = {} } = {}) {
  const { hostname, port: serverPort, username, password } = new URL(server.url)
  const folder = mkdtempSync(join(tmpdir(), `mingxi-postgres-${process.pid}-`))
  const owner = clusterOwner()
  const port = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users'),
    pool_mode: 'transaction',
    max_client_conn: 500,
    default_pool_size: 10,
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const files = {
    'pgbouncer.ini': `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join('\n')}\n`,
    users: `"${username}" "${decodeURIComponent(password)}"\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 })
  if (owner)
    for (const path of [folder, ...Object.keys(files).map((name) => join(folder, name))])
      chownSync(path, owner.uid, owner.gid)
  const run = () => spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { cwd: folder, stdio: 'ignore', ...owner })
  let child = run()
  const end = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await ended
  }
  // No pooler outlives the process that started it.
  const endNow = () => child.kill('SIGKILL')
  process.once('exit', endNow)
  await answers(port)
  const url = new URL(server.url)
  url.port = String(port)
  return {
    url: url.href,
    port,
    restart: async () => {
      await end()
      child = run()
      await answers(port)
    },
    stop: async () => {
      process.off('exit', endNow)
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port) {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('PgBouncer did not start')
}
