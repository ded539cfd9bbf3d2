import { createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressAdd, addressList } from '../../../people/addresses/contract.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { openPostgres } from './postgres.ts'
import { sql } from '../sql.ts'

let app: TestApp
let customer: TestPerson
let admin: pg.Client
const uncaught: unknown[] = []
const noteUncaught = (error: unknown) => uncaught.push(error)

beforeAll(async () => {
  app = await testApp()
  customer = await app.customer(0)
  admin = new pg.Client({ connectionString: app.databaseUrl })
  await admin.connect()
  process.on('uncaughtException', noteUncaught)
})
afterAll(async () => {
  process.off('uncaughtException', noteUncaught)
  await admin.end()
  await app.close()
})

const endConnections = () =>
  admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

const address = { name: '王小明', phone: '13900000000', address_code: '320102', address: '中山路1号' }

describe('connections that break', () => {
  it('[F-01] a transaction whose connection is ended between two statements fails, and the process continues', async () => {
    const { db } = app
    const attempt = db.tx(async (tx) => {
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await admin.query('select pg_terminate_backend($1)', [pid])
      // Waits until the server has ended the connection.
      await expect
        .poll(async () => (await admin.query('select 1 from pg_stat_activity where pid = $1', [pid])).rowCount)
        .toBe(0)
      await new Promise((resolve) => setImmediate(resolve))
      await tx.run(sql`select 1`)
    })
    await expect(attempt).rejects.toThrow()
    expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 })
    expect(uncaught).toEqual([])
  })

  it('[F-01] five times all connections are ended under load: calls answer 200 or 503, and 200 again within two seconds', async () => {
    let over = false
    const statuses: number[] = []
    const one = async (at: number) => {
      const { status } =
        at % 2 === 0
          ? await app.send(addressAdd, address, { as: customer, idempotencyKey: `outage-${at}` })
          : await app.send(addressList, {}, { as: customer })
      statuses.push(status)
      return status
    }
    let sent = 0
    const load = Array.from({ length: 8 }, async () => {
      while (!over) await one(sent++)
    })
    const outages: number[] = []
    for (let round = 0; round < 5; round++) {
      await expect.poll(() => statuses.at(-1)).toBe(200)
      await endConnections()
      const since = performance.now()
      while ((await one(sent++)) !== 200) await new Promise((resolve) => setImmediate(resolve))
      outages.push(performance.now() - since)
    }
    over = true
    await Promise.all(load)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(Math.max(...outages)).toBeLessThan(2000)
    expect(uncaught).toEqual([])
  })
})

describe('the settings of a connection', () => {
  /** PgBouncer accepts these startup parameters and refuses a connection with any other. */
  const TRACKED = [
    'user',
    'database',
    'client_encoding',
    'application_name',
    'datestyle',
    'timezone',
    'standard_conforming_strings',
  ]

  it('[F-13] contain no startup parameter that PgBouncer refuses', async () => {
    const named: string[] = []
    const sockets: Socket[] = []
    const listener = createServer((socket) => {
      sockets.push(socket)
      socket.once('data', (packet) => {
        const texts = packet.subarray(8).toString('utf8').split('\0')
        named.push(...texts.filter((_, at) => at % 2 === 0).filter(Boolean))
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as { port: number }
    const database = openPostgres(`postgres://someone:secret@127.0.0.1:${port}/mingxi`)
    await expect(database.ping()).rejects.toThrow()
    await database.close()
    listener.close()
    expect(named).toContain('user')
    expect(named.filter((name) => !TRACKED.includes(name.toLowerCase()))).toEqual([])
  })

  it('[F-13] still include the timeouts', async () => {
    const shown = await app.db.one(sql`
      select current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`)
    expect(shown).toEqual({ statements: '15s', locks: '8s', idle: '30s', jit: 'off' })
  })
})
