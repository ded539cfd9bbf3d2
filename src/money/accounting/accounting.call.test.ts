import { cellsOf } from '../../app/testing/sheet-cells.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { staffCloseDay } from '../books/contract.ts'
import { post } from '../ledger/actions.ts'
import { customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import {
  staffAccountCodes,
  staffAccountCodesSave,
  staffJournalFile,
  staffJournalMake,
  staffJournals,
} from './contract.ts'

let app: TestApp
let customerId: number
const finance = () => app.staff('finance')
const today = () => shanghaiDate(app.clock.now())
beforeAll(async () => {
  app = await testApp()
  customerId = (await app.customer(1)).id
})
afterAll(() => app.close())

let number = 0
const pay = (inFen: number) => {
  const step = { kind: 'test', operation: 'move', memo: '=转账', businessId: ++number }
  const balance = customerAccount(customerId, 'prestore')
  return post(app.system, { ...step, legs: [leg(laboratoryAccount('bank'), -inFen), leg(balance, inFen)] })
}
const spend = (fen: number) => {
  const step = { kind: 'test', operation: 'spend', memo: '检测费', businessId: ++number }
  const balance = customerAccount(customerId, 'prestore')
  return post(app.system, { ...step, legs: [leg(balance, -fen), leg(laboratoryAccount('income'), fen)] })
}

const textOf = async (id: number) => (await bytesOf(id, 'csv')).toString()

async function bytesOf(id: number, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const as = await finance()
  const { url } = await app.call(staffJournalFile, { id, format, browserKey: 'k'.repeat(20) }, { as })
  expect(url).toContain('/files/')
  const stored = await app.db.one<{ storageKey: string }>(
    sql`select storage_key from files where purpose = 'journal' order by id desc limit 1`,
  )
  const chunks: Buffer[] = []
  for await (const chunk of await app.services.files.open(stored.storageKey)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

describe('vouchers for accounting software', () => {
  it('[Q-152] closed days are exported with equal debit and credit, and a later download has the same content', async () => {
    const first = today()
    await pay(106_000)
    await spend(53_000)
    app.clock.advance({ hours: 24 })
    const second = today()
    await pay(500)
    app.clock.advance({ hours: 24 })
    const range = { fromDay: first, toDay: second, detail: 'posting' } as const
    expect(await app.refusal(staffJournalMake, range, { as: await finance() })).toMatchObject({ error: 'daysOpen' })
    await app.call(staffCloseDay, { day: second }, { as: await finance() })
    const codes = [{ account: 'tax', code: '22210106', name: '销项税额' }] as const
    await app.call(staffAccountCodesSave, { codes: [...codes] }, { as: await finance() })
    const made = await app.call(staffJournalMake, range, { as: await finance() })
    expect(made).toMatchObject({ lines: 7, sumFen: 106_000 + 53_000 + 500, taxPercent: 6 })
    const text = await textOf(made.id)
    expect(text).toContain(`1002,银行存款,1060,,`)
    expect(text).toContain(`22210106,销项税额,,30,`)
    expect(text).toContain(`6001,主营业务收入,,500,`)
    expect(text).toContain("'=转账")
    const workbook = await bytesOf(made.id, 'xlsx')
    app.clock.advance({ minutes: 2 })
    // Later postings, and other codes, do not change what was exported.
    await pay(9_900)
    const changed = [{ account: 'bank', code: '100201', name: '工商银行' }] as const
    await app.call(staffAccountCodesSave, { codes: [...changed] }, { as: await finance() })
    expect(await textOf(made.id)).toBe(text)
    // A workbook is a ZIP with the time of its making, so its cells are compared.
    expect(cellsOf(await bytesOf(made.id, 'xlsx'), 1)).toEqual(cellsOf(workbook, 1))
    const overlap = { ...range, detail: 'day' } as const
    expect(await app.refusal(staffJournalMake, overlap, { as: await finance() })).toMatchObject({
      ...{ status: 409, error: 'exportedBefore', msg: expect.stringContaining(`${first} 至 ${second} 的凭证已由`) },
    })
    const again = await app.call(staffJournalMake, { ...overlap, again: true }, { as: await finance() })
    expect(again.sumFen).toBe(made.sumFen)
    expect(await textOf(again.id)).toContain(`${first.replaceAll('-', '')},3,${first} 收支汇总,100201,工商银行,1060,,`)
    expect(await app.call(staffJournals, {}, { as: await finance() })).toMatchObject({ total: 2 })
  })

  it('refuses swapped, too long and empty ranges, bad codes, and other roles', async () => {
    const as = await finance()
    const { closedUntil } = await app.call(staffAccountCodes, {}, { as })
    const toDay = closedUntil ?? ''
    const make = (range: object) => app.refusal(staffJournalMake, { detail: 'day', toDay, ...range }, { as })
    expect(await make({ fromDay: '2099-01-01' })).toMatchObject({
      ...{ error: 'daysSwapped', fields: { toDay: '结束日期不能早于开始日期' } },
    })
    expect(await make({ fromDay: '2000-01-01' })).toMatchObject({ error: 'rangeTooLong' })
    expect(await make({ fromDay: '2001-01-01', toDay: '2001-02-01' })).toMatchObject({ error: 'nothingMoved' })
    const codes = [{ account: 'bank', code: '', name: '银行' }]
    expect(await app.refusal(staffAccountCodesSave, { codes }, { as })).toMatchObject({ msg: '请填写科目编码' })
    const admin = await app.staff('admin')
    expect(await app.call(staffJournals, {}, { as: admin })).toMatchObject({ total: 2 })
    expect(await app.refusal(staffJournalMake, { fromDay: toDay, toDay, detail: 'day' }, { as: admin })).toMatchObject({
      status: 403,
    })
    expect(await app.refusal(staffJournals, {}, { as: await app.staff('lab') })).toMatchObject({ status: 403 })
  })
})
