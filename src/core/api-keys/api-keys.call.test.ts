import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { userInfo } from '../../people/customers/person-contract.ts'
import { groupOf } from '../../app/testing/scenes/group-scene.ts'
import { orderHistory } from '../../lab/orders/contract.ts'
import { staffOrderList } from '../../lab/orders/lists/list-contract.ts'
import { planList } from '../../lab/plans/contract.ts'
import { reportList } from '../../lab/reports/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { fileLink } from '../files/contract.ts'
import { apiKeyAdd, apiKeyList, apiKeyRevoke } from './contract.ts'
import { type ApiScope, CALLS_PER_MINUTE, MOST_KEYS } from './rules.ts'

let app: TestApp
let lab: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  lab = await labScene(app)
})
afterAll(() => app.close())

const make = (as: TestPerson, scopes: ApiScope[] = ['orders.read'], lastDay: string | null = null) =>
  app.call(apiKeyAdd, { name: '数据平台', scopes, lastDay }, { as })
const bearer = (key: string, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${key}`, ...more },
})
const first = { page: 1, size: 20 }

describe('keys of programs', () => {
  it('a key reads what its customer may read, within its scopes, and only its hash is stored', async () => {
    const person = await lab.buyer(0)
    const stranger = await lab.buyer(0)
    const { orderNo } = await lab.order(person)
    const { key } = await make(person)
    const { list } = await app.call(orderHistory, first, bearer(key))
    expect(list.map((order) => order.orderNo)).toEqual([orderNo])
    expect((await app.call(orderHistory, first, bearer((await make(stranger)).key))).list).toEqual([])

    expect(await app.refusal(reportList, { orderNo }, bearer(key))).toMatchObject({
      status: 403,
      error: 'scopeMissing',
    })
    expect(await app.refusal(userInfo, {}, bearer(key))).toMatchObject({ status: 403, error: 'notForKeys' })
    expect(await app.refusal(apiKeyList, {}, bearer(key))).toMatchObject({ error: 'notForKeys' })
    expect(await app.refusal(staffOrderList, {}, bearer(key))).toMatchObject({ status: 403 })

    const kept = await app.db.rows<{ row: string }>(sql`select to_jsonb(k)::text as row from api_keys k`)
    expect(kept.some(({ row }) => row.includes(key))).toBe(false)
    expect((await app.call(apiKeyList, {}, { as: person })).list).toMatchObject([
      { prefix: key.slice(0, 12), state: 'active', lastUsedAt: '2026-03-02 10:00:00' },
    ])
  })

  it('a report is downloaded with the key that asked for the link, and with no other', async () => {
    const person = await lab.buyer(0)
    const { orderNo } = await lab.delivered(person)
    await app.drain()
    const { key, id } = await make(person, ['reports.read'])
    const reports = await app.call(reportList, { orderNo }, bearer(key))
    const fileId = reports.files[0]?.id ?? 0
    const { url } = await app.call(fileLink, { id: fileId }, bearer(key))
    const download = (headers: Record<string, string>) => app.server.inject({ url, headers })
    expect((await download({ authorization: `Bearer ${key}` })).statusCode).toBe(200)
    expect((await download({})).statusCode).toBe(403)
    const other = await make(await lab.buyer(0), ['reports.read'])
    expect((await download({ authorization: `Bearer ${other.key}` })).statusCode).toBe(403)
    await app.call(apiKeyRevoke, { id }, { as: person })
    expect((await download({ authorization: `Bearer ${key}` })).statusCode).toBe(403)
  })

  it('in the name of a group a key does what its owner may do there', async () => {
    const owner = await lab.buyer(3)
    const { groupNo } = await groupOf(app, owner)
    const { key } = await make(owner)
    const inGroup = bearer(key, { account: groupNo })
    expect((await app.call(orderHistory, first, inGroup)).list).toEqual([])
    // Demanded by the group, and the owner has none any more.
    await app.db.run(sql`update groups set needs_factor = true where group_no = ${groupNo}`)
    expect(await app.refusal(orderHistory, first, inGroup)).toMatchObject({ error: 'factorFirst' })
    const outside = await make(await lab.buyer(0))
    expect(await app.refusal(orderHistory, first, bearer(outside.key, { account: groupNo }))).toMatchObject({
      error: 'notInGroup',
    })
  })

  it('[Q-289] limits keys per person and calls per minute, and says how long the minute lasts', async () => {
    const person = await lab.buyer(0)
    const { key } = await make(person)
    for (let n = 1; n < MOST_KEYS; n++) await make(person)
    const more = { name: '又一个', scopes: ['orders.read' as const] }
    expect(await app.refusal(apiKeyAdd, more, { as: person })).toMatchObject({ error: 'tooManyKeys' })
    const calls = await Promise.all(
      Array.from({ length: CALLS_PER_MINUTE + 1 }, () =>
        app.send(planList, {}, { ...bearer(key), idempotencyKey: randomUUID() }),
      ),
    )
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(1)
    app.clock.advance({ seconds: 20 })
    const url = planList.path
    const { headers } = await app.server.inject({ method: 'POST', url, payload: {}, ...bearer(key) })
    expect(headers['retry-after']).toBe('40')
    app.clock.advance({ seconds: 40 })
    await app.call(planList, {}, bearer(key))
  })

  it('[Q-270] a key may end today, and one that would have ended is refused in these words', async () => {
    const person = await lab.buyer(0)
    const today = shanghaiDate(app.clock.now())
    await make(person, ['orders.read'], today)
    const past = { name: '过期', scopes: ['orders.read' as const], lastDay: shanghaiDate(addDays(app.clock.now(), -1)) }
    expect(await app.refusal(apiKeyAdd, past, { as: person })).toMatchObject({
      fields: { lastDay: '有效期不能早于今天' },
    })
  })

  it('[Q-262] the list names the last day of a key as it was chosen', async () => {
    const person = await lab.buyer(0)
    await make(person, ['orders.read'], '2030-05-31')
    await make(person)
    const { list } = await app.call(apiKeyList, {}, { as: person })
    expect(list.map(({ lastDay }) => lastDay).toSorted()).toEqual(['2030-05-31', null])
  })

  it('[Q-306] a revoked, expired, cut or foreign key makes no call, at once, and is told as a key', async () => {
    const person = await lab.buyer(0)
    const { id, key } = await make(person)
    expect(await app.refusal(apiKeyRevoke, { id }, { as: await lab.buyer(0) })).toMatchObject({ status: 404 })
    await app.call(apiKeyRevoke, { id }, { as: person })
    expect(await app.refusal(planList, {}, bearer(key))).toMatchObject({ status: 401, error: 'keyInvalid' })
    expect(await app.refusal(planList, {}, bearer(key.slice(0, -1)))).toMatchObject({ error: 'keyInvalid' })
    expect(await app.refusal(planList, {}, bearer(`mx_live_${'a'.repeat(43)}`))).toMatchObject({ error: 'keyInvalid' })

    const dated = await make(person, ['orders.read'], '2026-03-03')
    await app.call(planList, {}, bearer(dated.key))
    app.clock.advance({ days: 2 })
    expect(await app.refusal(planList, {}, bearer(dated.key))).toMatchObject({ error: 'keyInvalid' })
    const past = { name: '过期', scopes: ['orders.read' as const], lastDay: '2026-03-01' }
    const again = { as: await lab.buyer(0) }
    expect(await app.refusal(apiKeyAdd, past, again)).toMatchObject({ error: 'keyExpiryPast' })
    expect(await app.refusal(apiKeyAdd, { ...past, scopes: ['everything'] }, again)).toMatchObject({ error: 'invalid' })
  })
})
