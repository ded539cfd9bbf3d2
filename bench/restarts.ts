import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../scripts/postgres-cluster.mjs'
import { startServer } from '../scripts/run-server.mjs'

/**
 * Two server processes behind nginx with the configuration of deploy/nginx.conf, under a load of pages, reading calls and writing calls. First
 * restarts each process in turn, then the database. Counts failed requests and measures the time until all requests succeed again.
 * Run: node bench/restarts.ts [rounds] [clients] [seconds of delay]
 */
const [rounds = 2, clients = 16, delay = 3] = process.argv.slice(2).map(Number)
const PORTS = [41_801, 41_802, 41_800] as const
const [first, second, front] = PORTS

const cluster = await startCluster({ durable: true })
const folder = mkdtempSync(join(tmpdir(), 'mingxi-restarts-'))
const common = { DATABASE_URL: cluster.url, DEMO: 'on', LOG_LEVEL: 'silent', DRAIN_DELAY_SECONDS: String(delay) }
const start = (port: number) => startServer({ ...common, PORT: String(port), DATA_DIR: join(folder, String(port)) })
const servers = [await start(first), await start(second)]
const nginx = await startNginx()
const agent = new Agent({ keepAlive: true, maxSockets: clients })
const token = await signIn()

let over = false
let answers = new Map<string, number>()
let lastFailure = 0
const load = Array.from({ length: clients }, (_, at) => client(at))
try {
  await sleep(2000)
  for (let round = 0; round < rounds; round++) {
    for (const [at, port] of [first, second].entries()) {
      await servers[at]?.stop()
      servers[at] = await start(port)
      await sleep(500)
    }
  }
  report(`rolling restart, ${rounds * 2} drains of ${delay} s`)

  const pids = servers.map(({ pid }) => pid)
  const since = performance.now()
  await cluster.restart()
  const downMs = performance.now() - since
  await sleep(4000)
  const servedMs = Math.max(0, lastFailure - since - downMs)
  report(
    `database restart (down ${Math.round(downMs)} ms): ${pids.filter(isAlive).length} of 2 processes alive, last failure ${Math.round(servedMs)} ms after it took connections`,
  )
} finally {
  over = true
  await Promise.all(load)
  agent.destroy()
  nginx.kill('SIGQUIT')
  await Promise.all(servers.map((server) => server.stop()))
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function client(at: number): Promise<void> {
  for (let n = at; !over; n++) {
    const answer = await one(n).catch((error) => String(error.code ?? error.message))
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
    if (answer !== '200') lastFailure = performance.now()
  }
}

function one(n: number): Promise<string> {
  if (n % 4 === 0) return ask('GET', '/')
  if (n % 4 === 1) return ask('GET', '/api/open/web/index')
  if (n % 4 === 2) return ask('POST', '/api/auth/address/list', {})
  const address = { name: '王小明', phone: '13900000000', address_code: '320102', address: `中山路${n}号` }
  return ask('POST', '/api/auth/address/add', address)
}

function ask(method: string, path: string, body?: unknown, onBody: (text: string) => void = () => {}): Promise<string> {
  const headers = { ...(token ? { token } : {}), 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: front, agent, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => {
        onBody(text)
        resolve(String(response.statusCode))
      })
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function signIn(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${front}/api/open/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: '13800000001', password: 'Mingxi-demo-2026' }),
  })
  const answer = (await response.json()) as { data?: { token: string }; msg: string }
  if (!answer.data) throw new Error(answer.msg)
  return answer.data.token
}

async function startNginx() {
  const site = readFileSync(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('listen 80;', `listen 127.0.0.1:${front};`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  const text = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
    events { worker_connections 512; } http { access_log off; ${paths.join(' ')} ${site} }`
  writeFileSync(join(folder, 'nginx.conf'), text)
  const child = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(`http://127.0.0.1:${front}/healthz`).catch(() => undefined))?.ok) return child
    await sleep(50)
  }
  throw new Error('nginx did not start')
}

function report(what: string): void {
  const all = [...answers.values()].reduce((sum, count) => sum + count, 0)
  const failed = all - (answers.get('200') ?? 0)
  console.log(`${what}: ${failed} of ${all} failed`, Object.fromEntries(answers))
  answers = new Map()
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
