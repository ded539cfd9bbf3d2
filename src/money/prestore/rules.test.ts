import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedLines, customerOfMemo, difference, moneyDayFault, readBankLines, transferCode } from './rules.ts'

describe('the transfer code', () => {
  it('[M-02] is found in a remark, whatever surrounds it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (id) => {
        expect(customerOfMemo(`预存 ${transferCode(id).toLowerCase()}，谢谢`)).toBe(id)
      }),
    )
  })

  it('with one wrong letter is not recognised', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.nat(),
        fc.constantFrom(...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'),
        (id, at, letter) => {
          const code = transferCode(id)
          const i = 2 + (at % (code.length - 2))
          fc.pre(code[i] !== letter)
          expect(customerOfMemo(code.slice(0, i) + letter + code.slice(i + 1))).not.toBe(id)
        },
      ),
    )
  })

  it('a remark without a code names no customer', () => expect(customerOfMemo('实验费用 张三')).toBeUndefined())
})

describe('rows of a bank statement', () => {
  const now = new Date('2026-03-02T02:00:00Z')

  it('[F-49] dated in the future, or more than a year ago, are refused by line', () => {
    const text =
      'A0001\t2027-03-01\t1\t甲\nA0002\t2026-03-02 23:59\t1\t甲\nA0003\t2026-03-03\t1\t甲\nA0004\t2010-03-01\t1\t甲'
    expect(readBankLines(text, now).faults).toEqual([
      '第1行：到账时间“2027-03-01”晚于今天',
      '第3行：到账时间“2026-03-03”晚于今天',
      '第4行：到账时间“2010-03-01”早于一年前',
    ])
    expect([moneyDayFault('2025-03-01', now), moneyDayFault('2025-02-28', now)]).toEqual([undefined, 'old'])
  })

  it('are read from tabs and commas and quoted amounts; the header and empty lines are skipped', () => {
    const { lines, faults } = readBankLines(
      '流水号,到账时间,金额,付款户名,付款账号,附言\n\nA0001,2026/03/01 10:20,"1,280.50",某大学,6222,MX2222\nA0002\t2026-03-01\t3\t张三',
      now,
    )
    expect(faults).toEqual([])
    expect(lines).toEqual([
      {
        serial: 'A0001',
        amountFen: 128050,
        payer: '某大学',
        payerAccount: '6222',
        receivedAt: '2026-03-01 10:20',
        memo: 'MX2222',
      },
      { serial: 'A0002', amountFen: 300, payer: '张三', payerAccount: '', receivedAt: '2026-03-01', memo: '' },
    ])
  })

  it('[Q-74] with amounts in full-width digits are read', () => {
    expect(readBankLines('A0001\t2026-03-01\t１,２００.５０\t张三', now).lines).toMatchObject([{ amountFen: 120_050 }])
  })

  it('[T-22] with amounts that are not positive yuan with at most two decimals, or with repeated serials, are refused', () => {
    for (const amount of ['-1', '0', '0.00', '1e2', '1.005', 'NaN', '9007199254740993']) {
      expect(readBankLines(`A0001\t2026-03-01\t${amount}\t张三`, now).faults, amount).toHaveLength(1)
    }
    expect(readBankLines('A0001\t2026-03-01\t1\t甲\nA0001\t2026-03-01\t1\t甲', now).faults).toEqual([
      '第2行：流水号 A0001 重复',
    ])
  })

  it('[Q-212] that were imported before are told apart, and those with another amount are faults', () => {
    const { lines } = readBankLines('A0001\t2026-03-01\t1\t甲\nA0002\t2026-03-01\t2\t甲\nA0003\t2026-03-01\t3\t甲', now)
    const { fresh, known, faults } = comparedLines(lines, [
      { serial: 'A0001', amountFen: 100 },
      { serial: 'A0002', amountFen: 1 },
    ])
    expect([fresh, known].map((some) => some.map(({ serial }) => serial))).toEqual([['A0003'], ['A0001']])
    expect(faults).toEqual(['流水号 A0002 此前已按 ¥0.01 导入，现为 ¥2.00'])
  })

  it('never throw, whatever is pasted', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void readBankLines(text, now)))
  })
})

it('names whether the bank got less or more than the claim says', () => {
  expect([difference(5, 5), difference(5, 4), difference(5, 6)]).toEqual(['equal', 'short', 'over'])
})
