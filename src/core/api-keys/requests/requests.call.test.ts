import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { groupOf } from '../../../app/testing/scenes/group-scene.ts'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { orderHistory } from '../../../lab/orders/contract.ts'
import { reportList } from '../../../lab/reports/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { fileLink } from '../../files/contract.ts'
import { apiKeyAdd, apiKeyRevoke } from '../contract.ts'
import { type ApiScope, CALLS_PER_MINUTE } from '../rules.ts'
import { sweepRequests } from './actions.ts'
import { apiKeyRequests, apiKeyUsage, staffApiKeyRequests, staffApiKeys, staffApiKeyUsage } from './contract.ts'
import { MOST_REQUESTS, USAGE_DAYS } from './rules.ts'
import { writeRequests } from './write-actions.ts'

let app: TestApp
let lab: Awaited<ReturnType<typeof labScene>>
let person: TestPerson
let key: Awaited<ReturnType<typeof make>>
beforeAll(async () => {
  app = await testApp()
  lab = await labScene(app)
})
beforeEach(async () => {
  app.services.programs.take()
  app.clock.advance({ minutes: 2 })
  person = await lab.buyer(0)
  key = await make(person)
})
afterAll(() => app.close())

const make = (as: TestPerson, scopes: ApiScope[] = ['orders.read', 'reports.read']) =>
  app.call(apiKeyAdd, { name: '数据平台', scopes, lastDay: null }, { as })
const bearer = (more: Record<string, string> = {}) => ({ headers: { authorization: `Bearer ${key.key}`, ...more } })
const first = { page: 1, size: 20 }
const listed = async (query: object = {}) => {
  await writeRequests(app.services)
  return (await app.call(apiKeyRequests, { id: key.id, ...query }, { as: person })).list
}
const usage = async () => (await app.call(apiKeyUsage, { id: key.id }, { as: person })).sum

describe('the record of a key', () => {
  it('says what a program asked, what became of it and why, newest first', async () => {
    await app.call(orderHistory, first, bearer())
    await app.refusal(orderHistory, { page: 0 }, bearer())
    await app.refusal(apiKeyUsage, { id: key.id }, bearer())
    expect(await listed()).toMatchObject([
      { path: '/api/auth/apiKey/usage', status: 403, outcome: 'refused', error: 'notForKeys' },
      {
        path: '/api/auth/order/history',
        status: 200,
        outcome: 'refused',
        error: 'invalid',
        message: 'page：页码格式不正确',
      },
      { path: '/api/auth/order/history', method: 'POST', status: 200, outcome: 'answered', error: '', message: '' },
    ])
    expect(await listed({ outcome: 'refused' })).toHaveLength(2)
    expect(await listed({ outcome: 'failed' })).toEqual([])
    expect(await usage()).toEqual({ answered: 1, refused: 2, failed: 0, limited: 0 })
  })

  it('has the number that the answer told, the group that was named, and nothing of a request without a key', async () => {
    const answer = await app.server.inject({
      ...{ method: 'POST', url: orderHistory.path, payload: first },
      headers: { authorization: `Bearer ${key.key}`, account: 'KT20260101001' },
    })
    await app.call(orderHistory, first, { as: person })
    await app.server.inject({ method: 'POST', url: orderHistory.path, headers: { authorization: 'Bearer mx_live_x' } })
    const requestId = answer.headers['request-id']
    expect(await listed()).toMatchObject([{ requestId, account: 'KT20260101001', error: 'notInGroup' }])
  })

  it('names a call in the name of a group, and a download without its token', async () => {
    const { orderNo } = await lab.delivered(person)
    await app.drain()
    const { files } = await app.call(reportList, { orderNo }, bearer())
    const { url } = await app.call(fileLink, { id: files[0]?.id ?? 0 }, bearer())
    expect((await app.server.inject({ url, ...bearer() })).statusCode).toBe(200)
    expect(await listed()).toMatchObject([{ method: 'GET', path: '/files/:token' }, {}, {}])
    const { groupNo } = await groupOf(app, person)
    await app.call(orderHistory, first, bearer({ account: groupNo }))
    expect(await listed()).toMatchObject([{ status: 200, account: groupNo }, {}, {}, {}])
  })

  it('only counts what is beyond the limit of a minute, so that a program in a circle does not push out its record', async () => {
    for (let call = 0; call < CALLS_PER_MINUTE + 3; call += 1) await app.send(orderHistory, first, bearer())
    expect(await listed({ size: 1 })).toMatchObject([{ outcome: 'answered' }])
    expect(await usage()).toEqual({ answered: CALLS_PER_MINUTE, refused: 0, failed: 0, limited: 3 })
  })

  it('is read by its owner and by staff who may read customers, and by nobody else', async () => {
    await app.call(orderHistory, first, bearer())
    await listed()
    const stranger = await lab.buyer(0)
    expect(await app.refusal(apiKeyRequests, { id: key.id }, { as: stranger })).toMatchObject({ status: 404 })
    expect(await app.refusal(apiKeyUsage, { id: key.id }, { as: stranger })).toMatchObject({ status: 404 })
    const manager = await app.staff('manager')
    const { list } = await app.call(staffApiKeys, { customerId: person.id }, { as: manager })
    expect(list).toMatchObject([{ id: key.id, name: '数据平台', state: 'active' }])
    expect(JSON.stringify(list)).not.toContain(key.key)
    expect((await app.call(staffApiKeyRequests, { id: key.id }, { as: manager })).total).toBe(1)
    const { days } = await app.call(staffApiKeyUsage, { id: key.id }, { as: manager })
    expect(days).toHaveLength(USAGE_DAYS)
    expect(days.at(-1)).toMatchObject({ answered: 1 })
  })

  it('waits in memory while the database is away, and adds up what two processes write', async () => {
    await app.call(orderHistory, first, bearer())
    const { db } = app.services
    app.services.db = { ...db, tx: () => Promise.reject(new Error('away')) }
    await expect(writeRequests(app.services)).rejects.toThrow('away')
    app.services.db = db
    await app.call(apiKeyRevoke, { id: key.id }, { as: person })
    expect(await app.refusal(orderHistory, first, bearer())).toMatchObject({ status: 401 })
    expect(await listed()).toHaveLength(1)
    expect(await usage()).toMatchObject({ answered: 1, refused: 0 })
  })

  it('keeps thirty days and the newest rows of each key, and counts for more than a year', async () => {
    await app.call(orderHistory, first, bearer())
    await listed()
    await app.db.run(sql`
      insert into api_requests (key_id, at, method, path, status, error, message, duration_ms, ip, account, request_id)
      select ${key.id}, ${app.clock.now()}, 'POST', '/many', 200, '', '', 1, '', '', '' from generate_series(1, ${MOST_REQUESTS})`)
    await sweepRequests(app.system)
    const { total } = await app.call(apiKeyRequests, { id: key.id }, { as: person })
    expect(total).toBe(MOST_REQUESTS)
    expect((await listed({ page: MOST_REQUESTS / 20 })).map(({ path }) => path)).not.toContain(orderHistory.path)
    app.clock.advance({ days: 31 })
    await sweepRequests(app.system)
    expect(await app.db.rows(sql`select 1 from api_requests`)).toEqual([])
    expect(await app.db.rows(sql`select answered from api_key_days where key_id = ${key.id}`)).toEqual([
      { answered: 1 },
    ])
    app.clock.advance({ days: 400 })
    await sweepRequests(app.system)
    expect(await app.db.rows(sql`select 1 from api_key_days where key_id = ${key.id}`)).toEqual([])
  })
})
