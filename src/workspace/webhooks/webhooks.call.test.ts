import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { assignSettlementCall, settlementRows, staffFixAmount } from '../../billing/settlements/contract.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { payCreate } from '../../money/payments/contract.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { postOutside } from '../../platform/outgoing/post-outside.ts'
import { sweepDeliveries } from './actions.ts'
import {
  webhookAdd,
  webhookDelete,
  webhookDeliveries,
  webhookEdit,
  webhookList,
  webhookPing,
  webhookResend,
  webhookResendAll,
  webhookRotate,
  webhookSwitch,
} from './contract.ts'
import { MOST_WEBHOOKS, type WebhookType } from './rules.ts'
import {
  staffWebhookDeliveries,
  staffWebhookPause,
  staffWebhookResend,
  staffWebhookResendAll,
  staffWebhooks,
} from './staff-contract.ts'

let app: TestApp
let lab: Awaited<ReturnType<typeof labScene>>
/** What the receiver got, and how it answers. */
let got: { path: string; headers: IncomingHttpHeaders; body: string }[] = []
let answer: { status: number; headers?: Record<string, string>; endless?: boolean } = { status: 200 }
let base = ''
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    got.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer.status, answer.headers)
    if (!answer.endless) return response.end()
    const writing = setInterval(() => response.write('x'.repeat(1000)), 1)
    response.on('close', () => clearInterval(writing))
  })
})

