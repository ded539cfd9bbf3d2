import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { orderIndex, staffOrderList, staffVerifyList } from '../../lab/orders/lists/list-contract.ts'
import { orderFunding } from '../../lab/orders/contract.ts'
import { exportCell, exportFields } from '../../core/exports/rules.ts'
import type { AnyIndex, Filters } from '../../platform/contract/index-list.ts'
import { staffOrderDetail } from '../../lab/orders/staff/staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let manager: TestPerson
let orderNo: string
let otherNo: string
let sampleNo: string
let student: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  manager = await app.staff('manager')
  student = await scene.buyer(0)
  await app.db.run(sql`update customers set name = '林下风', company = '滨湖大学' where id = ${student.id}`)
  const order = await scene.order(student)
  orderNo = order.orderNo
  sampleNo = order.sampleNos[0] ?? ''
  otherNo = (await scene.order(await scene.buyer(3))).orderNo
})
afterAll(() => app.close())

const found = async (kw: string) =>
  (await app.call(staffOrderList, { kw }, { as: manager })).list.map((row) => row.orderNo).sort()

describe('order list of staff', () => {
  it('finds an order by its number, its sample’s number, its project and its customer', async () => {
    for (const kw of [orderNo, orderNo.toLowerCase(), sampleNo, '林下', '滨湖大学']) {
      expect([kw, await found(kw)]).toEqual([kw, [orderNo]])
    }
    expect(await found('X 射线')).toEqual([orderNo, otherNo].sort())
    expect(await found('没有这样的')).toEqual([])
  })

  it('[F-52] finds an order by the customer’s own sample number, e-mail, contract and report number', async () => {
    const { id, customerId: owner } = await app.db.one<{ id: number; customerId: number }>(
      sql`select id, customer_id from orders where order_no = ${orderNo}`,
    )
    await app.db.run(sql`update samples set own_no = 'ZnO-A7/3' where order_id = ${id}`)
    await app.db.run(sql`update customers set email = 'linxf@binhu.edu.cn' where id = ${owner}`)
    await app.db.run(sql`
      insert into contracts (contract_no, order_id, order_no, title, customer_id, edition, amount_fen, stage, body, sign_by, issued_by, issued_at)
      values ('HT26030200077', ${id}, ${orderNo}, '合同', ${owner}, 1, 1, 'to_sign', '{}', ${app.clock.now()}, ${manager.id}, ${app.clock.now()})`)
    await app.db.run(sql`
      insert into reports (order_id, order_no, title, customer_id, code, edition, stage, checksums, published_at)
      values (${id}, ${orderNo}, '报告', ${owner}, 'K7QX2M9P', 1, 'valid', '{}', ${app.clock.now()})`)
    for (const kw of ['ZnO-A7/3', 'zno-a7', 'linxf@binhu', 'HT26030200077', 'k7qx2m9p'])
      expect([kw, await found(kw)]).toEqual([kw, [orderNo]])
  })

  it('[F-52] finds projects and people by pinyin, and text in any case and width', async () => {
    for (const kw of ['linxiafeng', 'lxf', 'binhu', 'bhdx']) expect([kw, await found(kw)]).toEqual([kw, [orderNo]])
    for (const kw of ['x射线', 'Ｘ射线', 'X  射 线', 'shexian', 'sxys', 'yanshe'])
      expect([kw, await found(kw)]).toEqual([kw, [orderNo, otherNo].sort()])
    for (const kw of ['meiyou', 'zzzqq']) expect([kw, await found(kw)]).toEqual([kw, []])
  })

  it('lists and exports funding numbers, payer, amounts and due times, and filters by them', async () => {
    await app.call(orderFunding, { orderNo, fundingNo: 'KT-国基_7' }, { as: student })
    const payer = await scene.buyer(3)
    await app.db.run(sql`update customers set name = '付大方' where id = ${payer.id}`)
    await app.db.run(sql`
      insert into groups (group_no, account_id, name, unit, kind, stage, founder_id, created_at)
      values ('KZ900001', ${payer.id}, '付大方', '', 'institute', 'verified', ${student.id}, ${app.clock.now()})`)
    await app.db.run(sql`
      update orders set group_id = (select id from groups where group_no = 'KZ900001'), payer_id = ${payer.id}, quote_fen = 900000, retest_fee_fen = 100, reduction_fen = 30, discount_fen = 50, data_due_at = timestamptz '2026-05-01 08:00+08'
      where order_no = ${orderNo}`)
    const filtered = async (filters: Filters) =>
      (await app.call(staffOrderList, { filters } as never, { as: manager })).list.map((row) => row.orderNo)
    for (const filters of [
      { funding: '国基_' },
      { payer: '付大' },
      { customer: 'lxf' },
      { title: 'x射线', customer: '林下' },
      { no: orderNo.toLowerCase() },
      { amount: { fromFen: 900_020, toFen: 900_020 } },
      { dataDue: { from: '2026-05-01', to: '2026-05-01' } },
      { customer: '林下', urgent: ['no'], group: ['institute'], service: ['1'], queue: ['review', 'call'] },
    ])
      expect([filters, await filtered(filters as Filters)]).toEqual([filters, [orderNo]])
    for (const filters of [{ funding: '%' }, { payer: '林下' }, { queue: ['receive'] }, { title: orderNo }])
      expect([filters, await filtered(filters)]).toEqual([filters, []])
    const { list } = await app.call(staffOrderList, { kw: orderNo }, { as: manager })
    const index = orderIndex as unknown as AnyIndex
    const exported = Object.fromEntries(
      exportFields(index, {
        tab: 'all',
        kw: '',
        filters: {},
        sort: '-created',
        columns: Object.keys(index.fields),
      }).map(([, field]) => [field.label, exportCell(field, list[0])]),
    )
    expect(exported).toMatchObject({
      课题号: 'KT-国基_7',
      付款人: '付大方',
      单位: '滨湖大学',
      金额: 9000.2,
      约定金额: 9000.2,
      核定金额: null,
      数据时限: '2026-05-01 08:00:00',
      待办: '待审核订单',
      服务方式: '送样检测',
      阶段: '待审核',
    })
    expect(JSON.stringify(list)).not.toContain(student.phone)
  })

  it('reviewers have the orders to verify as a list of its own, by deadline', async () => {
    const reviewer = await app.staff('reviewer')
    await app.db.run(
      sql`update orders set stage = 'verifying', data_due_at = timestamptz '2026-04-01' where order_no = ${otherNo}`,
    )
    const page = await app.call(staffVerifyList, {}, { as: reviewer })
    expect([page.total, page.list.map((row) => row.orderNo)]).toEqual([1, [otherNo]])
    expect((await app.call(staffVerifyList, { kw: orderNo }, { as: reviewer })).total).toBe(0)
    expect((await app.refusal(staffVerifyList, {}, { as: manager })).status).toBe(403)
  })

  it('treats the search text literally, not as a pattern', async () => {
    expect(await found('%')).toEqual([])
    expect(await found('林_风')).toEqual([])
  })

  it('an order without a prepayment holds no money', async () => {
    expect(await app.call(staffOrderDetail, { orderNo }, { as: manager })).toMatchObject({ prepaidFen: 0 })
  })

  it('shows full phone numbers to managers and logistics only', async () => {
    for (const role of ['manager', 'logistics', 'lab', 'reviewer', 'finance'] as const) {
      const { contact } = await app.call(staffOrderDetail, { orderNo }, { as: await app.staff(role) })
      const whole = role === 'manager' || role === 'logistics'
      expect([role, contact.phone]).toEqual([role, whole ? '13800138000' : '138****8000'])
    }
  })
})
