import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import type { Role } from '../../core/staff/rules.ts'
import { sql } from '../../platform/db/sql.ts'
import { paletteFind } from './contract.ts'

let app: TestApp
let buyer: TestPerson
let orderNo: string
let sampleNo: string
beforeAll(async () => {
  app = await testApp()
  const scene = await orderScene(app)
  buyer = await scene.buyer(0)
  const order = await scene.order(buyer)
  orderNo = order.orderNo
  sampleNo = order.sampleNos[0] ?? ''
})
afterAll(() => app.close())

async function found(role: Role, kw: string): Promise<Record<string, string[]>> {
  const { kinds } = await app.call(paletteFind, { kw }, { as: await app.staff(role) })
  return Object.fromEntries(kinds.map((kind) => [kind.name, kind.found.map(({ key }) => key)]))
}

describe('the search of the console', () => {
  it('finds an order by its number, its beginning and its last digits', async () => {
    for (const kw of [orderNo, orderNo.slice(0, -2), orderNo.slice(-5)])
      expect((await found('manager', kw)).orders).toContain(orderNo)
  })

  it('[Q-54] finds pages by their full pinyin and by their initials', async () => {
    const sounding = async (kw: string) =>
      (await app.call(paletteFind, { kw }, { as: await app.staff('manager') })).sounding
    for (const kw of ['hetong', 'ht', 'HeTong']) expect(await sounding(kw)).toContain('合同')
    for (const kw of ['jiesuan', 'js']) expect(await sounding(kw)).toContain('结算')
    expect(await sounding('xinjiandaiban')).toEqual(['新建待办'])
    for (const kw of ['合同', '13800', 'zzz']) expect(await sounding(kw)).toEqual([])
  })

  it("finds a sample by its number, by the customer's own number and by its waybill", async () => {
    const own = await app.db.one<{ ownNo: string }>(sql`select own_no from samples where sample_no = ${sampleNo}`)
    await app.db.run(sql`update samples set waybill = 'SF9988776655' where sample_no = ${sampleNo}`)
    for (const kw of [sampleNo, own.ownNo, 'SF9988776655']) expect((await found('lab', kw)).samples).toContain(sampleNo)
  })

  it('finds a customer by the last four digits of the phone, and a project by pinyin', async () => {
    const { phone } = await app.db.one<{ phone: string }>(sql`select phone from customers where id = ${buyer.id}`)
    expect((await found('manager', phone.slice(-4))).customers).toContain(String(buyer.id))
    expect((await found('editor', 'yanshe')).projects?.length).toBeGreaterThan(0)
  })

  it('shows a role only what it may read', async () => {
    expect(Object.keys(await found('lab', orderNo))).not.toContain('customers')
    expect(Object.keys(await found('finance', sampleNo))).not.toContain('samples')
    expect(await found('admin', orderNo)).toEqual({})
  })

  it('takes wildcards as letters', async () => {
    for (const kw of ['%%', '__', '%_%', '\\%', "' or 1=1 --"]) expect(await found('manager', kw)).toEqual({})
  })

  it('refuses a text that is too short or too long', async () => {
    const as = await app.staff('manager')
    for (const kw of ['', 'a', ' a ', '样'.repeat(61)])
      expect((await app.send(paletteFind, { kw }, { as })).body.code).toBe(0)
  })
  it('[Q-170] shows the order whose number ends with the digits before newer orders of a customer whose phone contains them', async () => {
    const scene = await orderScene(app)
    const other = await scene.buyer(1)
    const { phone } = await app.db.one<{ phone: string }>(sql`select phone from customers where id = ${other.id}`)
    const digits = phone.slice(-6)
    const older = await scene.order(buyer)
    const wanted = `MX26113${digits}`
    await app.db.run(sql`update orders set order_no = ${wanted} where order_no = ${older.orderNo}`)
    for (let i = 0; i < 6; i++) await scene.order(other)
    expect((await found('manager', digits)).orders?.[0]).toBe(wanted)
  })
})
