// Starts a temporary PostgreSQL cluster, for tests that need several sessions (PGlite has one) and for benchmarks.
//   node scripts/postgres/postgres-cluster.mjs              prints its URL and runs until Ctrl-C
//   node scripts/postgres/postgres-cluster.mjs -- command   runs the command with DATABASE_URL set, then ends the cluster
//   --fast                                         without fsync and where possible in memory, for tests only
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryFolder, removeLeftovers } from '../temporary/memory-folder.mjs'

const PREFIX = 'mingxi-postgres-'
const START_LIMIT_MS = 30_000

/** The folder of the newest installed PostgreSQL server programs, or undefined. */
export function findPostgres() {
  const root = '/usr/lib/postgresql'
  const versions = list(root).sort((a, b) => Number(b) - Number(a))
  const folders = [
    ...versions.map((version) => join(root, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((program) => isExecutable(join(folder, program))))
}

/**
 * @param {{ durable?: boolean, port?: number, settings?: Record<string, string | number> }} options `durable: false` switches fsync off, so the files
 *   may lie in memory
 * @returns {Promise<{ url: string, port: number, folder: string, restart: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startCluster({ durable = true, port, settings } = {}) {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('PostgreSQL is not installed here (Debian: apt-get install postgresql)')
  // Their servers have already ended.
  removeLeftovers(PREFIX)
  const folder = mkdtempSync(join(durable ? tmpdir() : memoryFolder(), `${PREFIX}${process.pid}-`))
  const owner = clusterOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const password = randomBytes(12).toString('hex')
  try {
    initialise(programs, folder, password, owner)
    const onPort = port ?? (await freePort())
    let server = serve(programs, folder, onPort, durable, owner, settings)
    await ready(server, folder)
    const restart = async () => {
      await end(server)
      server = serve(programs, folder, onPort, durable, owner, settings)
      await ready(server, folder)
    }
    const url = `postgres://postgres:${password}@127.0.0.1:${onPort}/postgres`
    return { url, port: onPort, folder, restart, stop: () => stop(server, folder) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function initialise(programs, folder, password, owner) {
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) chownSync(passwordFile, owner.uid, owner.gid)
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const options = `--username postgres --auth scram-sha-256 --encoding UTF8 --locale ${locale} --no-sync`.split(' ')
  const run = spawnSync(
    join(programs, 'initdb'),
    ['--pgdata', join(folder, 'data'), '--pwfile', passwordFile, ...options],
    { cwd: folder, encoding: 'utf8', ...owner },
  )
  if (run.status !== 0) throw new Error(`initdb failed: ${run.error?.message ?? run.stderr}`)
}

/**
 * Starts PostgreSQL through a shell that ends it as soon as its stdin closes, by stop() or because this process has ended
 * in any way. So no cluster outlives the run that started it.
 */
export function serve(programs, folder, port, durable, owner, more = {}) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_min_messages: 'fatal',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...more,
  }
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const script = '"$@" & server=$!; cat >/dev/null; kill -INT $server 2>/dev/null; wait $server'
  const child = spawn(
    'sh',
    ['-c', script, 'sh', join(programs, 'postgres'), '-D', join(folder, 'data'), ...settingArguments],
    {
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
      ...owner,
      // In a separate process group, so that Ctrl-C ends the tests before their database.
      detached: true,
    },
  )
  child.errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (child.errors = (child.errors + text).slice(-4000)))
  // Neither keeps this process alive, so it can end even when stop() was not called.
  child.unref()
  child.stdin.unref()
  child.stderr.unref()
  return child
}

/** Waits for the state in PostgreSQL's pid file, because an open port may still answer that the server is starting up. */
export async function ready(server, folder) {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && !/PANIC|FATAL(?!:  the database system is starting up)/.test(server.errors)) {
    if (/\nready/.test(readText(join(folder, 'data', 'postmaster.pid')))) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  server.stdin.end()
  throw new Error(`PostgreSQL did not start: ${server.errors || 'no answer'}`)
}

async function end(server) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.ref()
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.stdin.end()
  await ended
}

export async function stop(server, folder) {
  await end(server)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** PostgreSQL refuses to run as root, so root runs the cluster as another user that exists on every Unix. */
export function clusterOwner() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (user === undefined) throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function list(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

async function main() {
  const separator = process.argv.indexOf('--')
  const options = process.argv.slice(2, separator === -1 ? undefined : separator)
  const command = separator === -1 ? [] : process.argv.slice(separator + 1)
  const cluster = await startCluster({ durable: !options.includes('--fast') })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  if (command.length === 0) {
    console.log(cluster.url)
    // A timer keeps this process and the cluster running until the process is ended.
    const waiting = setInterval(() => {}, 1 << 30)
    await new Promise((resolve) => signals.forEach((signal) => process.once(signal, resolve)))
    clearInterval(waiting)
  } else {
    const env = { ...process.env, DATABASE_URL: cluster.url, TEST_DATABASE_URL: cluster.url }
    const child = spawn(command[0], command.slice(1), { stdio: 'inherit', env })
    for (const signal of signals) process.on(signal, () => child.kill(signal))
    process.exitCode = await new Promise((resolve) => {
      child.on('exit', (code) => resolve(code ?? 1))
      child.on('error', (error) => resolve(console.error(error.message) ?? 1))
    })
  }
  await cluster.stop()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
