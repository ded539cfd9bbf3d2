import { describe, expect, it } from 'vitest'
import { accountKinds } from '../ledger/rules.ts'
import { codedAccounts, type Codes, journalOf, type Move, sumsOf, TAX, usualCodes } from './rules.ts'

const move = (account: Move['account'], amountFen: number, voucher = '1'): Move => ({
  ...{ day: '2026-03-02', voucher, summary: '付款', account, amountFen, party: '', source: '' },
})
const withTax: Codes = { ...usualCodes, [TAX]: { code: '22210106', name: '销项税额' } }

describe('vouchers', () => {
  it('every account of the ledger that holds money has a code', () => {
    const money = Object.entries(accountKinds).flatMap(([kind, { asset }]) => (asset === 'money' ? [kind] : []))
    expect(codedAccounts.filter((account) => account !== TAX).toSorted()).toEqual(money.toSorted())
    const codes = codedAccounts.map((account) => usualCodes[account].code).filter((code) => code !== '')
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('money that comes in is debited at the bank and credited to the customer', () => {
    const lines = journalOf([move('bank', -50_000), move('prestore', 50_000)], usualCodes, 6)
    expect(lines).toMatchObject([
      { at: 1, code: '1002', debitFen: 50_000, creditFen: 0 },
      { at: 2, code: '220301', debitFen: 0, creditFen: 50_000 },
    ])
  })

  it('tax is taken out of income to the fen in both directions, and debit stays equal to credit', () => {
    for (const fen of [1, 7, 99, 10_000, 106_000, 123_457]) {
      const moves = [move('advance', -fen), move('income', fen), move('income', -fen, '2'), move('prestore', fen, '2')]
      const lines = journalOf(moves, withTax, 6)
      const { debitFen, creditFen } = sumsOf(lines)
      expect([fen, debitFen]).toEqual([fen, creditFen])
      const tax = lines.filter(({ code }) => code === '22210106')
      expect(tax.reduce((sum, line) => sum + line.creditFen, 0)).toBe(Math.round((fen * 6) / 106))
      expect(tax.reduce((sum, line) => sum + line.debitFen, 0)).toBe(Math.round((fen * 6) / 106))
    }
  })

  it('without a code for tax, or a rate, income is whole; lines are counted within their voucher', () => {
    expect(journalOf([move('income', 106)], usualCodes, 6)).toHaveLength(1)
    expect(journalOf([move('income', 106)], withTax, 0)).toHaveLength(1)
    expect(journalOf([move('bank', -1), move('income', 1), move('bank', -2, '2')], usualCodes, 6)).toMatchObject([
      { at: 1 },
      { at: 2 },
      { at: 1 },
    ])
  })
})
