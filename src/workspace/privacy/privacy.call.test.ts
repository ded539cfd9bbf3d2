import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { login, sign, code4sms } from '../../people/sign-in/contract.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import { addressAdd } from '../../people/addresses/contract.ts'
import { maskEmail, maskPhone } from '../../people/customers/rules.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileLink, staffFileLink } from '../../core/files/contract.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { json, sql } from '../../platform/db/sql.ts'
import { staffCreditList } from '../../money/credit/list-contract.ts'
import { staffOrderList } from '../../lab/orders/lists/list-contract.ts'
import { staffOrderDetail } from '../../lab/orders/staff/staff-contract.ts'
import { staffTransferList } from '../../money/prestore/list-contract.ts'
import { staffSettlementList } from '../../billing/settlements/list-contract.ts'
import { userClose, userCloseCancel, userCode4Privacy, userExport, userPrivacy } from './contract.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { safetyRead } from '../../core/safety/contract.ts'
import { keepGenerated } from '../../core/files/actions.ts'
import { heldData } from '../../app/held-data.ts'
import { heldBy } from '../../platform/held-data.ts'

const heldTables = heldData.flatMap(({ tables }) => tables)
const EMAIL = 'someone@example.com'
let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let person: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.advance({ days: 1 })
  person = await app.customer(1)
})

/** A new code to the customer's own phone. */
async function code(as: TestPerson): Promise<string> {
  await app.call(userCode4Privacy, {}, { as })
  const sent = (await app.outbox()).findLast((message) => message.to === as.phone)
  return /验证码(\d{6})/.exec(sent?.text ?? '')?.[1] ?? ''
}

async function again(as: TestPerson): Promise<TestPerson> {
  return { ...as, token: (await openSession(app.system, 'customer', as.id)).token }
}

