import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pushCheck } from '../../../app/doctor/checks/push-check.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { orderLifecycle } from '../../../lab/orders/rules.ts'
import { userLogout } from '../../../people/customers/person-contract.ts'
import { profileCompleted } from '../../../people/customers/events.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { noRequest } from '../../../platform/http/ctx.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { pushReceiver } from '../../../platform/push/push-receiver.ts'
import { pushAdd, pushOff, pushRemove, pushState, pushTry } from './push-contract.ts'
import { MOST_BROWSERS } from './push-rules.ts'
import { sweepBrowsers } from './push-send-actions.ts'

let app: TestApp
let service: Awaited<ReturnType<typeof pushReceiver>>
beforeAll(async () => {
  app = await testApp({ WEBHOOK_LOOPBACK: '1' })
  service = await pushReceiver()
})
beforeEach(async () => {
  // What a test before left to be tried again has no browser any more.
  await app.db.run(sql`delete from push_subscriptions`)
  await app.drain()
  service.answerWith(201)
  service.got.length = 0
})
afterAll(async () => {
  service.close()
  await app.close()
})

let paths = 0
/** Turns pushes on in the browser of this session. */
async function turnOn(as: TestPerson, target = service.subscribe(`/browser/${++paths}`)) {
  const added = await app.call(pushAdd, target, { as })
  return { ...added, target, path: new URL(target.endpoint).pathname }
}

let happenings = 0
async function delivered(person: { id: number }) {
  happenings += 1
  const move = { from: 'verifying', to: 'delivered', version: 5, title: '' } as const
  const orderNo = `MX26030299${String(happenings).padStart(3, '0')}`
  await emit(app.system, orderLifecycle.events.verify, { ...move, id: happenings, orderNo, customerId: person.id })
  return orderNo
}

/** Another browser of the same person. */
async function elsewhere(person: TestPerson, userAgent = ''): Promise<TestPerson> {
  const ctx = { ...app.system, request: { ...noRequest, userAgent } }
  return { ...person, token: (await openSession(ctx, 'customer', person.id)).token }
}

const kept = (person: { id: number }) =>
  app.db.rows<{ id: number; failingSince: Date | null }>(
    sql`select id, failing_since from push_subscriptions where customer_id = ${person.id} order by id`,
  )

