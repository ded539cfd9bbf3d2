import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { staffCloseDay } from '../books/contract.ts'
import { post } from '../ledger/actions.ts'
import { customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import { staffJournalMake, staffJournals } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('[Q-152] of several people who export the same days at once, one does and the others are told', async () => {
  const { id } = await app.customer(1)
  const balance = customerAccount(id, 'prestore')
  const step = { kind: 'test', operation: 'move', memo: '转账', businessId: 1 }
  await post(app.system, { ...step, legs: [leg(laboratoryAccount('bank'), -1000), leg(balance, 1000)] })
  const day = shanghaiDate(app.clock.now())
  app.clock.advance({ hours: 24 })
  const people = await Promise.all(Array.from({ length: 5 }, () => app.staff('finance')))
  const [first] = people
  if (!first) return expect.fail('there is nobody of finance')
  await app.call(staffCloseDay, { day }, { as: first })
  const range = { fromDay: day, toDay: day, detail: 'posting' }
  const answers = await Promise.all(
    people.map((as) => app.send(staffJournalMake, range, { as, idempotencyKey: randomUUID() })),
  )
  expect(answers.map(({ body }) => body.error ?? 'made').sort()).toEqual([
    ...Array.from({ length: 4 }, () => 'exportedBefore'),
    'made',
  ])
  expect(await app.call(staffJournals, {}, { as: first })).toMatchObject({ total: 1 })
})
