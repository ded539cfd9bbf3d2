import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffOrderDetail, staffOrderList } from '../../lab/orders/staff-contract.ts'

let app: TestApp
let manager: TestPerson
let orderNo: string
let otherNo: string
let sampleNo: string
beforeAll(async () => {
  app = await testApp()
  const scene = await orderScene(app)
  manager = await app.staff('manager')
  const student = await scene.buyer(0)
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