describe('pushes to browsers', () => {
  it('tell what was delivered, signed and readable by that browser alone', async () => {
    const [person, other] = [await app.customer(1), await app.customer(1)]
    const { path } = await turnOn(person)
    await turnOn(other)
    const orderNo = await delivered(person)
    await app.drain()
    expect(service.got).toHaveLength(1)
    expect(service.got[0]).toMatchObject({
      ...{ path, urgency: 'high', ttl: '86400', contact: 'mailto:no-reply@localhost' },
      message: { title: '数据已交付', path: `/member/order/${orderNo}` },
    })
    expect(service.got[0]?.message.text).toContain(orderNo)
    expect(Object.keys(service.got[0]?.message ?? {}).sort()).toEqual(['path', 'tag', 'text', 'title'])
    const { browsers } = await app.call(pushState, {}, { as: person })
    expect(browsers).toEqual([
      expect.objectContaining({ current: true, failing: false, lastSentAt: '2026-03-02 10:00:00' }),
    ])
  })

  it('leave out what stays in the message box, and wait for the end of the quiet hours', async () => {
    const person = await app.customer(1)
    await turnOn(person)
    await emit(app.system, profileCompleted, { customerId: person.id })
    await app.drain()
    expect(service.got).toHaveLength(0)
    app.clock.advance({ hours: 13 })
    await delivered(person)
    await app.drain()
    expect(service.got).toHaveLength(0)
    app.clock.advance({ hours: 9 })
    await app.drain()
    expect(service.got).toHaveLength(1)
    // Nor is one that failed in the evening tried again at night. 21:58, 21:59, 2:00 and 8:01 in Shanghai.
    service.answerWith(503)
    app.clock.set(new Date('2026-03-03T13:58:00Z'))
    await delivered(person)
    await app.drain()
    app.clock.set(new Date('2026-03-03T13:59:00Z'))
    await app.drain()
    service.answerWith(201)
    expect(service.got).toHaveLength(3)
    app.clock.set(new Date('2026-03-03T18:00:00Z'))
    await app.drain()
    expect(service.got).toHaveLength(3)
    app.clock.set(new Date('2026-03-04T00:01:00Z'))
    await app.drain()
    expect(service.got).toHaveLength(4)
  })

  it('go to every browser of the person, at most five: the oldest is replaced and named', async () => {
    const person = await app.customer(1)
    await turnOn(await elsewhere(person), service.subscribe('/oldest'))
    for (let n = 1; n < MOST_BROWSERS; n++) expect((await turnOn(await elsewhere(person))).replaced).toBe('')
    const { replaced } = await turnOn(await elsewhere(person))
    expect(replaced).toBe('未知设备')
    await delivered(person)
    await app.drain()
    expect(service.got).toHaveLength(MOST_BROWSERS)
    expect(service.got.map(({ path }) => path)).not.toContain('/oldest')
  })

  it('end with the session, and when the next person turns them on in the same browser', async () => {
    const person = await app.customer(1)
    const { target } = await turnOn(person)
    await app.call(userLogout, {}, { as: person })
    await delivered(person)
    await app.drain()
    expect([service.got.length, await kept(person)]).toEqual([0, []])

    const again = await elsewhere(person)
    await turnOn(again, target)
    const next = await app.customer(1)
    await turnOn(next, target)
    await delivered(person)
    await app.drain()
    expect([service.got.length, await kept(person)]).toEqual([0, []])
    await delivered(next)
    await app.drain()
    expect(service.got).toHaveLength(1)
  })

  it('are forgotten once a day when their session has ended, and kept otherwise', async () => {
    const [person, gone] = [await app.customer(1), await app.customer(1)]
    await turnOn(person)
    await turnOn(gone)
    await app.call(userLogout, {}, { as: gone })
    await sweepBrowsers(app.system)
    expect([(await kept(person)).length, (await kept(gone)).length]).toEqual([1, 0])
  })

  it('are turned off by their owner only', async () => {
    const [person, other] = [await app.customer(1), await app.customer(1)]
    const { id } = await turnOn(person)
    expect(await app.refusal(pushRemove, { id }, { as: other })).toMatchObject({ error: 'notFound' })
    await app.call(pushOff, {}, { as: other })
    expect((await app.call(pushState, {}, { as: other })).browsers).toEqual([])
    expect(await kept(person)).toHaveLength(1)
    await app.call(pushOff, {}, { as: person })
    expect(await kept(person)).toEqual([])
    const away = await turnOn(await elsewhere(person))
    await app.call(pushRemove, { id: away.id }, { as: person })
    expect(await kept(person)).toEqual([])
  })

  it('show in the system health when a push service is not reached', async () => {
    const look = async () =>
      (await pushCheck.find({ config: app.services.config, env: {}, clock: app.clock, ctx: app.system })).map(
        ({ level, seen }) => `${level} ${seen}`,
      )
    const person = await app.customer(1)
    await turnOn(person)
    expect(await look()).toEqual(['ok 1 个浏览器已开启，其中 0 个最近没有送达'])
    service.answerWith(403)
    await delivered(person)
    await app.drain()
    expect(await look()).toEqual([
      expect.stringMatching(/^warning 127\.0\.0\.1:\d+ 的 1 个浏览器都没有送达：HTTP 403$/),
    ])
  })

  it('are tried again when the push service fails, and the browser is forgotten when it is gone', async () => {
    const person = await app.customer(1)
    await turnOn(person)
    service.answerWith(503)
    await delivered(person)
    await app.drain()
    expect((await app.call(pushState, {}, { as: person })).browsers[0]?.failing).toBe(true)
    app.clock.advance({ seconds: 11 })
    await app.drain()
    app.clock.advance({ minutes: 2 })
    await app.drain()
    expect(service.got).toHaveLength(3)
    expect(new Set(service.got.map(({ message }) => message.tag)).size).toBe(1)
    service.answerWith(201)
    app.clock.advance({ minutes: 11 })
    await app.drain()
    expect((await kept(person))[0]?.failingSince).toBeNull()
    service.answerWith(410)
    await delivered(person)
    await app.drain()
    expect(await kept(person)).toEqual([])
    expect(await app.db.rows(sql`select id from jobs where name = 'notice.push' and state = 'dead'`)).toEqual([])
  })

  it('give up after a day, and forget a browser that nothing reaches for two weeks', async () => {
    const person = await app.customer(1)
    await turnOn(person)
    service.answerWith(500)
    await delivered(person)
    for (let hour = 0; hour < 30; hour++) {
      await app.drain()
      app.clock.advance({ hours: 1 })
    }
    expect(service.got.length).toBeLessThan(8)
    expect(await app.db.rows(sql`select id from jobs where name = 'notice.push' and state = 'waiting'`)).toEqual([])
    app.clock.advance({ hours: 24 * 14 })
    await delivered(person)
    await app.drain()
    expect(await kept(person)).toEqual([])
  })

  it('send a test to the browser that asks for it', async () => {
    const person = await app.customer(1)
    expect(await app.refusal(pushTry, {}, { as: person })).toMatchObject({ error: 'notFound' })
    const { path } = await turnOn(person)
    await turnOn(await elsewhere(person))
    await app.call(pushTry, {}, { as: person })
    await app.call(pushTry, {}, { as: person })
    await app.drain()
    expect(service.got.map((push) => [push.path, push.message.title])).toEqual([[path, '手机推送已开启']])
  })

  it('refuse addresses of other servers and keys that nothing can be encrypted with', async () => {
    const person = await app.customer(1)
    const good = service.subscribe('/good')
    for (const endpoint of ['https://example.com/push', 'https://169.254.169.254/', 'http://10.0.0.1/', 'nonsense'])
      expect(await app.refusal(pushAdd, { ...good, endpoint }, { as: person })).toMatchObject({ error: 'pushService' })
    expect(await app.refusal(pushAdd, { ...good, p256dh: 'AAAA' }, { as: person })).toMatchObject({ error: 'pushKeys' })
    expect(await kept(person)).toEqual([])
  })
})

it('an installation can offer none', async () => {
  const without = await testApp({ WEB_PUSH: '0' })
  const person = await without.customer(1)
  expect(await without.call(pushState, {}, { as: person })).toMatchObject({ publicKey: '', browsers: [] })
  const target = service.subscribe('/off')
  expect(await without.refusal(pushAdd, target, { as: person })).toMatchObject({ error: 'pushOff' })
  await without.close()
})
