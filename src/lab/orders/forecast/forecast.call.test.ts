import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffFileLink } from '../../../core/files/contract.ts'
import { cellsOf } from '../../../app/testing/sheet-cells.ts'
import { fillOrders } from '../../../app/testing/many-orders.ts'
import { rowsRead } from '../../../app/testing/rows-read.ts'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { instrumentAdd, instrumentBlock } from '../../instruments/contract.ts'
import { staffLoad, staffLoadFile, staffMovable } from '../load/load-contract.ts'
import { staffOrderApprove, staffOrderStartCorrection } from '../staff/staff-contract.ts'
import { staffSampleReceive } from '../../intake/contract.ts'
import { forecastsOf } from './forecast-actions.ts'
import { deviceForecast, orderForecasts } from './forecast-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
})
afterAll(() => app.close())

async function received(customer: Awaited<ReturnType<typeof scene.buyer>>) {
  const order = await scene.order(customer)
  await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: scene.staff.manager })
  app.clock.advance({ minutes: 1 })
  for (const sampleNo of order.sampleNos)
    await app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-01' }, { as: scene.staff.logistics })
  return order
}

/** Forty delivered orders of diffraction that took three calendar days, one a day until yesterday. */
async function history() {
  const now = app.clock.now()
  await fillOrders(app.db, 40, now)
  await app.db.run(sql`
    with n as (select id, row_number() over (order by id) as at from orders where order_no like 'MX2601%')
    update orders o set stage = 'done', urgent = false, received_at = ${now}::timestamptz - n.at * interval '1 day' - interval '3 days',
      delivered_at = ${now}::timestamptz - n.at * interval '1 day', promise_kept = true
    from n where n.id = o.id`)
  await app.db.run(sql`
    update order_lines set rid = ${scene.rids.xrd}, urgent = false where order_id in (select id from orders where order_no like 'MX2601%')`)
}

it('[Q-66] an instrument that is booked for a time has no day of its own', async () => {
  const { onsite, xrd } = scene.rids
  const ask = (rid: number) => app.call(deviceForecast, { lines: [{ rid, urgent: false }] })
  expect(await ask(onsite)).toEqual({ forecast: null, ifUrgent: null })
  expect((await ask(xrd)).forecast).not.toBeNull()
})

describe('the forecast of an order', () => {
  it('is the promise of the catalogue before there is a history, with the place in the queue', async () => {
    const [first, second] = [await scene.buyer(0), await scene.buyer(0)]
    const ahead = await received(first)
    const own = await received(second)
    const coming = await scene.order(second)
    const { list } = await app.call(orderForecasts, { orderNos: [own.orderNo, coming.orderNo] }, { as: second })
    // Received on Monday; diffraction is promised within four working days.
    expect(list.map(({ state, forecast }) => [state, forecast?.method, forecast?.expectedOn, forecast?.ahead])).toEqual(
      [
        ['atWork', 'catalogue', '2026-03-06', 1],
        ['coming', 'catalogue', '2026-03-06', 2],
      ],
    )
    expect(list[0]?.forecast).toMatchObject({ basedOn: 0, record: null, downDays: 0, stopped: false })
    expect(
      (await app.call(orderForecasts, { orderNos: [ahead.orderNo] }, { as: first })).list[0]?.forecast?.ahead,
    ).toBe(0)
  })

  it('is for its customer only, and of nobody without a sign-in', async () => {
    const [owner, other] = [await scene.buyer(0), await scene.buyer(0)]
    const { orderNo } = await received(owner)
    const own = await received(other)
    const refused = async (orderNos: string[], as?: typeof owner) =>
      (await app.refusal(orderForecasts, { orderNos }, as ? { as } : {})).error
    expect(await refused([orderNo], other)).toBe('notFound')
    expect(await refused([own.orderNo, orderNo], other)).toBe('notFound')
    expect(await refused([orderNo])).toBe('notSignedIn')
    expect(await refused([], owner)).toBe('invalid')
  })

  it('is read from the last orders once there are enough, and says how the method did', async () => {
    await history()
    const { forecast, ifUrgent } = await app.call(deviceForecast, { lines: [{ rid: scene.rids.xrd, urgent: false }] })
    expect(forecast).toMatchObject({ method: 'history', basedOn: 40, record: { days: 90, keptPercent: 100 } })
    expect(forecast?.record?.orders).toBeGreaterThanOrEqual(20)
    // Urgent orders pass the queue of four that arrived in the tests before.
    expect([forecast?.ahead, ifUrgent?.ahead]).toEqual([4, 0])
    expect(String(ifUrgent?.expectedOn) <= String(forecast?.expectedOn)).toBe(true)
    const urgent = await app.call(deviceForecast, { lines: [{ rid: scene.rids.xrd, urgent: true }] })
    expect(urgent.ifUrgent).toBeNull()
    expect(urgent.forecast).toEqual(ifUrgent)
  })

  it('moves with a planned downtime of the only instrument', async () => {
    const before = await app.call(deviceForecast, { lines: [{ rid: scene.rids.xrd, urgent: false }] })
    const lab = scene.staff.lab
    const { id } = await app.call(
      instrumentAdd,
      {
        ...{
          instrumentNo: 'XRD-01',
          name: '粉末衍射仪',
          model: 'D8',
          location: 'A203',
          keeper: '陈立',
          specification: '',
        },
        ...{ calibrationRule: 'warn', projectIds: [scene.rids.xrd] },
      },
      { as: lab, idempotencyKey: randomUUID() },
    )
    await app.call(
      instrumentBlock,
      { id, startsAt: '2026-03-03 00:00', endsAt: '2026-03-05 00:00', reason: '换靶' },
      { as: lab, idempotencyKey: randomUUID() },
    )
    const after = await app.call(deviceForecast, { lines: [{ rid: scene.rids.xrd, urgent: false }] })
    expect(after.forecast?.downDays).toBe(2)
    expect(String(after.forecast?.expectedOn) > String(before.forecast?.expectedOn)).toBe(true)
    await app.db.run(sql`update instruments set stage = 'stopped' where id = ${id}`)
    const stopped = await app.call(deviceForecast, { lines: [{ rid: scene.rids.xrd, urgent: false }] })
    expect(stopped.forecast).toMatchObject({ stopped: true, expectedOn: null, latestOn: null })
    await app.db.run(sql`update instruments set stage = 'usable' where id = ${id}`)
  })

  it('reads as much for a project with a thousand finished orders as for one with two hundred', async () => {
    const rid = scene.rids.sem
    await fillMore(1000, rid)
    const asked = [{ key: 0, orderId: null, urgent: false, receivedAt: null, begun: false, rids: [rid] }]
    const { statements, most } = await rowsRead(app.db, (db) => forecastsOf({ ...app.system, db }, asked))
    expect(statements).toBeLessThanOrEqual(8)
    expect(most).toBeLessThan(1500)
  })
})

