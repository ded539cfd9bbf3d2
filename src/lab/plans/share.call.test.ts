import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { planList } from './contract.ts'
import { planPaper, planShare, planShared, planShares, planTake, planUnshare } from './share-contract.ts'
import { MOST_SHARES, SHARE_DAYS } from './share-rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let student: TestPerson
let firm: TestPerson
let lineId: number
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  student = await scene.buyer(0)
  firm = await scene.buyer(2)
  lineId = await scene.plan(student, { sampleCount: 2 })
})
afterAll(() => app.close())

const share = (as: TestPerson, input: { ids?: number[]; note?: string; showsPrices?: boolean } = {}) =>
  app.call(planShare, { ids: [lineId], note: '', showsPrices: true, ...input }, { as, idempotencyKey: randomUUID() })
const take = (token: string, as: TestPerson) => app.call(planTake, { token }, { as, idempotencyKey: randomUUID() })

describe('a shared plan', () => {
  it('is read by anybody with the link, as it was when it was shared', async () => {
    const { token } = await share(student, { note: '请老师看看' })
    const shared = await app.call(planShared, { token })
    expect(shared).toMatchObject({ note: '请老师看看', totalFen: 12_000, lines: [{ count: 2, amountFen: 12_000 }] })
    expect(JSON.stringify(shared)).not.toContain('"parameters"')
    const kept = await app.db.one<{ phone: string }>(sql`select phone from customers where id = ${student.id}`)
    expect(JSON.stringify(shared)).not.toContain(kept.phone)
  })

  it('hides prices where its owner says so', async () => {
    const { token } = await share(student, { showsPrices: false })
    const shared = await app.call(planShared, { token })
    expect([shared.totalFen, shared.lines[0]?.amountFen, shared.lines[0]?.priceLines]).toEqual([null, null, []])
  })

  it('is added to the plan of the reader at the prices of the reader, once per key', async () => {
    const { token } = await share(student)
    const reader = await scene.buyer(2)
    const idempotencyKey = randomUUID()
    for (const _ of [1, 2])
      expect(await app.call(planTake, { token }, { as: reader, idempotencyKey })).toEqual({
        added: 1,
        left: [],
        planCount: 1,
      })
    const { dataArr } = await app.call(planList, {}, { as: reader })
    expect(dataArr[0]?.items[0]).toMatchObject({ count: 2, amountFen: 19_200, validity: 'valid' })
  })

  it('leaves out what the reader cannot order, and says why', async () => {
    const { token, id } = await share(student)
    await app.db.run(sql`
      update plan_shares set lines = lines || jsonb_build_array(lines -> 0 || '{"rid": 0}', lines -> 0 || '{"rid": 999999}',
        lines -> 0 || '{"parameters": {"file": [{"id": "1", "name": "a.txt"}]}}') where id = ${id}`)
    const { added, left } = await take(token, await scene.buyer(0))
    expect(added).toBe(1)
    expect(left.map(({ reason }) => reason)).toEqual([
      '定制报价只对原客户有效',
      expect.stringContaining('不存在'),
      '含有他人的附件，请在项目页重新填写',
    ])
  })

  it('ends when its owner stops it, after its days, and for nobody else', async () => {
    const { id, token } = await share(student)
    expect(await app.refusal(planUnshare, { id }, { as: firm })).toMatchObject({ error: 'notFound' })
    expect((await app.call(planShares, {}, { as: firm })).list).toEqual([])
    await app.call(planUnshare, { id }, { as: student })
    expect(await app.refusal(planShared, { token }, {})).toMatchObject({ error: 'shareEnded' })
    const other = await share(student)
    app.clock.advance({ days: SHARE_DAYS, hours: 1 })
    expect(await app.refusal(planShared, { token: other.token }, {})).toMatchObject({ error: 'shareEnded' })
    expect(await app.refusal(planTake, { token: other.token }, { as: await scene.buyer(0) })).toMatchObject({
      error: 'shareEnded',
    })
  })

  it('is refused for lines of another customer, for a malformed token and beyond the limit of links', async () => {
    const other = await scene.buyer(2)
    expect(
      await app.refusal(
        planShare,
        { ids: [lineId], note: '', showsPrices: true },
        { as: other, idempotencyKey: randomUUID() },
      ),
    ).toMatchObject({ error: 'linesGone' })
    for (const token of ['', 'x', '%'.repeat(22), 'a'.repeat(23)])
      expect(await app.refusal(planShared, { token }, {})).toMatchObject({ error: 'invalid' })
    const many = await scene.buyer(0)
    const ids = [await scene.plan(many)]
    for (let n = 0; n < MOST_SHARES; n++) await share(many, { ids })
    expect(
      await app.refusal(planShare, { ids, note: '', showsPrices: true }, { as: many, idempotencyKey: randomUUID() }),
    ).toMatchObject({ error: 'tooManyShares' })
  })
})

describe('a plan on paper', () => {
  it('is a PDF of the own lines alone', async () => {
    const person = await scene.buyer(0)
    const other = await scene.buyer(2)
    const ids = [await scene.plan(person)]
    const browserKey = 'k'.repeat(32)
    const { url } = await app.call(planPaper, { ids, browserKey }, { as: person })
    expect(url).toMatch(/^\/files\//)
    expect(await app.refusal(planPaper, { ids, browserKey }, { as: other })).toMatchObject({ error: 'linesGone' })
  })
})
