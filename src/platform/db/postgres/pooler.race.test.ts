import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgBouncerVersion, startPgBouncer } from '../../../../scripts/postgres/pgbouncer.mjs'
import { xrd } from '../../../../demo/catalogue/diffraction/xrd.ts'
import { connectionNotes } from '../../../app/start/connection-notes.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { readConfig } from '../../../config.ts'
import { orderAdd } from '../../../lab/ordering/contract.ts'
import { initialValues } from '../../../shop/catalogue/forms/form-rules.ts'
import { planAdd } from '../../../lab/plans/contract.ts'
import type { Database } from '../db.ts'
import { reachedThrough } from './pooler.ts'
import { openPostgres } from './postgres.ts'
import { sql } from '../sql.ts'

const version = pgBouncerVersion()
if (version === undefined && process.env.CI === 'true')
  throw new Error('PgBouncer is missing (Debian: apt-get install pgbouncer)')
if (version === undefined)
  process.stderr.write('not run: PgBouncer is not installed (Debian: apt-get install pgbouncer)\n')

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let bouncer: Awaited<ReturnType<typeof startPgBouncer>>
let pooled: Database
let direct: Database
let admin: pg.Client

/** Fewer connections of the server than of the product, so that each transaction meets another one. */
const SERVER_CONNECTIONS = 3

describe.skipIf(version === undefined)('PgBouncer in transaction mode', () => {
  beforeAll(async () => {
    app = await testApp()
    admin = new pg.Client({ connectionString: app.databaseUrl })
    await admin.connect()
    direct = app.services.db as Database
    bouncer = await startPgBouncer(
      { url: app.databaseUrl ?? '' },
      { settings: { default_pool_size: SERVER_CONNECTIONS, server_idle_timeout: 600 } },
    )
    pooled = openPostgres(bouncer.url, { poolSize: 12, pooler: 'transaction' })
    app.services.db = pooled
    scene = await orderScene(app)
  })
  afterAll(async () => {
    app.services.db = direct
    await pooled.close()
    await admin.end()
    await bouncer.stop()
    await app.close()
  })

  const send = (person: TestPerson, planId: number, idempotencyKey: string) =>
    app.send(orderAdd, scene.request([planId]), { as: person, idempotencyKey })

  it('eighteen orders, each sent three times at once, become eighteen orders, and the ledger sums to zero', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => scene.buyer()))
    const plans = (await Promise.all(
      buyers.map(async (buyer) => [await scene.plan(buyer), await scene.plan(buyer), await scene.plan(buyer)]),
    )) as number[][]
    const sent = buyers.flatMap((buyer, at) =>
      (plans[at] ?? []).flatMap((planId) => {
        const key = randomUUID()
        return [send(buyer, planId, key), send(buyer, planId, key), send(buyer, planId, key)]
      }),
    )
    const answers = await Promise.all(sent)
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [200, 1]))
    const ids = buyers.map(({ id }) => id)
    const placed = await direct.one(sql`select count(*) as n from orders where customer_id = any(${ids}::bigint[])`)
    expect(placed).toEqual({ n: 18 })
    const { sum, entries } = await direct.one<{ sum: number; entries: number }>(
      sql`select coalesce(sum(amount_fen), 0)::bigint as sum, count(*) as entries from ledger_entries`,
    )
    expect(sum).toBe(0)
    expect(entries).toBeGreaterThanOrEqual(36)
    expect(await app.drain()).toBeGreaterThan(0)
  })

  it('twelve requests for one plan line place one order', async () => {
    const buyer = await scene.buyer()
    const planId = await scene.plan(buyer)
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(buyer, planId, randomUUID())))
    expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
  })

  it('no setting of one transaction reaches another: what a connection has comes from its role', async () => {
    const role = (await direct.one<{ name: string }>(sql`select current_user as name`)).name
    const database = new URL(app.databaseUrl ?? '').pathname.slice(1)
    for (const [name, value] of Object.entries({
      statement_timeout: '15s',
      lock_timeout: '8s',
      idle_in_transaction_session_timeout: '30s',
      jit: 'off',
    }))
      await admin.query(`alter role ${role} in database ${database} set ${name} = '${value}'`)
    await bouncer.restart()
    await expect
      .poll(
        () =>
          pooled.rows(sql`select 1`).then(
            () => true,
            () => false,
          ),
        { timeout: 5000 },
      )
      .toBe(true)
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        pooled.tx(
          async (tx) => {
            await tx.run(sql`set local lock_timeout = '1s'`)
            await tx.rows(sql`select ${at}::int`)
          },
          { unlimited: at % 2 === 0 },
        ),
      ),
    )
    const shown = await Promise.all(
      Array.from({ length: 24 }, () =>
        pooled.one<{ text: string }>(sql`
          select current_setting('statement_timeout') || ' ' || current_setting('lock_timeout') || ' ' || current_setting('jit') as text`),
      ),
    )
    expect(new Set(shown.map(({ text }) => text))).toEqual(new Set(['15s 8s off']))
  })

  it('a pooler is noticed, and so is a role without limits of time', async () => {
    expect((await reachedThrough(bouncer.url))?.pooled).toBe(true)
    expect((await reachedThrough(app.databaseUrl ?? ''))?.pooled).toBe(false)
    const notes = (env: Record<string, string>) =>
      connectionNotes(readConfig({ DATABASE_URL: bouncer.url, ...env }), pooled).then((lines) => lines.join())
    expect(await notes({})).toContain('DATABASE_POOLER=transaction')
    expect(await notes({ DATABASE_POOLER: 'transaction' })).toBe('')
    const role = (await direct.one<{ name: string }>(sql`select current_user as name`)).name
    await admin.query(
      `alter role ${role} in database ${new URL(app.databaseUrl ?? '').pathname.slice(1)} reset statement_timeout`,
    )
    await bouncer.restart()
    expect(await notes({ DATABASE_POOLER: 'transaction' })).toContain("statement_timeout = '15s'")
  })

  it('while PgBouncer is away calls answer 503, and they work again as soon as it is back', async () => {
    const buyer = await scene.buyer()
    const input = { rid: scene.rids.xrd, parameters: initialValues(xrd.form), sampleCount: 1, urgent: false }
    const add = async () => (await app.send(planAdd, input, { as: buyer })).status
    await expect.poll(add, { timeout: 5000 }).toBe(200)
    const restarting = bouncer.restart()
    const statuses = new Set<number>()
    for (let at = 0; at < 20; at++) statuses.add(await add())
    await restarting
    await expect.poll(add, { timeout: 5000 }).toBe(200)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  })
})
