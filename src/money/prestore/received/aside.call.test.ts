import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { verifyBooks } from '../../ledger/actions.ts'
import { bankImport } from '../contract.ts'
import { bankList } from '../list-contract.ts'
import { bankKeep, bankSetAside } from './received-contract.ts'

let app: TestApp
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  finance = await app.staff('finance')
})
afterAll(() => app.close())

it('[Q-175] a bank line that concerns no customer is set aside with a reason, belongs to nobody, and is taken back', async () => {
  const customer = await app.customer(0)
  await app.call(bankImport, { text: 'A0001\t2026-03-01\t12.34\t示例银行\t\t利息' }, { as: finance })
  const { id: bankLineId } = await app.db.one<{ id: number }>(sql`select id from bank_lines where serial = 'A0001'`)
  const tab = async (name: 'open' | 'matched' | 'unrelated') =>
    (await app.call(bankList, { tab: name }, { as: finance })).list.map(({ serial, asideReason }) => [
      serial,
      asideReason,
    ])
  expect(await app.refusal(bankSetAside, { bankLineId, aside: true }, { as: finance })).toMatchObject({
    fields: { reason: '请填写原因' },
  })
  const aside = { bankLineId, aside: true, reason: '银行利息' }
  expect((await app.refusal(bankSetAside, aside, { as: await app.staff('manager') })).status).toBe(403)
  await app.call(bankSetAside, aside, { as: finance })
  expect([await tab('open'), await tab('matched'), await tab('unrelated')]).toEqual([[], [], [['A0001', '银行利息']]])
  const keep = { bankLineId, customer: customer.phone, reason: '误认' }
  expect((await app.refusal(bankKeep, keep, { as: finance })).error).toBe('bankLineTaken')
  expect(await verifyBooks(app.db)).toEqual([])
  await app.call(bankSetAside, { bankLineId, aside: false }, { as: finance })
  expect(await tab('open')).toEqual([['A0001', null]])
  await app.call(bankKeep, keep, { as: finance })
  expect((await app.refusal(bankSetAside, aside, { as: finance })).error).toBe('bankLineTaken')
})