beforeAll(async () => {
  app = await testApp({ WEBHOOK_LOOPBACK: '1' })
  lab = await labScene(app)
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(async () => {
  await app.drain()
  got = []
  answer = { status: 200 }
})
afterAll(async () => {
  await app.close()
  receiver.close()
})

const all: WebhookType[] = ['order.submitted', 'order.received', 'order.in_test', 'order.delivered', 'report.published']
const add = (as: TestPerson, path: string, types = all) => app.call(webhookAdd, { url: base + path, types }, { as })
const log = async (as: TestPerson, id: number) =>
  (await app.call(webhookDeliveries, { id, page: 1, size: 20 }, { as })).list

const signed = (secret: string, { headers, body }: (typeof got)[number]) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`

describe('webhooks', () => {
  it('[Q-31] tell of a paid settlement both who paid it and whose orders it pays', async () => {
    const [person, payer] = [await lab.buyer(0), await lab.buyer(0)]
    await add(person, '/own', ['settlement.paid'])
    await add(payer, '/payer', ['settlement.paid'])
    const { orderNo } = await lab.delivered(person)
    const finalFen = (await orderForMoney(app.system, orderNo)).prepayFen ?? 0
    await app.call(staffFixAmount, { orderNo, finalFen }, { as: await app.staff('manager') })
    const rowIds = (await app.call(settlementRows, {}, { as: person })).list.map(({ id }) => id)
    const asked = { rowIds, payerPhone: payer.phone }
    const { settlementNo } = await app.call(assignSettlementCall, asked, { as: person })
    const funded = { kind: 'test', businessId: orderNo, operation: 'fund', memo: '测试入账' }
    await creditPrestore(app.system, { customerId: payer.id, amountFen: finalFen, ...funded })
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as: payer })
    await app.drain()
    const told = got.map(({ path, body }) => [path, (JSON.parse(body) as { data: object }).data])
    const data = { settlementNo, totalFen: finalFen }
    expect(told.toSorted(([one], [two]) => String(one).localeCompare(String(two)))).toEqual([
      ['/own', data],
      ['/payer', data],
    ])
  })

  it('[T-69] tell the owner alone about the order, signed, each event once', async () => {
    const person = await lab.buyer(0)
    const { secret } = await add(person, '/own')
    await add(await lab.buyer(0), '/other')
    const { orderNo } = await lab.delivered(person)
    await app.drain()
    expect(got.every(({ path }) => path === '/own')).toBe(true)
    const told = got.map(({ body }) => JSON.parse(body) as { id: string; type: string; data: object })
    expect(told.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['order.submitted', 'order.received', 'order.in_test', 'order.delivered']),
    )
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
    // Nothing but numbers that the customer reads anyway: no names, no addresses, no internal ids.
    expect(told[0]?.data).toEqual({ orderNo })
    for (const each of got) expect(each.headers['webhook-signature']).toBe(signed(secret, each))
  })

  it('[T-69] a failed message comes again with its id; after three days the address is disabled and its owner told', async () => {
    const person = await lab.buyer(0)
    const { id } = await add(person, '/fails')
    answer = { status: 500 }
    await app.call(webhookPing, { id }, { as: person })
    await app.drain()
    expect(got).toHaveLength(1)
    app.clock.advance({ minutes: 1 })
    await app.drain()
    app.clock.advance({ minutes: 6 })
    await app.drain()
    expect(got).toHaveLength(3)
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await log(person, id))[0]).toMatchObject({ state: 'waiting', attempts: 3, answerStatus: 500 })
    for (let day = 0; day < 5; day++) {
      app.clock.advance({ hours: 25 })
      await app.drain()
    }
    expect(await app.db.rows(sql`select state from webhooks where id = ${id}`)).toEqual([{ state: 'disabled' }])
    const told = sql`select id from messages where customer_id = ${person.id} and title = '推送地址已停用'`
    expect(await app.db.rows(told)).toHaveLength(1)
  })

  it('[T-69] follows no redirect, and reads no endless answer', async () => {
    const person = await lab.buyer(0)
    const { id } = await add(person, '/odd')
    answer = { status: 302, headers: { location: `${base}/inside` } }
    await app.call(webhookPing, { id }, { as: person })
    await app.drain()
    answer = { status: 200, endless: true }
    await app.call(webhookPing, { id }, { as: person })
    await app.drain()
    expect(got.map(({ path }) => path)).toEqual(['/odd', '/odd'])
    const states = (await log(person, id)).map(({ state, answerStatus }) => [state, answerStatus])
    expect(states).toEqual([
      ['delivered', 200],
      ['waiting', 302],
    ])
  })

  it('[T-69] refuses addresses that are not public, also when a name leads there', async () => {
    const as = await lab.buyer(0)
    const inside = ['10.0.0.1', '0x0a.1', '[::ffff:7f00:1]', '[fd00::1]', '169.254.169.254', '100.100.100.200']
    for (const host of inside) {
      const input = { url: `https://${host}/x`, types: all }
      expect([host, (await app.refusal(webhookAdd, input, { as })).error]).toEqual([host, 'webhookPrivate'])
    }
    for (const url of ['http://example.com/', 'ftp://example.com', 'https://a:b@example.com/', 'nonsense'])
      expect((await app.refusal(webhookAdd, { url, types: all }, { as })).error).toMatch(/^webhook(Https|Address)$/)
    // `localhost` resolves to this computer, where https is not allowed without the setting.
    const sent = { url: 'https://localhost/', headers: {}, body: '{}', timeoutMs: 5000, loopback: false }
    expect(await postOutside(sent)).toEqual({ status: 0, error: 'address not public' })
  })

  it('[T-69] a receiver that hangs ends at the time limit', async () => {
    const hanging = createServer(() => {})
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`
    expect(await postOutside({ url, headers: {}, body: '{}', timeoutMs: 50, loopback: true })).toEqual({
      status: 0,
      error: 'timeout',
    })
    hanging.closeAllConnections()
    hanging.close()
  })

  it('[T-69] the secret is shown once and changes over a day; nobody else reads, changes or deletes an address', async () => {
    const person = await lab.buyer(0)
    const stranger = { as: await lab.buyer(0) }
    const { id, secret } = await add(person, '/rotated')
    const { secret: next } = await app.call(webhookRotate, { id }, { as: person })
    await app.call(webhookPing, { id }, { as: person })
    await app.drain()
    expect(got[0]?.headers['webhook-signature']).toBe(
      `${signed(next, got[0] ?? expect.fail())} ${signed(secret, got[0] ?? expect.fail())}`,
    )
    expect(JSON.stringify(await app.call(webhookList, {}, { as: person }))).not.toContain('whsec')
    const [message] = await log(person, id)
    const edit = { id, url: `${base}/mine`, types: all }
    const page = { id, page: 1, size: 20 }
    for (const refused of [
      app.refusal(webhookEdit, edit, stranger),
      app.refusal(webhookRotate, { id }, stranger),
      app.refusal(webhookSwitch, { id, on: false }, stranger),
      app.refusal(webhookPing, { id }, stranger),
      app.refusal(webhookDelete, { id }, stranger),
      app.refusal(webhookDeliveries, page, stranger),
      app.refusal(webhookResend, { id: message?.id ?? 0 }, stranger),
    ])
      expect(await refused).toMatchObject({ status: 404 })
    expect(await app.refusal(webhookResend, { id: message?.id ?? 0 }, { as: person })).toMatchObject({ status: 409 })
    await app.call(webhookEdit, edit, { as: person })
    await app.call(webhookSwitch, { id, on: false }, { as: person })
    expect(await app.refusal(webhookPing, { id }, { as: person })).toMatchObject({ error: 'webhookNotActive' })
    await app.call(webhookDelete, { id }, { as: person })
    expect((await app.call(webhookList, {}, { as: person })).list).toEqual([])
  })

  it('[Q-215] all messages that failed are sent again at once, by the owner or by staff', async () => {
    const person = await lab.buyer(0)
    const manager = { as: await app.staff('manager') }
    const { id } = await add(person, '/outage')
    const fail = () => app.db.run(sql`update webhook_deliveries set state = 'failed' where webhook_id = ${id}`)
    for (let n = 0; n < 3; n++) await app.call(webhookPing, { id }, { as: person })
    await app.drain()
    await fail()
    got = []
    expect((await app.refusal(webhookResendAll, { id }, { as: await lab.buyer(0) })).status).toBe(404)
    expect(await app.call(webhookResendAll, { id }, { as: person })).toEqual({ count: 3 })
    await app.drain()
    expect(got).toHaveLength(3)
    expect(await app.call(webhookResendAll, { id }, { as: person })).toEqual({ count: 0 })
    await fail()
    expect(await app.call(staffWebhookResendAll, { id }, manager)).toEqual({ count: 3 })
    await app.drain()
    await app.call(webhookSwitch, { id, on: false }, { as: person })
    expect(await app.refusal(webhookResendAll, { id }, { as: person })).toMatchObject({ error: 'webhookNotActive' })
  })

  it('[Q-214] name in the log what they tell about, and no next attempt while the address is paused', async () => {
    const person = await lab.buyer(0)
    const { id } = await add(person, '/log')
    answer = { status: 500 }
    const { orderNo } = await lab.delivered(person)
    await app.drain()
    const [told] = await log(person, id)
    expect([told?.about, told?.state, told?.nextAt === null]).toEqual([orderNo, 'waiting', false])
    await app.call(webhookSwitch, { id, on: false }, { as: person })
    expect((await log(person, id))[0]).toMatchObject({ about: orderNo, state: 'waiting', nextAt: null })
  })

  it('a message that failed is sent again when its owner asks for it, and not once it has arrived', async () => {
    const person = await lab.buyer(0)
    const { id } = await add(person, '/again')
    answer = { status: 500 }
    await app.call(webhookPing, { id }, { as: person })
    await app.drain()
    await app.db.run(sql`update webhook_deliveries set state = 'failed' where webhook_id = ${id}`)
    const [message] = await log(person, id)
    answer = { status: 200 }
    got = []
    await app.call(webhookResend, { id: message?.id ?? 0 }, { as: person })
    await app.drain()
    expect(got).toHaveLength(1)
    expect(await app.refusal(webhookResend, { id: message?.id ?? 0 }, { as: person })).toMatchObject({
      error: 'webhookDelivered',
    })
  })

  it('[Q-240] staff see host, state and log of a customer, pause an address and send a failed message again, with audit rows, and the owner reads why it was paused', async () => {
    const person = await lab.buyer(0)
    const manager = { as: await app.staff('manager') }
    const finance = { as: await app.staff('finance') }
    const { id } = await add(person, '/secret-path')
    answer = { status: 500 }
    await app.call(webhookPing, { id }, { as: person })
    await app.drain()
    await app.db.run(sql`update webhook_deliveries set state = 'failed' where webhook_id = ${id}`)
    const { list } = await app.call(staffWebhooks, { customerId: person.id }, finance)
    expect(list).toMatchObject([{ id, host: new URL(base).host, state: 'active' }])
    expect(JSON.stringify(list)).not.toContain('secret')
    const [message] = (await app.call(staffWebhookDeliveries, { id, page: 1, size: 20 }, finance)).list
    expect(message).toMatchObject({ type: 'ping', state: 'failed', answerStatus: 500 })
    const resend = { id: message?.id ?? 0 }
    expect((await app.refusal(staffWebhookResend, resend, finance)).status).toBe(403)
    answer = { status: 200 }
    got = []
    await app.call(staffWebhookResend, resend, manager)
    await app.drain()
    expect(got).toHaveLength(1)
    expect(await app.refusal(staffWebhookResend, resend, manager)).toMatchObject({ error: 'webhookDelivered' })
    expect((await app.refusal(staffWebhookResend, { id: 999_999 }, manager)).status).toBe(404)
    await app.call(staffWebhookPause, { id, reason: '客户要求' }, manager)
    expect((await app.call(webhookList, {}, { as: person })).list).toMatchObject([{ state: 'paused' }])
    await app.drain()
    expect(
      await app.db.rows(sql`select text from messages where customer_id = ${person.id} and title = '推送地址已暂停'`),
    ).toMatchObject([{ text: expect.stringContaining('客户要求') }])
    const rows = await app.db.rows<{ action: string; reason: string | null }>(sql`
      select action, reason from audit_log where subject = ${`webhook:${id}`} and actor_kind = 'staff' order by id`)
    expect(rows).toEqual([
      { action: 'webhook.resend', reason: null },
      { action: 'webhook.pause', reason: '客户要求' },
    ])
  })

  it('are limited per person, and old records are swept', async () => {
    const person = await lab.buyer(0)
    const { id } = await add(person, '/1')
    for (let n = 1; n < MOST_WEBHOOKS; n++) await add(person, `/${n}`)
    const more = { url: `${base}/more`, types: all }
    expect(await app.refusal(webhookAdd, more, { as: person })).toMatchObject({ error: 'tooManyWebhooks' })
    await app.call(webhookPing, { id }, { as: person })
    await app.drain()
    app.clock.advance({ days: 31 })
    await sweepDeliveries(app.system)
    expect(await app.db.rows(sql`select id from webhook_deliveries where webhook_id = ${id}`)).toEqual([])
  })
})
