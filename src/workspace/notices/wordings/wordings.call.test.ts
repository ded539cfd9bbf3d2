import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp, type TestPerson } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { addDays } from '../../../platform/time.ts'
import { notify } from '../notify-actions.ts'
import { staffNoticeUnword, staffNoticeWord, staffNoticeWordings } from './wording-contract.ts'

let app: TestApp
let manager: TestPerson
let customer: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
  customer = await app.customer(0)
})
afterAll(() => app.close())

const event = 'order.quote'
const asked = {
  event,
  title: '报价 {金额}',
  text: '{默认正文} 有疑问请直接回复。',
  channels: ['mail' as const],
  version: 0,
}
const seen = async () =>
  (await app.call(staffNoticeWordings, {}, { as: manager })).list.find((notice) => notice.event === event)
let orders = 0
async function told() {
  orders += 1
  const payload = {
    customerId: customer.id,
    orderNo: `MX2603020000${orders}`,
    quoteFen: 120_000,
    id: orders,
    version: 1,
  }
  await notify(app.system, event, payload)
  return app.db.rows<{ channel: string; title: string; text: string }>(sql`
    select channel, title, text from notice_deliveries where occurrence = ${`${event}:${orders}:1`} order by channel`)
}

describe('the words of notices', () => {
  it('are listed with their variables and an example', async () => {
    const notice = await seen()
    expect(notice).toMatchObject({ topic: '订单', always: false, wording: null, channels: ['inbox', 'sms', 'mail'] })
    expect(notice?.example.values['金额']).toBe('¥360.00')
    expect(notice?.example.text).toContain('报价')
  })

  it('of staff are sent on the channels that they left, until the built-in words are restored', async () => {
    expect(await app.call(staffNoticeWord, asked, { as: manager })).toEqual({ version: 1 })
    const rows = await told()
    expect(rows.map(({ channel }) => channel)).toEqual(['inbox', 'mail'])
    expect(rows[0]).toMatchObject({
      title: '报价 ¥1,200.00',
      text: expect.stringMatching(/已报价.*有疑问请直接回复。$/),
    })
    expect((await seen())?.wording).toMatchObject({ version: 1, channels: ['mail'], editorName: '测试manager' })
    await app.call(staffNoticeUnword, { event, version: 1 }, { as: manager })
    expect((await told()).map(({ channel, title }) => [channel, title])).toEqual([
      ['inbox', '报价已发出'],
      ['mail', '报价已发出'],
      ['sms', '报价已发出'],
    ])
  })

  it('refuse unknown variables and notices, and a version that somebody else changed', async () => {
    const faulty = await app.refusal(staffNoticeWord, { ...asked, text: '{手机号}' }, { as: manager })
    expect(faulty).toMatchObject({
      error: 'wordingFaulty',
      fields: { text: expect.stringContaining('没有变量「手机号」') },
    })
    expect((await app.refusal(staffNoticeWord, { ...asked, event: 'order.none' }, { as: manager })).error).toBe(
      'unknownNotice',
    )
    await app.call(staffNoticeWord, asked, { as: manager })
    expect((await app.refusal(staffNoticeWord, asked, { as: manager })).status).toBe(409)
    expect((await app.refusal(staffNoticeUnword, { event, version: 7 }, { as: manager })).status).toBe(409)
    expect((await app.refusal(staffNoticeWord, asked, { as: await app.staff('finance') })).error).toBe('forbidden')
    await app.call(staffNoticeUnword, { event, version: 1 }, { as: manager })
  })
})

describe('quiet hours', () => {
  it('hold text messages of the night until the morning; messages of the site and mail are sent at once', async () => {
    app.clock.set(new Date('2026-03-02T23:30:00+08:00'))
    await told()
    await app.drain()
    const states = () =>
      app.db.rows<{ channel: string; state: string }>(sql`
        select channel, state from notice_deliveries where occurrence = ${`${event}:${orders}:1`} order by channel`)
    expect(await states()).toEqual([
      { channel: 'inbox', state: 'sent' },
      { channel: 'mail', state: 'sent' },
      { channel: 'sms', state: 'waiting' },
    ])
    app.clock.set(addDays(new Date('2026-03-02T08:00:00+08:00'), 1))
    await app.drain()
    expect((await states())[2]).toEqual({ channel: 'sms', state: 'sent' })
  })
})
