import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handlers } from '../src/app/calls.ts'
import { filledInput, spoilers } from '../src/app/testing/filled-input.ts'
import { migrationsFolder } from '../src/app/start/services.ts'
import { openSession } from '../src/platform/auth/sessions.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Call } from '../src/platform/contract/call.ts'
import { migrate, readMigrations } from '../src/platform/db/migrations/migrate.ts'
import { openPostgres } from '../src/platform/db/postgres/postgres.ts'
import { sql } from '../src/platform/db/sql.ts'
import { createStaff } from '../src/core/staff/actions.ts'
import { type Role, roles } from '../src/core/staff/rules.ts'
import { startCluster } from '../scripts/postgres/postgres-cluster.mjs'
import { startServer } from './measure.ts'
import { buyers, openServices } from './services.ts'

/**
 * Sends inputs that no column can store and inputs of the wrong shape to every call, as every role, and counts the answers by status: none
 * may be 5xx. Then sends uploads that are refused and compares the files on disk with the rows.
 * Run: node bench/hostile-input.ts [requests] [uploads]
 */
const [requestsText = '60000', uploadsText = '5000'] = process.argv.slice(2)
const WIDTH = 8
const nonsense = [{}, [], 'text', 7, null, { page: 'x', rid: {}, id: [] }, { __proto__: { admin: true } }]

const cluster = await startCluster()
const database = openPostgres(cluster.url)
await migrate(database, await readMigrations(migrationsFolder), systemClock.now())
const { ctx } = await openServices(database)
const folder = mkdtempSync(join(tmpdir(), 'mingxi-hostile-'))
const server = await startServer(['src/main.ts'], {
  PORT: '0',
  DATABASE_URL: cluster.url,
  DATA_DIR: folder,
  LOG_LEVEL: 'error',
  SERVICES: 'web',
})
try {
  const senders = await people()
  await requests(Number(requestsText), senders)
  await uploads(Number(uploadsText), senders.customer)
} finally {
  await server.stop()
  await database.close()
  await cluster.stop()
}

/** A call may end the session of whoever sends it, or that of everybody; the next request then opens another one. */
interface Sender {
  kind: 'customer' | 'staff'
  id: number
  token: string
}

interface Senders {
  customer: Sender
  staff: Sender[]
}

async function people(): Promise<Senders> {
  const [buyer] = await buyers(ctx, 1)
  if (!buyer) throw new Error('no customer was made')
  const staff: Sender[] = []
  for (const role of Object.keys(roles) as Role[]) {
    const account = `bench-${role}`
    const id = await createStaff(ctx, { account, name: role, role, password: 'a-long-benchmark-password' })
    staff.push(await signedIn({ kind: 'staff', id, token: '' }))
  }
  return { customer: { kind: 'customer', ...buyer }, staff }
}

async function signedIn(sender: Sender): Promise<Sender> {
  sender.token = (await openSession(ctx, sender.kind, sender.id)).token
  return sender
}

function senderOf({ customer, staff }: Senders, { area }: Call, turn: number): Sender | undefined {
  if (area === 'auth') return customer
  return area === 'staff' ? staff[turn % staff.length] : undefined
}

async function requests(count: number, senders: Senders): Promise<void> {
  const statuses = new Map<string, number>()
  const faults = new Set<string>()
  let next = 0
  const calls = handlers.map(({ call }) => call)
  const work = async () => {
    while (next < count) {
      const n = next++
      const call = calls[n % calls.length] as Call
      // These would end an account for good.
      if (/user\/close$|staff\/disable/.test(call.name)) continue
      const sender = senderOf(senders, call, Math.floor(n / handlers.length))
      const answer = await fetch(server.url + call.path, request(call, n, sender?.token ?? ''))
      if (answer.status === 401 && sender) await signedIn(sender)
      const { code } = (await answer.json()) as { code: unknown }
      const kind = `${answer.status}${answer.status === 200 ? `/${String(code)}` : ''}`
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
      if (answer.status >= 500) faults.add(`${answer.status} ${call.path}`)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: WIDTH }, work))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const shown = [...statuses].sort().map(([kind, times]) => `${kind}: ${times}`)
  console.log(`requests: ${count} to ${calls.length} calls in ${seconds} s; ${shown.join(', ')}`)
  console.log(`5xx: ${faults.size} calls${faults.size > 0 ? `\n${[...faults].sort().join('\n')}` : ''}`)
}

/** Alternates: each spoiler in every field, in random fields, a valid input, and nonsense. */
function request(call: Call, n: number, token: string): RequestInit {
  const turn = Math.floor(n / handlers.length)
  const spoiler = spoilers[turn % spoilers.length]
  const ways = [
    filledInput(call, spoiler, Math.random),
    partly(filledInput(call, undefined, Math.random), filledInput(call, spoiler, Math.random)),
    filledInput(call, undefined, Math.random),
    nonsense[turn % nonsense.length],
  ]
  const headers: Record<string, string> = { 'idempotency-key': randomUUID(), ...(token ? { token } : {}) }
  if (call.method === 'GET') return { headers }
  if (call.upload || turn % 9 === 8) return { method: 'POST', headers, body: formOf(ways[turn % ways.length], turn) }
  headers['content-type'] = turn % 11 === 10 ? `multipart/form-data; boundary=${'b'.repeat(300)}` : 'application/json'
  return { method: 'POST', headers, body: JSON.stringify(ways[turn % ways.length] ?? null) }
}

function partly(good: unknown, spoilt: unknown): unknown {
  const fields = Object.entries((good ?? {}) as Record<string, unknown>)
  const bad = (spoilt ?? {}) as Record<string, unknown>
  return Object.fromEntries(fields.map(([name, value]) => [name, Math.random() < 0.3 ? bad[name] : value]))
}

function formOf(input: unknown, turn: number): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(Object(input) as Record<string, unknown>))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  if (turn % 2 === 0) form.append('file', new File(['1 2\n3 4\n'], 'a\ud800.txt'))
  return form
}

async function uploads(count: number, customer: Sender): Promise<void> {
  await signedIn(customer)
  const refused = new Map<number, number>()
  let next = 0
  const work = async () => {
    while (next < count) {
      const n = next++
      const form = new FormData()
      form.append('purpose', ['nothing', 'voucher', 'contract', 'photo'][n % 4] ?? '')
      if (n % 5 === 0) form.append('extra', '1')
      form.append('file', new File(['x'.repeat(2000)], 'a.txt'))
      const headers = { token: customer.token, 'idempotency-key': randomUUID() }
      const { status } = await fetch(`${server.url}/api/auth/file/upload`, { method: 'POST', headers, body: form })
      refused.set(status, (refused.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: WIDTH }, work))
  const onDisk = readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes('/'),
  )
  const rows = new Set(
    (await database.rows<{ key: string }>(sql`select storage_key as key from files`)).map(({ key }) => key),
  )
  const over = onDisk.filter((name) => !rows.has(name)).length
  console.log(`uploads: ${count} refused ${JSON.stringify([...refused])}; files on disk without a row: ${over}`)
}
