import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { orderCancel, orderDetail } from '../../lab/orders/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { apiKeyAdd, apiKeyRevoke } from './contract.ts'

let app: TestApp
let lab: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  lab = await labScene(app)
})
afterAll(() => app.close())

const waiting = async () =>
  (
    await app.db.one<{ count: number }>(
      sql`select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).count

it('a call that runs while its key is revoked ends whole, and the next one is refused', async () => {
  const person = await lab.buyer(0)
  const { orderNo } = await lab.order(person)
  const { key, id } = await app.call(
    apiKeyAdd,
    { name: '数据平台', scopes: ['orders.read', 'orders.write'], lastDay: null },
    { as: person },
  )
  const withKey = { headers: { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() } }
  const { version } = await app.call(orderDetail, { orderNo }, withKey)
  const holder = new pg.Client(app.databaseUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select id from orders where order_no = $1 for update', [orderNo])
  const cancelled = app.call(orderCancel, { orderNo, version, reason: '计划有变' }, withKey)
  await expect.poll(waiting).toBeGreaterThan(0)
  await app.call(apiKeyRevoke, { id }, { as: person })
  await holder.query('rollback')
  await holder.end()
  await cancelled
  expect((await app.call(orderDetail, { orderNo }, { as: person })).stage).toBe('cancelled')
  expect(await app.refusal(orderDetail, { orderNo }, withKey)).toMatchObject({ status: 401 })
})
