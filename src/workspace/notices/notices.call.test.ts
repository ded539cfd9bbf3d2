import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { code4sms } from '../../people/sign-in/contract.ts'
import { userUpdateInfo } from '../../people/customers/profile-contract.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import type { MoveEvent } from '../../platform/lifecycle/lifecycle.ts'
import { type OrderFacts, orderLifecycle, type OrderStage } from '../../lab/orders/rules.ts'
import { sampleLifecycle } from '../../lab/samples/rules.ts'
import { transferMatched } from '../../money/prestore/events.ts'
import { passwordChanged } from '../../people/sign-in/events.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { smtpReceiver } from '../../platform/testing/smtp-receiver.ts'
import { staffNoticeList } from './list-contract.ts'
import { messageList, messageRead, staffNoticeResend, staffOutboxList } from './contract.ts'
import { notifyAll } from './notify-actions.ts'
import { templates } from './templates/template-rules.ts'

let app: TestApp
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
})
afterAll(() => app.close())

let happenings = 0
/** The move itself is of no matter to a notice. */
const move = { from: 'verifying', to: 'delivered' } as const

function happened(person: TestPerson, event: MoveEvent<OrderStage, string, OrderFacts> = orderLifecycle.events.verify) {
  happenings += 1
  return emit(app.system, event, {
    ...move,
    id: happenings,
    version: 5,
    title: '',
    orderNo: `MX26030200${happenings}`,
    customerId: person.id,
  })
}

async function log(person: TestPerson) {
  return (await app.call(staffNoticeList, { kw: person.phone }, { as: manager })).list
}

