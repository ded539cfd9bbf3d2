import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { addressAdd, addressList } from '../../../people/addresses/contract.ts'
import { limits } from './limits.ts'
import type { Database } from '../db.ts'
import { openPostgres } from './postgres.ts'
import { sql } from '../sql.ts'

let app: TestApp
let customer: TestPerson
let admin: pg.Client
const usual = { ...limits }
const stopped = new Set<number>()

beforeAll(async () => {
  app = await testApp()
  customer = await app.customer(0)
  admin = new pg.Client({ connectionString: app.databaseUrl })
  await admin.connect()
  Object.assign(limits, { beginMs: 300, readMs: 600, statementMs: 1200, healthMs: 300 })
})
afterEach(() => thaw())
afterAll(async () => {
  Object.assign(limits, usual)
  await admin.end()
  await app.close()
})

/** Stops every process that serves a connection of this database, as a half-dead host does. */
async function freeze(): Promise<number> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  for (const { pid } of rows) if (signalled(pid, 'SIGSTOP')) stopped.add(pid)
  return stopped.size
}

/** False when the process has ended meanwhile: a connection that was closed before may still have been listed. */
function signalled(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function thaw(): void {
  for (const pid of stopped) signalled(pid, 'SIGCONT')
  stopped.clear()
}

async function timed<T>(work: Promise<T>): Promise<{ answer: T; ms: number }> {
  const from = performance.now()
  const answer = await work
  return { answer, ms: performance.now() - from }
}

const address = { name: '王小明', phone: '13900000000', address_code: '320102', address: '中山路1号' }
const list = () => app.send(addressList, {}, { as: customer })
const add = (key: string) => app.send(addressAdd, address, { as: customer, idempotencyKey: key })
const statusOf = ({ answer }: { answer: { status: number } }) => answer.status

describe('connections that are frozen', () => {
  it('[G-17] a read is answered by another connection, and the frozen ones are not used again', async () => {
    await Promise.all(Array.from({ length: 6 }, list))
    expect(await freeze()).toBeGreaterThan(1)
    const first = await timed(list())
    expect(statusOf(first)).toBe(200)
    expect(first.ms).toBeLessThan(limits.readMs + 1000)
    // Each call makes several statements; none meets a frozen connection.
    const next = await timed(Promise.all(Array.from({ length: 4 }, list)))
    expect(next.answer.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(next.ms).toBeLessThan(limits.readMs)
  })

  it('[G-17] a write that finds its connection frozen is made once, on another connection', async () => {
    await Promise.all(Array.from({ length: 6 }, list))
    const before = (await app.call(addressList, {}, { as: customer })).list.length
    await freeze()
    const written = await timed(add('frozen-write-1'))
    expect(statusOf(written)).toBe(200)
    thaw()
    expect((await app.call(addressList, {}, { as: customer })).list.length).toBe(before + 1)
  })

  it('[G-17] a transaction whose connection freezes between two statements fails in time with an error that answers 503', async () => {
    const attempt = timed(
      app.db
        .tx(async (tx) => {
          await tx.run(sql`select 1`)
          await freeze()
          await tx.run(sql`select 2`)
        })
        .catch((error: unknown) => error),
    )
    const { answer, ms } = await attempt
    expect(answer).toMatchObject({ code: 'ETIMEDOUT' })
    expect(ms).toBeLessThan(limits.statementMs + 500)
  })

  it('[G-17] a pool whose connections all froze in use refuses in time and works again by itself, still frozen', async () => {
    const database: Database = openPostgres(app.databaseUrl ?? '', { poolSize: 3 })
    let open = 0
    let allFrozen = () => {}
    const frozen = new Promise<void>((resolve) => (allFrozen = resolve))
    const busy = Array.from({ length: 3 }, () =>
      timed(
        database.tx(async (tx) => {
          await tx.rows(sql`select 1`)
          open += 1
          if (open === 3) await freeze().then(allFrozen)
          await frozen
          await tx.rows(sql`select 2`)
        }),
      ).catch((error: unknown) => error),
    )
    const ended = await Promise.all(busy)
    expect(ended.every((error) => (error as { code?: string }).code === 'ETIMEDOUT')).toBe(true)
    const { ms } = await timed(database.rows(sql`select 3`))
    expect(ms).toBeLessThan(1000)
    await database.close()
  })

  it('[G-17] the readiness check has a connection of its own and says in time that it is frozen', async () => {
    await app.db.health.rows(sql`select 1`)
    await freeze()
    const { ms } = await timed(app.db.health.rows(sql`select 1`))
    expect(ms).toBeLessThan(limits.healthMs + 1000)
  })

  it('[G-17] with the real limits no caller waits for more than sixteen seconds', () => {
    expect(usual.readMs).toBeLessThan(usual.statementMs)
    expect(usual.statementMs).toBeLessThan(16_000)
    expect(usual.beginMs + usual.acquireMs * 2).toBeLessThan(16_000)
  })
})
