import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { payCreate, payWays } from '../../money/payments/contract.ts'
import { contentItem, contentPublish, contentSave } from './revisions/revision-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const kind = 'settingTopUp'
const form = { least: '10', most: '2000.50', quick: [{ yuan: '100' }, { yuan: '2000.5' }] }

it('the bounds and the quick amounts of top-ups are edited with the settings and hold at once', async () => {
  const [as, person] = [await app.staff('editor'), await app.customer(1)]
  const { version, data } = await app.call(contentItem, { kind, id: 1 }, { as })
  expect(data).toMatchObject({ least: '1', most: '50000' })
  const saved = await app.call(contentSave, { kind, id: 1, baseVersion: version, data: form }, { as })
  await app.call(contentPublish, { kind, id: 1, version: saved.version }, { as })
  const { topUp } = await app.call(payWays, { kind: 'prestore' }, { as: person })
  expect(topUp).toEqual({ leastFen: 1_000, mostFen: 200_050, quickFen: [10_000, 200_050] })
  const add = (amountFen: number) => ({ kind: 'prestore', method: 'alipay', amountFen }) as const
  for (const amountFen of [999, 200_051])
    expect(await app.refusal(payCreate, add(amountFen), { as: person })).toMatchObject({ error: 'amountOutOfBounds' })
  expect(await app.call(payCreate, add(1_000), { as: person })).toMatchObject({ amountFen: 1_000 })
})

it('bounds that contradict each other, and what is no amount, are refused at their field', async () => {
  const as = await app.staff('editor')
  const { version } = await app.call(contentItem, { kind, id: 1 }, { as })
  for (const [change, says] of [
    [{ most: '9.99' }, '最高金额不能低于最低金额'],
    [{ quick: [{ yuan: '5' }] }, '常用金额应在最低与最高金额之间'],
    [{ least: '0' }, '0.01 到 1000 万元'],
    [{ least: '1.234' }, '0.01 到 1000 万元'],
    [{ most: '10000000.01' }, '0.01 到 1000 万元'],
  ] as const) {
    const data = { ...form, ...change }
    const refused = await app.refusal(contentSave, { kind, id: 1, baseVersion: version, data }, { as })
    expect(JSON.stringify(refused)).toContain(says)
  }
})