describe('notices', () => {
  it('[M-21] delivered data are announced by SMS, by e-mail and in the inbox, each logged', async () => {
    const person = await app.customer(3)
    await happened(person)
    await app.drain()
    const sent = (await app.outbox()).slice(-2)
    expect(sent.map((message) => [message.channel, message.to, message.template]).sort()).toEqual([
      ['mail', 'someone@example.com', 'order.verify'],
      ['sms', person.phone, 'order.verify'],
    ])
    expect(
      sent.every((message) => message.text.includes('数据已交付') || message.text.includes('检测数据已交付')),
    ).toBe(true)
    const { list, total } = await app.call(messageList, {}, { as: person, form: true })
    expect([total, list[0]?.title, list[0]?.read]).toEqual([1, '数据已交付', false])
    expect((await log(person)).map((row) => [row.channel, row.state]).sort()).toEqual([
      ['inbox', 'sent'],
      ['mail', 'sent'],
      ['sms', 'sent'],
    ])
  })

  it('[S-12] a delivery that was sent is not sent again, however often its job runs', async () => {
    const person = await app.customer(3)
    await happened(person)
    await app.drain()
    const messages = async () => (await app.outbox()).filter(({ to }) => to === person.phone)
    expect(await messages()).toHaveLength(1)
    // Like a crash before the jobs were marked as done: all of them are due again.
    await app.db.run(sql`
      update jobs set state = 'waiting' where name in ('notice.deliver', 'order.verify>notify-customer') and state = 'done'`)
    expect(await app.drain()).toBeGreaterThan(1)
    expect(await messages()).toHaveLength(1)
    expect((await log(person)).map(({ channel }) => channel).sort()).toEqual(['inbox', 'mail', 'sms'])
  })

  it('[M-21] received samples are announced in the same way', async () => {
    const person = await app.customer(2)
    await happened(person, orderLifecycle.events.receive)
    await app.drain()
    expect((await app.call(messageList, {}, { as: person })).list[0]).toMatchObject({
      title: '样品已收到',
      text: expect.stringContaining('2小时内'),
    })
    expect(await log(person)).toHaveLength(3)
  })

  it('an event that arrives twice sends one notice; the next transition of the same order sends another', async () => {
    const person = await app.customer(3)
    const payload = { ...move, id: 900, title: '', orderNo: 'MX26030200900', customerId: person.id }
    for (const version of [4, 4, 6]) await emit(app.system, orderLifecycle.events.hold, { ...payload, version })
    await app.drain()
    expect((await app.call(messageList, {}, { as: person })).total).toBe(2)
    expect((await app.outbox()).filter((message) => message.to === person.phone)).toHaveLength(2)
  })

  it('events that are due together are told together, each once, in their order, to their own customers', async () => {
    const [one, other] = [await app.customer(3), await app.customer(3)]
    const facts = (id: number, person: TestPerson) => ({
      ...{ id, version: 3, title: '', orderNo: `MX260399${id}` },
      customerId: person.id,
    })
    const events = [facts(9001, one), facts(9002, other), facts(9003, one), facts(9001, one)]
    await notifyAll(app.system, 'order.verify', events)
    await notifyAll(app.system, 'order.verify', events.slice(1))
    await app.drain()
    const told = async (person: TestPerson) =>
      (await app.call(messageList, {}, { as: person, form: true })).list.map(
        ({ text }) => /MX260399(\d+)/.exec(text)?.[1],
      )
    expect([await told(one), await told(other)]).toEqual([['9003', '9001'], ['9002']])
    const sent = (await app.outbox()).filter(({ text }) => text.includes('MX260399'))
    expect(sent.map(({ channel }) => channel).sort()).toEqual(['mail', 'mail', 'mail', 'sms', 'sms', 'sms'])
    await expect(notifyAll(app.system, 'order.verify', [facts(9004, one), { id: 1, version: 1 }])).rejects.toThrow(
      'names no customer',
    )
    expect(await told(one)).toHaveLength(2)
  })

  it('thirty samples of one order sent back on one day make one notice, the next day another', async () => {
    const person = await app.customer(3)
    const back = (id: number) =>
      emit(app.system, sampleLifecycle.events.return, {
        id,
        version: 6,
        from: 'to_return',
        to: 'returned',
        orderNo: 'MX26030200777',
        customerId: person.id,
        sampleNo: `S${id}`,
        name: '粉末',
      })
    for (let id = 1; id <= 30; id++) await back(id)
    await app.drain()
    expect((await app.call(messageList, {}, { as: person })).total).toBe(1)
    app.clock.advance({ days: 1 })
    manager = await app.staff('manager')
    await back(31)
    await app.drain()
    expect((await app.outbox()).filter((message) => message.to === person.phone)).toHaveLength(2)
  })

  it('a decision is sent with its reason, money with its amount', async () => {
    const person = await app.customer(3)
    await emit(app.system, orderLifecycle.events.reject, {
      ...move,
      title: '',
      id: 801,
      version: 2,
      orderNo: 'MX1',
      customerId: person.id,
      reason: '样品 易爆',
    })
    await emit(app.system, transferMatched, { id: 5, customerId: person.id, amountFen: 128_000 })
    await app.drain()
    const texts = (await app.call(messageList, {}, { as: person })).list.map((row) => row.text)
    expect(texts).toContain('您的订单MX1未通过审核。原因：样品 易爆')
    expect(texts).toContain('您的转账¥1,280.00已到账，已计入预存余额。')
  })

  it('[S-19] a mail links to the page, or names the page when PUBLIC_URL is not set', async () => {
    const person = await app.customer(3)
    const mailed = async () => {
      await happened(person)
      await app.drain()
      return (await app.outbox()).findLast(({ channel }) => channel === 'mail')?.text ?? ''
    }
    expect(await mailed()).toMatch(/\nhttp:\/\/shop\.test\/member\/order\/MX\d+$/)
    app.services.config.PUBLIC_URL = undefined
    try {
      expect(await mailed()).toMatch(/\n请登录明析科测，在「我的订单」查看。$/)
    } finally {
      app.services.config.PUBLIC_URL = 'http://shop.test'
    }
  })

  it('reading messages reduces the count of unread ones, and affects only the own ones', async () => {
    const [person, stranger] = [await app.customer(3), await app.customer(3)]
    await happened(person)
    await happened(person)
    await app.drain()
    const { list } = await app.call(messageList, { unread: true }, { as: person })
    await app.call(messageRead, { ids: list.map((row) => row.id) }, { as: stranger })
    expect((await app.call(userInfo, {}, { as: person })).messageNum).toBe(2)
    expect(await app.call(messageRead, { ids: [list[0]?.id ?? 0] }, { as: person })).toEqual({ messageNum: 1 })
    expect(await app.call(messageRead, {}, { as: person })).toEqual({ messageNum: 0 })
    expect((await app.call(messageList, { unread: true }, { as: person })).total).toBe(0)
  })

  it('a channel that was switched off is skipped and logged as skipped, except for security notices', async () => {
    const person = await app.customer(3)
    await app.call(userUpdateInfo, { noticeChoices: { sms: false, mail: false } }, { as: person })
    await happened(person)
    await emit(app.system, passwordChanged, { customerId: person.id, at: 'now' })
    await app.drain()
    const mine = (await app.outbox()).filter((message) => message.to === person.phone)
    expect(mine.map((message) => message.template)).toEqual(['account.passwordChanged'])
    expect((await log(person)).filter((row) => row.state === 'skipped')).toHaveLength(2)
  })

  it('[T-63] a failing mail server blocks nothing, is tried again, and staff can send the notice again', async () => {
    const person = await app.customer(3)
    const smtp = await smtpReceiver()
    app.services.config.SMTP_URL = smtp.url
    try {
      smtp.refuse(451, 'try later')
      await happened(person)
      await app.drain()
      const failed = (await log(person)).find((row) => row.channel === 'mail')
      expect(failed).toMatchObject({ state: 'failed', attempts: 1, lastError: expect.stringContaining('451') })
      expect((await log(person)).find((row) => row.channel === 'sms')?.state).toBe('sent')
      expect((await app.call(messageList, {}, { as: person })).total).toBe(1)
      smtp.accept()
      app.clock.advance({ seconds: 6 })
      await app.drain()
      expect((await log(person)).find((row) => row.channel === 'mail')).toMatchObject({
        state: 'sent',
        attempts: 2,
        lastError: '',
      })
      expect(smtp.mails).toHaveLength(1)
      expect(smtp.mails[0]?.to).toEqual(['someone@example.com'])
      expect(await app.call(staffNoticeResend, { id: failed?.id ?? 0 }, { as: manager })).toEqual({ state: 'waiting' })
      await app.drain()
      expect(smtp.mails).toHaveLength(2)
      const audit = await app.db.row(sql`select action from audit_log order by id desc limit 1`)
      expect(audit).toEqual({ action: 'call:notice/resend' })
    } finally {
      app.services.config.SMTP_URL = undefined
      await smtp.close()
    }
  })

  it('staff see the latest local messages first and masked recipients in the log; an inbox message cannot be sent again', async () => {
    const person = await app.customer(3)
    await happened(person)
    await app.drain()
    const { list } = await app.call(staffOutboxList, { size: 2 }, { as: manager })
    expect(list).toHaveLength(2)
    expect(list.map((message) => message.to)).toContain(maskPhone(person.phone))
    const rows = await log(person)
    expect(rows.find((row) => row.channel === 'sms')?.recipient).toMatch(/^139\*\*\*\*\d{4}$/)
    expect(rows.find((row) => row.channel === 'mail')?.recipient).toBe('s***@example.com')
    const inbox = rows.find((row) => row.channel === 'inbox')?.id ?? 0
    expect(await app.refusal(staffNoticeResend, { id: inbox }, { as: manager })).toMatchObject({
      error: 'notResendable',
    })
    expect(await app.refusal(staffNoticeResend, { id: 999_999 }, { as: manager })).toMatchObject({ status: 404 })
  })

  it('has a text, an internal link and at least the inbox channel for every event it subscribes to', () => {
    for (const [event, template] of Object.entries(templates)) {
      const { title, text, link } = template.write({ orderNo: 'MX1', customerId: 1 })
      expect([
        event,
        title !== '',
        text.length < 70,
        link.startsWith('/'),
        template.channels.includes('inbox'),
      ]).toEqual([event, true, true, true, true])
    }
  })
})

describe('the local outbox', () => {
  it.each(['on', 'off'])(
    '[T-7] [F-53] with DEMO=%s it shows staff that a code was written, and neither the code nor whose it is',
    async (demo) => {
      const fresh = await testApp({ DEMO: demo })
      try {
        const phone = '13511112222'
        await fresh.call(code4sms, { phone, useFor: 0 })
        const as = await fresh.staff('admin')
        const written = (await fresh.outbox()).at(-1)
        expect(written).toMatchObject({ to: phone, text: expect.stringMatching(/验证码\d{6}，/) })
        const { list } = await fresh.call(staffOutboxList, {}, { as })
        expect(list[0]).toMatchObject({ to: '135****2222', text: expect.stringContaining('验证码******，') })
        expect(JSON.stringify(list)).not.toContain(/\d{6}/.exec(written?.text ?? '')?.[0])
      } finally {
        await fresh.close()
      }
    },
  )
})