describe('the list of personal data', () => {
  it('[T-58] names every table with a column customer_id', async () => {
    const rows = await app.db.rows<{ tableName: string }>(sql`
      select distinct table_name from information_schema.columns where table_schema = 'public' and column_name = 'customer_id'`)
    const known = heldTables.map(({ table }) => table)
    expect(rows.map(({ tableName }) => tableName).filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('staff and personal data', () => {
  it('[T-58] reading a full number or e-mail address writes an audit row; other roles see masked ones, lists show none', async () => {
    const { orderNo } = await scene.order(person)
    await app.db.run(
      sql`update orders set contact = contact || ${json({ email: EMAIL })}::jsonb where order_no = ${orderNo}`,
    )
    const reads = () =>
      app.db.rows(sql`
        select actor_id from audit_log where action = 'personal.read' and subject = ${`customer:${person.id}`}`)
    const lab = await app.call(staffOrderDetail, { orderNo }, { as: await app.staff('lab') })
    expect([lab.customer.phone, lab.contact.phone]).toEqual([maskPhone(person.phone), '138****8000'])
    const { customer, contact } = lab
    expect([customer.email, JSON.stringify({ customer, contact })]).toEqual([
      maskEmail(EMAIL),
      expect.not.stringContaining(EMAIL),
    ])
    expect(await reads()).toEqual([])
    const manager = await app.staff('manager')
    const whole = await app.call(staffOrderDetail, { orderNo }, { as: manager })
    expect([whole.customer.phone, whole.customer.email, whole.contact.email]).toEqual([person.phone, EMAIL, EMAIL])
    expect(await reads()).toEqual([{ actorId: manager.id }])
    for (const call of [staffOrderList, staffTransferList, staffCreditList, staffSettlementList]) {
      const finance = await app.send(call, {}, { as: await app.staff('finance') })
      expect([call.path, finance.body.code, JSON.stringify(finance.body.data).includes(person.phone)]).toEqual([
        call.path,
        1,
        false,
      ])
    }
  })
})

describe('staff who read the data of many people', () => {
  it('[T-58] are stopped after so many people an hour and a day, can still read a person seen before, and the administrators get an alarm', async () => {
    const buyers = await Promise.all([1, 2, 3].map(() => scene.buyer(0)))
    const orders = []
    for (const buyer of buyers) orders.push((await scene.order(buyer)).orderNo)
    const [first = '', second = '', third = ''] = orders
    const manager = await app.staff('manager')
    const phoneIn = async (orderNo: string) => {
      const { customer, contact, personalNotice } = await app.call(staffOrderDetail, { orderNo }, { as: manager })
      expect(customer.email).toBe(personalNotice === '' ? EMAIL : maskEmail(EMAIL))
      return [customer.phone, contact.phone, personalNotice !== '']
    }
    await changeSetting(app.system, 'personalReads', { perHour: 2, perDay: 3 })
    expect(await phoneIn(first)).toEqual([buyers[0]?.phone, '13800138000', false])
    expect(await phoneIn(second)).toEqual([buyers[1]?.phone, '13800138000', false])
    expect(await phoneIn(third)).toEqual([maskPhone(buyers[2]?.phone ?? ''), '138****8000', true])
    expect(await phoneIn(first)).toEqual([buyers[0]?.phone, '13800138000', false])
    const admin = await app.staff('admin')
    const { alarms } = await app.call(safetyRead, {}, { as: admin })
    expect(alarms).toMatchObject([{ kindName: '个人信息访问', times: 1, seenAt: null }])
    app.clock.advance({ minutes: 61 })
    expect((await phoneIn(third))[0]).toBe(buyers[2]?.phone)
    app.clock.advance({ minutes: 50 })
    // The fourth person of the day.
    const { orderNo } = await scene.order(await scene.buyer(0))
    expect((await phoneIn(orderNo))[2]).toBe(true)
    // Another member of staff can still read it.
    const colleague = await app.call(staffOrderDetail, { orderNo }, { as: await app.staff('manager') })
    expect(colleague.personalNotice).toBe('')
    await changeSetting(app.system, 'personalReads', { perHour: 60, perDay: 200 })
  })

  it('[T-58] files of customers count too, and the refusal explains itself', async () => {
    const owner = await scene.buyer(0)
    const { id } = await keepGenerated(app.system, {
      name: '报告.pdf',
      mime: 'application/pdf',
      bytes: Buffer.from('%PDF-1.7'),
      purpose: 'report',
      customerId: owner.id,
      attachedTo: 'report:0',
    })
    const reviewer = await app.staff('reviewer')
    await app.call(staffFileLink, { id }, { as: reviewer })
    await changeSetting(app.system, 'personalReads', { perHour: 1, perDay: 1 })
    const other = await scene.buyer(0)
    await app.db.run(sql`update files set customer_id = ${other.id} where id = ${id}`)
    expect(await app.refusal(staffFileLink, { id }, { as: reviewer })).toMatchObject({
      status: 429,
      error: 'tooManyPersonalReads',
      msg: '查看完整个人信息的次数已达上限，请稍后重试。管理员已收到通知',
    })
    await changeSetting(app.system, 'personalReads', { perHour: 60, perDay: 200 })
  })
})

describe('a copy of all personal data', () => {
  it('[T-16] needs a code to the phone, is made by a job, and opens for its owner only', async () => {
    await scene.order(person)
    expect(await app.refusal(userExport, { code: '000000' }, { as: person })).toMatchObject({ error: 'wrongCode' })
    await app.call(userExport, { code: await code(person) }, { as: person })
    await app.drain()
    const state = await app.call(userPrivacy, {}, { as: person })
    const id = state.export?.fileId ?? 0
    const other = await app.customer(1)
    expect(await app.refusal(fileLink, { id }, { as: other })).toMatchObject({ error: 'notFound' })
    expect(await app.refusal(fileLink, { id }, { as: await app.staff('manager') })).toMatchObject({ status: 403 })
    const { url } = await app.call(fileLink, { id }, { as: person })
    const answer = await app.server.inject({ url, headers: { token: person.token } })
    const entries = unzip(answer.rawPayload)
    expect([...entries.keys()].sort()).toEqual(
      [...heldTables.map(({ table }) => `data/${table}.json`), '个人信息.html'].sort(),
    )
    expect(JSON.parse(entries.get('data/customers.json') ?? '')[0]).toMatchObject({ phone: person.phone })
    expect(JSON.parse(entries.get('data/orders.json') ?? '')[0].lines).toHaveLength(1)
    expect(entries.get('个人信息.html')).toContain(person.phone)
    expect(answer.rawPayload.toString('latin1') + [...entries.values()].join('')).not.toContain('argon2id')
    app.clock.advance({ minutes: 2 })
    expect(await app.refusal(userExport, { code: '000000' }, { as: person })).toMatchObject({ status: 429 })
  })

  it('[Q-260] a newer copy is offered a day after the last one, while that can still be downloaded', async () => {
    const other = await app.customer(0)
    await app.call(userExport, { code: await code(other) }, { as: other })
    await app.drain()
    const first = (await app.call(userPrivacy, {}, { as: other })).export
    expect(first?.renewableAt).toMatch(/^2026-/)
    app.clock.advance({ hours: 24 })
    const back = await again(other)
    expect((await app.call(userPrivacy, {}, { as: back })).export).toEqual({ ...first, renewableAt: null })
    await app.call(userExport, { code: await code(back) }, { as: back })
    await app.drain()
    expect((await app.call(userPrivacy, {}, { as: back })).export?.fileId).not.toBe(first?.fileId)
  })

  it('is deleted after seven days', async () => {
    await app.call(userExport, { code: await code(person) }, { as: person })
    await app.drain()
    const id = (await app.call(userPrivacy, {}, { as: person })).export?.fileId ?? 0
    app.clock.advance({ days: 7, minutes: 1 })
    await app.drain()
    const back = await again(person)
    expect(await app.call(userPrivacy, {}, { as: back })).toMatchObject({ export: null })
    expect(await app.refusal(fileLink, { id }, { as: back })).toMatchObject({ error: 'notFound' })
  })
})

describe('closing an account', () => {
  it('[Q-299] is refused while something is open, and names it with the page where it is settled', async () => {
    const buyer = await scene.buyer(0)
    await scene.order(buyer)
    const { obstacles, toSettle } = await app.call(userPrivacy, {}, { as: buyer })
    expect(obstacles).toEqual(['有 1 个订单尚未关闭', '信用额度还有已用或预占的金额'])
    expect(toSettle).toEqual([
      { text: obstacles[0], to: '/member/order' },
      { text: obstacles[1], to: '/member/unsettled' },
    ])
    expect(await app.refusal(userClose, { code: '000000' }, { as: buyer })).toMatchObject({
      status: 409,
      msg: '暂时不能注销：有 1 个订单尚未关闭；信用额度还有已用或预占的金额',
    })
  })

  it('can be cancelled for seven days, and the old job then does nothing', async () => {
    await app.call(userClose, { code: await code(person) }, { as: person })
    expect(await app.refusal(userCloseCancel, {}, { as: await app.customer(1) })).toMatchObject({ error: 'notClosing' })
    app.clock.advance({ days: 6 })
    const back = await again(person)
    expect((await app.call(userPrivacy, {}, { as: back })).closesAt).not.toBeNull()
    await app.call(userCloseCancel, {}, { as: back })
    app.clock.advance({ days: 2 })
    await app.drain()
    expect((await app.call(userInfo, {}, { as: await again(person) })).userInfo.account).toBe(person.phone)
  })

  it('stops when a new order was placed meanwhile', async () => {
    await app.call(userClose, { code: await code(person) }, { as: person })
    await scene.order(person)
    app.clock.advance({ days: 7, minutes: 1 })
    await app.drain()
    const back = await again(person)
    expect(await app.call(userPrivacy, {}, { as: back })).toMatchObject({ closesAt: null })
  })

  it('[T-14] removes what identifies the person, keeps what the law requires, and frees the phone for a new account', async () => {
    const address = { name: '王同学', phone: '13800138000', address_code: '320211', address: '滨湖大道18号' }
    await app.call(addressAdd, address, { as: person })
    const { orderNo } = await scene.order(person)
    await app.db.run(sql`update orders set stage = 'cancelled' where order_no = ${orderNo}`)
    await app.call(userClose, { code: await code(person) }, { as: person })
    app.clock.advance({ days: 7, minutes: 1 })
    const late = await again(person)
    await app.drain()
    expect(await app.refusal(userInfo, {}, { as: late })).toMatchObject({ status: 401 })
    expect(await app.refusal(login, { account: person.phone, password: 'a-good-password-1' })).toMatchObject({
      error: 'wrongPassword',
    })
    for (const each of heldTables) {
      const { table, closing } = each
      const text = JSON.stringify(await heldBy(each, app.db, person.id))
      expect([table, text.includes(person.phone), text.includes('13800138000')]).toEqual([table, false, false])
      if (closing === 'gone') expect([table, text]).toEqual([table, '[]'])
    }
    const order = await app.db.one<{ contact: unknown }>(sql`select contact from orders where order_no = ${orderNo}`)
    expect(order.contact).toEqual({ name: '已注销用户', phone: '', email: '' })
    await app.call(code4sms, { phone: person.phone, useFor: 0 })
    const sent = (await app.outbox()).findLast((message) => message.to === person.phone)
    const fresh = /验证码(\d{6})/.exec(sent?.text ?? '')?.[1] ?? ''
    const agreementVersion = '2026-11'
    await app.call(sign, { phone: person.phone, code: fresh, password: 'a-good-password-2', agreementVersion })
    const { token } = await app.call(login, { account: person.phone, password: 'a-good-password-2' })
    expect((await app.call(userPrivacy, {}, { as: { token } })).consents).toMatchObject([
      { name: '用户协议与隐私政策', version: agreementVersion },
    ])
  })
})

/** Reads what zipFile() wrote, by the central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const entries = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i += 1) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const offset = bytes.readUInt32LE(at + 42)
    const start = offset + 30 + nameLength
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20))
    entries.set(bytes.subarray(at + 46, at + 46 + nameLength).toString(), inflateRawSync(packed).toString())
    at += 46 + nameLength
  }
  return entries
}
