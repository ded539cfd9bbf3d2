import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { verifyBooks } from '../ledger/actions.ts'
import { sql } from '../../platform/db/sql.ts'
import { bankList, staffTransferList } from './list-contract.ts'
import { balanceOf, creditPrestore, debitPrestore } from './actions.ts'
import { prepayFromBalance, refundAdvance, settleAdvance } from './advance-actions.ts'
import {
  bankImport,
  bankKnown,
  prestoreApplyAdd,
  prestoreApplyCancel,
  prestoreApplyEdit,
  prestoreApplyInit,
  prestoreApplyList,
  transferConfirmMatch,
  prestoreList,
  transferMatch,
  transferReject,
  transferReturnMatch,
} from './contract.ts'

let app: TestApp
let finance: TestPerson
let second: TestPerson
beforeAll(async () => {
  app = await testApp()
  finance = await app.staff('finance')
  second = await app.staff('finance')
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

const fields = (amountFen: number) => ({ amountFen, payerName: '测试大学', transferredOn: '2026-03-02', remark: '' })

let serials = 0
async function bankLine(amountFen: number, memo = '') {
  serials += 1
  const serial = `BANK-${serials}`
  const yuan = (amountFen / 100).toFixed(2)
  await app.call(
    bankImport,
    { text: `${serial}\t2026-03-02 09:30\t${yuan}\t测试大学\t6222 0000\t${memo}` },
    { as: finance },
  )
  const { list } = await app.call(bankList, { size: 100 }, { as: finance })
  return list.find((line) => line.serial === serial) ?? expect.fail('line was not imported')
}

async function claim(amountFen: number, customer?: TestPerson) {
  const as = customer ?? (await app.customer(1))
  const { id } = await app.call(prestoreApplyAdd, fields(amountFen), { as })
  return { id, as }
}

const match = (claimId: number, bankLineId: number, version = 1) => ({ claimId, bankLineId, version })

describe('[M-02] prestored funds', () => {
  it('a claim credits nothing until finance matches the bank line with the customer’s code', async () => {
    const { id, as } = await claim(50_000)
    const info = await app.call(prestoreApplyInit, {}, { as })
    expect(info).toMatchObject({ balanceFen: 0, today: '2026-03-02' })
    const line = await bankLine(50_000, `预存 ${info.transferCode}`)
    expect(line.customerId).toBe(as.id)
    expect(await app.call(transferMatch, match(id, line.id), { as: finance })).toEqual({
      stage: 'credited',
      use: 'kept',
      paidFen: 0,
    })
    expect(await app.call(prestoreApplyInit, {}, { as })).toMatchObject({ balanceFen: 50_000 })
    const ledger = await app.call(prestoreList, {}, { as })
    expect(ledger.list).toMatchObject([{ amountFen: 50_000, balanceFen: 50_000, memo: '银行转账预存' }])
    const { list } = await app.call(prestoreApplyList, {}, { as })
    expect(list).toMatchObject([{ stage: 'credited', stageLabel: '已到账', mayEdit: false, mayCancel: false }])
    const audited = await app.db.rows<{ action: string; actorId: number }>(
      sql`select action, actor_id from audit_log where subject = ${`transfer:${id}`} order by id`,
    )
    expect(audited).toEqual([
      { action: 'transfer.match', actorId: finance.id },
      { action: 'transfer.credited', actorId: finance.id },
    ])
  })

  it('a line and a claim are used once each, and another amount than claimed needs a reason', async () => {
    const [a, b] = [await claim(1000), await claim(1000)]
    const [line, less] = [await bankLine(1000), await bankLine(900)]
    expect(await app.refusal(transferMatch, match(a.id, less.id), { as: finance })).toMatchObject({
      error: 'amountsDiffer',
      msg: '到账金额少 ¥1.00（申请 ¥10.00，到账 ¥9.00）；确需按到账金额核销请填写原因',
    })
    await app.call(transferMatch, match(a.id, line.id), { as: finance })
    expect(await app.refusal(transferMatch, match(b.id, line.id), { as: finance })).toMatchObject({
      status: 409,
      error: 'bankLineTaken',
    })
    const again = await bankLine(1000)
    expect(await app.refusal(transferMatch, match(a.id, again.id, 2), { as: finance })).toMatchObject({
      status: 409,
      error: 'stageConflict',
    })
    expect((await balanceOf(app.system, a.as.id)).balanceFen).toBe(1000)
    await app.call(transferMatch, { ...match(b.id, less.id), overrideReason: '手续费由客户承担' }, { as: finance })
    expect((await balanceOf(app.system, b.as.id)).balanceFen).toBe(900)
  })

  it('[T-57] a line with another customer’s code needs a reason, which is kept in the audit log', async () => {
    const { id, as } = await claim(7000)
    const other = await app.customer(1)
    const line = await bankLine(7000, `货款 ${(await app.call(prestoreApplyInit, {}, { as: other })).transferCode}`)
    const refusal = await app.refusal(transferMatch, match(id, line.id), { as: finance })
    expect(refusal).toMatchObject({ status: 409, error: 'foreignCode' })
    expect(refusal.msg).toContain(`${other.phone.slice(0, 3)}****${other.phone.slice(-4)}`)
    expect(refusal.msg).not.toContain(other.phone)
    expect(
      await app.refusal(transferMatch, { ...match(id, line.id), overrideReason: '  ' }, { as: finance }),
    ).toMatchObject({ error: 'invalid' })
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(0)
    const overrideReason = '客户来电确认代付，附言误填'
    await app.call(transferMatch, { ...match(id, line.id), overrideReason }, { as: finance })
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(7000)
    expect(
      await app.db.rows(
        sql`select action, reason, before, after from audit_log where subject = ${`transfer:${id}`} and reason is not null order by id`,
      ),
    ).toEqual([
      { action: 'transfer.match', reason: overrideReason, before: { stage: 'pending' }, after: { stage: 'credited' } },
      {
        action: 'transfer.override',
        reason: overrideReason,
        before: { bankLine: line.serial, codeOfCustomer: other.id },
        after: { customer: as.id, amountFen: 7000 },
      },
    ])
  })

  it('[T-57] the second person sees why a line with another customer’s code was matched; the own code needs no reason', async () => {
    const { id, as } = await claim(2_000_000)
    const other = await app.customer(1)
    const line = await bankLine(2_000_000, (await app.call(prestoreApplyInit, {}, { as: other })).transferCode)
    await app.call(transferMatch, { ...match(id, line.id), overrideReason: '同一课题组' }, { as: finance })
    const { list } = await app.call(staffTransferList, { tab: 'checking', size: 100 }, { as: second })
    expect(list.find((row) => row.id === id)).toMatchObject({ overrideReason: '同一课题组', mayConfirm: true })
    await app.call(transferReturnMatch, { claimId: id, version: 2, reason: '款项归属不明' }, { as: second })
    const own = await bankLine(2_000_000, (await app.call(prestoreApplyInit, {}, { as })).transferCode)
    await app.call(transferMatch, match(id, own.id, 3), { as: finance })
    const { list: again } = await app.call(staffTransferList, { tab: 'checking', size: 100 }, { as: second })
    expect(again.find((row) => row.id === id)).toMatchObject({ overrideReason: '' })
  })

  it('[T-57] a large amount is credited only by a second person, who may also return it', async () => {
    const { id, as } = await claim(2_000_000)
    const line = await bankLine(2_000_000)
    expect(await app.call(transferMatch, match(id, line.id), { as: finance })).toMatchObject({ stage: 'checking' })
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(0)
    expect(await app.refusal(transferConfirmMatch, { claimId: id, version: 2 }, { as: finance })).toMatchObject({
      error: 'samePerson',
    })
    await app.call(transferReturnMatch, { claimId: id, version: 2, reason: '户名不符' }, { as: second })
    await app.call(transferMatch, match(id, line.id, 3), { as: second })
    await app.call(transferConfirmMatch, { claimId: id, version: 4 }, { as: finance })
    expect((await balanceOf(app.system, as.id)).balanceFen).toBe(2_000_000)
  })

  it('a rejected claim shows the reason, can be corrected and is pending again', async () => {
    const { id, as } = await claim(3000)
    await app.call(transferReject, { claimId: id, version: 1, reason: '金额与到账不符' }, { as: finance })
    expect((await app.call(prestoreApplyList, {}, { as })).list).toMatchObject([
      { stage: 'rejected', rejectReason: '金额与到账不符', mayEdit: true },
    ])
    await app.call(prestoreApplyEdit, { id, version: 2, ...fields(2900) }, { as })
    const { list } = await app.call(staffTransferList, { size: 100 }, { as: finance })
    expect(list.find((row) => row.id === id)).toMatchObject({ amountFen: 2900, stage: 'pending', rejectReason: '' })
    await app.call(prestoreApplyCancel, { id }, { as })
    expect(await app.refusal(prestoreApplyCancel, { id }, { as })).toMatchObject({
      status: 409,
      error: 'stageConflict',
    })
  })

  it('[T-40] another customer’s claim is not found', async () => {
    const { id } = await claim(100)
    const as = await app.customer(1)
    expect(await app.refusal(prestoreApplyCancel, { id }, { as })).toMatchObject({ status: 404 })
    expect(await app.refusal(prestoreApplyEdit, { id, version: 1, ...fields(1) }, { as })).toMatchObject({
      status: 404,
    })
    expect(await app.refusal(prestoreApplyAdd, { ...fields(100), voucherFileId: 987_654 }, { as })).toMatchObject({
      status: 404,
    })
  })

  it('[T-22] [T-41] refuses amounts that are not positive whole fen, transfers dated tomorrow, and unknown fields', async () => {
    const as = await app.customer(1)
    for (const amountFen of [-1, 0, 0.001, '1e2', 1e309, 2 ** 53 + 1, Number.MAX_SAFE_INTEGER]) {
      expect(await app.refusal(prestoreApplyAdd, { ...fields(1), amountFen }, { as }), String(amountFen)).toMatchObject(
        { error: 'invalid' },
      )
    }
    // [F-49] A mistyped year.
    expect(await app.refusal(prestoreApplyAdd, { ...fields(1), transferredOn: '2010-03-01' }, { as })).toMatchObject({
      error: 'oldTransfer',
    })
    expect(await app.refusal(prestoreApplyAdd, { ...fields(1), transferredOn: '2026-03-03' }, { as })).toMatchObject({
      error: 'futureTransfer',
    })
    expect(await app.refusal(prestoreApplyAdd, { ...fields(1), stage: 'credited' }, { as })).toMatchObject({
      error: 'invalid',
    })
  })

  it('[T-20] the same key creates one claim', async () => {
    const as = await app.customer(1)
    const first = await app.call(prestoreApplyAdd, fields(100), { as, idempotencyKey: 'prestore-key-1' })
    expect(await app.call(prestoreApplyAdd, fields(100), { as, idempotencyKey: 'prestore-key-1' })).toEqual(first)
    expect(await app.refusal(prestoreApplyAdd, fields(101), { as, idempotencyKey: 'prestore-key-1' })).toMatchObject({
      status: 409,
    })
  })

  it('a statement can be pasted twice, but a serial never changes its amount', async () => {
    const text = 'SAME-1\t2026-03-02\t10\t甲\nSAME-2\t2026-03-02\t20\t乙'
    expect(await app.call(bankImport, { text }, { as: finance })).toEqual({ imported: 2, skipped: 0 })
    expect(await app.call(bankImport, { text }, { as: finance })).toEqual({ imported: 0, skipped: 2 })
    expect(
      await app.refusal(bankImport, { text: 'SAME-1\t2026-03-02\t11\t甲\nNEW-1\t2026-03-02\t1\t丙' }, { as: finance }),
    ).toMatchObject({ error: 'badBankLines' })
    expect(await app.db.row(sql`select 1 as found from bank_lines where serial = 'NEW-1'`)).toBeUndefined()
  })

  it('[Q-212] which lines of a statement were imported before is told before it is sent', async () => {
    await app.call(bankImport, { text: 'AGAIN-1\t2026-03-02\t10\t甲' }, { as: finance })
    expect(await app.call(bankKnown, { serials: ['AGAIN-1', 'AGAIN-2'] }, { as: finance })).toEqual({
      list: [{ serial: 'AGAIN-1', amountFen: 1000 }],
    })
  })
})

describe('prepayments of orders', () => {
  const order = (customerId: number, orderId: number) => ({ customerId, orderId, orderNo: `MX${orderId}` })

  async function funded(amountFen: number): Promise<number> {
    const { id } = await app.customer(1)
    await creditPrestore(app.system, {
      customerId: id,
      amountFen,
      kind: 'test',
      businessId: id,
      operation: 'fund',
      memo: '',
    })
    return id
  }

  it('are held separately, become income when earned and return the rest', async () => {
    const id = await funded(1000)
    await prepayFromBalance(app.system, { ...order(id, 1), amountFen: 800 })
    expect(await balanceOf(app.system, id)).toMatchObject({ balanceFen: 200, advanceFen: 800 })
    expect(await settleAdvance(app.system, { ...order(id, 1), finalFen: 700 })).toEqual({
      shortFen: 0,
      refundedFen: 100,
    })
    expect(await settleAdvance(app.system, { ...order(id, 1), finalFen: 700 })).toEqual({
      shortFen: 0,
      refundedFen: 100,
    })
    await expect(settleAdvance(app.system, { ...order(id, 1), finalFen: 600 })).rejects.toMatchObject({
      kind: { error: 'differentPosting' },
    })
    expect(await balanceOf(app.system, id)).toMatchObject({ balanceFen: 300, advanceFen: 0 })
  })

  it('name the missing amount when they are too small', async () => {
    const id = await funded(1000)
    await prepayFromBalance(app.system, { ...order(id, 2), amountFen: 800 })
    expect(await settleAdvance(app.system, { ...order(id, 2), finalFen: 950 })).toEqual({
      shortFen: 150,
      refundedFen: 0,
    })
  })

  it('return when the order is cancelled, once, less a fee', async () => {
    const id = await funded(1000)
    await prepayFromBalance(app.system, { ...order(id, 3), amountFen: 800 })
    expect(await refundAdvance(app.system, { ...order(id, 3), keepFen: 50 })).toEqual({ refundedFen: 750 })
    expect(await refundAdvance(app.system, { ...order(id, 3), keepFen: 50 })).toEqual({ refundedFen: 0 })
    expect(await balanceOf(app.system, id)).toMatchObject({ balanceFen: 950, advanceFen: 0 })
  })

  it('are refused when the balance is too small, naming the missing amount', async () => {
    const id = await funded(1000)
    await expect(prepayFromBalance(app.system, { ...order(id, 4), amountFen: 1001 })).rejects.toMatchObject({
      message: '预存余额不足，还差 ¥0.01',
    })
    await expect(
      debitPrestore(app.system, {
        customerId: id,
        amountFen: 1001,
        kind: 't',
        businessId: id,
        operation: 'x',
        memo: '',
      }),
    ).rejects.toMatchObject({ kind: { error: 'notEnough' } })
  })
})
