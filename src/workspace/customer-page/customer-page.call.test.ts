import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { couponScene } from '../../app/testing/scenes/coupon-scene.ts'
import { groupOf } from '../../app/testing/scenes/group-scene.ts'
import { pointScene } from '../../app/testing/scenes/point-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { bellList } from '../../core/staff-notices/contract.ts'
import { staffOrderList } from '../../lab/orders/lists/list-contract.ts'
import { staffCouponWithdraw } from '../../money/coupons/staff-contract.ts'
import { integrationInit } from '../../money/points/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffCustomerAssign, staffCustomerContact, staffCustomerShow } from './contract.ts'

let app: TestApp
let buyer: TestPerson
let manager: TestPerson
let orderNo: string
beforeAll(async () => {
  app = await testApp()
  const scene = await orderScene(app)
  buyer = await scene.buyer(0)
  orderNo = (await scene.order(buyer)).orderNo
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const show = (as = manager) => app.call(staffCustomerShow, { id: buyer.id }, { as })
const phoneOf = () =>
  app.db.one<{ phone: string }>(sql`select phone from customers where id = ${buyer.id}`).then(({ phone }) => phone)

describe('the page of a customer', () => {
  it('gathers orders by stage, money and the account manager, with masked contact', async () => {
    const shown = await show()
    expect(shown.orders.total).toBe(1)
    expect(shown.orders.tabs).toMatchObject([{ count: 1 }])
    expect(shown.orders.latest).toMatchObject([{ orderNo }])
    expect(shown.money).toMatchObject({ overdueFen: 0 })
    expect(shown.phone).toContain('*')
    expect(JSON.stringify(shown)).not.toContain(await phoneOf())
  })

  it('counts samples, invoices and paid tests, and hides what the role may not read', async () => {
    const before = await show()
    expect(before.samples).toMatchObject([{ stage: 'pending', count: 1 }])
    expect(before.invoices).toEqual({ total: 0, latest: [] })
    expect(before.money).toMatchObject({ paidFen: 0, yearFen: 0 })
    await app.db.run(sql`
      update orders set stage = 'done', final_fen = 12300, final_gross_fen = 12300, paid_at = now() where order_no = ${orderNo}`)
    expect((await show()).money).toMatchObject({ paidFen: 12300, yearFen: 12300 })
    expect((await show(await app.staff('finance'))).samples).toBeNull()
  })

  it('[Q-70] of a group tells what the group pays, and of a member what the member pays', async () => {
    const { id, accountId } = await groupOf(app, buyer)
    await app.db.run(sql`update orders set payer_id = ${accountId}, group_id = ${id} where order_no = ${orderNo}`)
    await app.db.run(sql`update samples set payer_id = ${accountId} where order_no = ${orderNo}`)
    const group = await app.call(staffCustomerShow, { id: accountId }, { as: manager })
    expect(group.orders).toMatchObject({ total: 1, latest: [{ orderNo }] })
    expect(group.samples).toMatchObject([{ stage: 'pending', count: 1 }])
    expect(group.money).toMatchObject({ paidFen: 12300, yearFen: 12300 })
    const member = await show()
    expect(member.orders.total).toBe(1)
    expect(member.money).toMatchObject({ paidFen: 0, yearFen: 0 })
    const { list } = await app.call(staffOrderList, { filters: { payer: `#${accountId}` } } as never, { as: manager })
    expect(list.map((row) => row.orderNo)).toEqual([orderNo])
  })

  it('[Q-178] says how many points the customer can use, as the customer reads it', async () => {
    const points = await pointScene(app)
    expect((await show()).points).toEqual({ usable: 0, owed: 0 })
    await points.earn(buyer.id, 120)
    expect((await show()).points).toEqual({ usable: 120, owed: 0 })
    expect((await app.call(integrationInit, {}, { as: buyer })).balance).toBe(120)
  })

  it('counts the coupons that the customer can still use', async () => {
    const coupons = await couponScene(app)
    const id = await coupons.coupon(buyer)
    for (let i = 0; i < 2; i++) await coupons.coupon(buyer)
    expect((await show()).coupons).toBe(3)
    await app.call(staffCouponWithdraw, { id, version: 1, reason: '发错客户' }, { as: coupons.finance })
    expect((await show()).coupons).toBe(2)
  })

  it('leads to lists by the number of the customer, because names occur more than once', async () => {
    const { total } = await app.call(
      staffOrderList,
      { tab: 'all', filters: { customer: `#${buyer.id}` } },
      { as: manager },
    )
    expect(total).toBe(1)
    const none = await app.call(staffOrderList, { tab: 'all', filters: { customer: '#999999' } }, { as: manager })
    expect(none.total).toBe(0)
  })

  it('shows full contact data on request alone, and each view stands in the audit log', async () => {
    expect(await app.call(staffCustomerContact, { id: buyer.id }, { as: manager })).toMatchObject({
      phone: await phoneOf(),
    })
    expect(
      await app.db.one(sql`
        select count(*) as n from audit_log
        where action = 'personal.read' and subject = ${`customer:${buyer.id}`} and actor_id = ${manager.id}`),
    ).toEqual({ n: 1 })
  })

  it('is refused to other roles and to customers, and a foreign id is not found', async () => {
    for (const as of [await app.staff('lab'), await app.staff('editor'), buyer])
      for (const call of [staffCustomerShow, staffCustomerContact])
        expect(await app.refusal(call, { id: buyer.id }, { as })).toMatchObject({ status: 403 })
    for (const call of [staffCustomerShow, staffCustomerContact])
      expect(await app.refusal(call, { id: 999_999 }, { as: manager })).toMatchObject({ error: 'notFound' })
  })

  it('[Q-203] says that the account closes and when, and of a closed one that it is closed and keeps its manager', async () => {
    const { id } = await app.customer(1)
    const read = () => app.call(staffCustomerShow, { id }, { as: manager })
    const assign = { id, advisorId: (await app.staff('manager')).id }
    expect(await read()).toMatchObject({ state: 'open', closesAt: null })
    await app.db.run(sql`update customers set closes_at = '2026-12-06 10:00+08' where id = ${id}`)
    expect(await read()).toMatchObject({ state: 'closing', closesAt: '2026-12-06 10:00:00' })
    await app.call(staffCustomerAssign, assign, { as: manager })
    await app.db.run(
      sql`update customers set closes_at = null, closed_at = now(), disabled_at = now() where id = ${id}`,
    )
    expect(await read()).toMatchObject({ state: 'closed', closesAt: null, phone: '' })
    const other = { id, advisorId: manager.id }
    expect(await app.refusal(staffCustomerAssign, other, { as: manager })).toMatchObject({ error: 'notInUse' })
  })

  it('gives the customer another account manager, who is told; others are refused', async () => {
    const next = await app.staff('manager')
    await app.call(staffCustomerAssign, { id: buyer.id, advisorId: next.id }, { as: manager })
    expect((await show()).advisor).toMatchObject({ id: next.id })
    expect((await app.call(bellList, {}, { as: next })).list).toMatchObject([
      { kind: 'assigned', path: `/console/customers/${buyer.id}` },
    ])
    const lab = await app.staff('lab')
    const refused = (advisorId: number, as = manager) =>
      app.refusal(staffCustomerAssign, { id: buyer.id, advisorId }, { as })
    expect(await refused(lab.id)).toMatchObject({ error: 'notAManager' })
    await app.db.run(sql`update staff set disabled_at = now() where id = ${next.id}`)
    expect(await refused(next.id)).toMatchObject({ error: 'notAManager' })
    expect(await refused(manager.id, await app.staff('finance'))).toMatchObject({ status: 403 })
  })
})