async function fillMore(count: number, rid: number) {
  const now = app.clock.now()
  await app.db.run(sql`
    insert into orders (order_no, customer_id, payer_id, customer_group, service_type, stage, urgent, sample_count, title, contact, delivery, invoice,
      agreement_version, agreed_at, created_at, received_at, delivered_at)
    select 'MX2602' || lpad(n::text, 7, '0'), o.customer_id, o.payer_id, o.customer_group, 1, 'done', false, 1, '扫描电镜', '{}', '{}', '{"type": 0}',
      '1', ${now}, ${now}, ${now}::timestamptz - n * interval '1 hour' - interval '3 days', ${now}::timestamptz - n * interval '1 hour'
    from (select * from orders order by id limit 1) o, generate_series(1, ${count}::int) n`)
  await app.db.run(sql`
    insert into order_lines (order_id, rid, project_name, category_id, form_version, parameters, described, group_no, sample_count, urgent, price_lines)
    select id, ${rid}, title, 1, 1, '{}', '[]', 1, 1, false, '[]' from orders where order_no like 'MX2602%'`)
  await app.db.run(sql`analyze orders`)
  await app.db.run(sql`analyze order_lines`)
}

describe('the load of the instruments', () => {
  it('shows promised work against capacity, marks what is too much and lists what can be moved, the most slack first', async () => {
    const as = scene.staff.lab
    const [group, ...others] = (await app.call(staffLoad, {}, { as })).groups
    expect(others).toEqual([])
    expect(group).toMatchObject({ label: '粉末衍射仪（XRD-01）', open: 4, late: 0, perDay: 1, overOn: '2026-03-06' })
    expect(group?.days).toHaveLength(14)
    expect((await app.call(staffMovable, {}, { as })).total).toBe(4)

    const customer = await scene.buyer(0)
    for (let more = 0; more < 5; more++) await received(customer)
    // All but one are due tomorrow, when the instrument is down.
    await app.db.run(sql`
      update orders set promised_at = '2026-03-03 18:30+08' where stage = 'received'`)
    await app.db.run(sql`
      update orders set promised_at = '2026-03-12 18:30+08' where id = (select max(id) from orders where stage = 'received')`)
    const over = (await app.call(staffLoad, {}, { as })).groups[0]
    expect(over?.overOn).toBe('2026-03-03')
    expect(over?.days[1]).toMatchObject({ date: '2026-03-03', capacity: 0, down: true })
    const { list, total } = await app.call(staffMovable, { size: 2 }, { as })
    expect(list.map(({ slackDays }) => slackDays)).toEqual([9, 1])
    expect(total).toBe(over?.open)
  })

  it('is a workbook for the person who asked, and nothing for a customer', async () => {
    const lab = scene.staff.lab
    expect((await app.call(staffLoadFile, {}, { as: lab })).url).toMatch(/^\/files\//)
    const { id, key } = await app.db.one<{ id: number; key: string }>(
      sql`select id, storage_key as key from files where purpose = 'loadSheet'`,
    )
    const rows = cellsOf(await buffer(await app.services.files.open(key)), 2)
    expect(rows[0]).toEqual(['仪器或项目', '日期', '到期订单', '产能（单）', '完不成（单）'])
    expect(rows.slice(1)).toHaveLength(14)
    expect((await app.refusal(staffFileLink, { id }, { as: scene.staff.manager })).error).toBe('notFound')
    const customer = await scene.buyer(0)
    expect((await app.refusal(staffLoad, {}, { as: customer })).error).toBe('wrongTokenKind')
  })
})

// Last, because its order is work of the laboratory that the load above would count.
describe('an order whose data is there', () => {
  it('[Q-229] has no forecast, also while its report is corrected', async () => {
    const customer = await scene.buyer(0)
    const { orderNo } = await scene.delivered(customer)
    const correction = { orderNo, reason: '样品信息有误' }
    await app.call(staffOrderStartCorrection, correction, { as: scene.staff.manager })
    expect((await app.call(orderForecasts, { orderNos: [orderNo] }, { as: customer })).list).toEqual([
      { orderNo, state: 'none', forecast: null },
    ])
  })
})
