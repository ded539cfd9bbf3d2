import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { startProxy } from '../../scripts/proxies/start-proxy.mjs'
import { startServer } from '../../scripts/run-server.mjs'

/**
 * Two server processes behind nginx with the configuration of deploy/nginx.conf, under a load of pages, reading calls and writing calls. First
 * restarts each process in turn, then the database. Counts failed requests and measures the time until all requests succeed again.
 * Run: node bench/crashes/restarts.ts [rounds] [clients] [seconds of delay]
 */
const [rounds = 2, clients = 16, delay = 3] = process.argv.slice(2).map(Number)
const PORTS = [41_801, 41_802, 41_800, 41_803] as const
const [first, second, front, plain] = PORTS

const cluster = await startCluster({ durable: true })
const folder = mkdtempSync(join(tmpdir(), 'mingxi-restarts-'))
const common = { DATABASE_URL: cluster.url, DEMO: 'on', LOG_LEVEL: 'silent', DRAIN_DELAY_SECONDS: String(delay) }
const start = (port: number) => startServer({ ...common, PORT: String(port), DATA_DIR: join(folder, String(port)) })
const servers = [await start(first), await start(second)]
const nginx = await startProxy('nginx', { folder, port: plain, securePort: front, upstreams: [first, second] })
const agent = new Agent({ keepAlive: true, maxSockets: clients, ca: nginx.certificate, servername: 'localhost' })
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
  await nginx.stop()
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

function ask(
  method: string,
  path: string,
  body?: unknown,
  { onBody = () => {}, as = token }: { onBody?: (text: string) => void; as?: string } = {},
): Promise<string> {
  const headers = { ...(as ? { token: as } : {}), 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: front, agent, method, path, headers: { host: `localhost:${front}`, ...headers } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part) => (text += part))
        response.on('end', () => {
          onBody(text)
          resolve(String(response.statusCode))
        })
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function signIn(): Promise<string> {
  let text = ''
  const account = { account: '13800000001', password: 'Mingxi-demo-2026' }
  await ask('POST', '/api/open/login', account, { onBody: (body) => (text = body), as: '' })
  const answer = JSON.parse(text) as { data?: { token: string }; msg: string }
  if (!answer.data) throw new Error(answer.msg)
  return answer.data.token
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
