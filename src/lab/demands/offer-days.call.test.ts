import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { json, sql } from '../../platform/db/sql.ts'
import { planList } from '../plans/contract.ts'
import { planShare, planShared } from '../plans/share-contract.ts'
import { demandAccept, demandAdd, demandList, staffDemandAnswer } from './contract.ts'
import { agreedDays } from './actions.ts'

let app: TestApp
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const offer = {
  version: 1,
  title: '面内导热',
  text: '按您的要求可做。',
  lines: [{ label: '检测费', amountFen: 80_000 }],
  serviceType: 1 as const,
  sampleCount: 1,
  daysFrom: 10,
  daysTo: 15,
  validUntil: '2026-03-10',
}

async function answered(given: Partial<typeof offer> = {}) {
  const as = await app.customer(0)
  const { id } = await app.call(demandAdd, { title: '导热', body: '石墨膜，25 µm。' }, { as })
  await app.call(staffDemandAnswer, { ...offer, ...given, id }, { as: manager })
  return { id, as }
}

/** An answer as release 0.3.0 wrote it. */
async function answeredBefore(days: string) {
  const made = await answered()
  const { daysFrom: _, daysTo: __, ...rest } = offer
  await app.db.run(sql`update demands set answer = ${json({ ...rest, days })}::jsonb where id = ${made.id}`)
  return made
}

it('[G-02] an offer keeps its days as two numbers, beside the text that release 0.3.0 reads', async () => {
  const { id, as } = await answered()
  const { answer } = await app.db.one<{ answer: object }>(sql`select answer from demands where id = ${id}`)
  expect(answer).toMatchObject({ daysFrom: 10, daysTo: 15, days: '10–15' })
  const [mine] = (await app.call(demandList, {}, { as })).list
  expect(mine?.answer).toMatchObject({ daysFrom: 10, daysTo: 15, days: '10–15' })
})

it('[G-02] days that cannot be read are refused: words, no number, the longer before the shorter', async () => {
  const as = await app.customer(0)
  const { id } = await app.call(demandAdd, { title: '导热', body: '石墨膜，25 µm。' }, { as })
  for (const given of [
    { days: '约两周' },
    { daysFrom: '10' },
    { daysFrom: 0 },
    { daysFrom: 16 },
    { daysTo: 1.5 },
    { daysTo: 366 },
  ])
    expect(await app.refusal(staffDemandAnswer, { ...offer, id, ...given } as never, { as: manager })).toMatchObject({
      error: 'invalid',
    })
})

it('[G-02] an answer of release 0.3.0 is read as numbers, and its text never carries the unit twice', async () => {
  const { id, as } = await answeredBefore('10–15 个工作日')
  const [mine] = (await app.call(demandList, {}, { as })).list
  expect(mine?.answer).toMatchObject({ daysFrom: 10, daysTo: 15, days: '10–15' })
  await app.call(demandAccept, { id, version: 2 }, { as })
  const { dataArr } = await app.call(planList, {}, { as })
  const [line] = dataArr[0]?.items ?? []
  expect(line).toMatchObject({ days: '10–15' })
  const { token } = await app.call(planShare, { ids: [line?.id ?? 0], note: '', showsPrices: true }, { as })
  expect((await app.call(planShared, { token })).lines).toMatchObject([{ days: '10–15' }])
})

it('[G-02] words of release 0.3.0 that name no days stay as they are', async () => {
  const { id, as } = await answeredBefore('约两周')
  const [mine] = (await app.call(demandList, {}, { as })).list
  expect(mine?.answer).toMatchObject({ daysFrom: null, daysTo: null, days: '约两周' })
  await app.call(demandAccept, { id, version: 2 }, { as })
  const { dataArr } = await app.call(planList, {}, { as })
  expect(dataArr[0]?.items).toMatchObject([{ days: '约两周' }])
})

it('[G-02] a contract reads the longest days that the offers of its order promise', async () => {
  const { id } = await answered()
  const before = await answeredBefore('3 天')
  await app.db.run(sql`update demands set order_no = 'MX260302000001' where id = any(${[id, before.id]}::bigint[])`)
  expect(await agreedDays(app, 'MX260302000001')).toEqual(new Map([['面内导热', 15]]))
})
