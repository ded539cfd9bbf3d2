import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customerOfMemo, difference, transferCode } from './rules.ts'

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

it('names whether the bank got less or more than the claim says', () => {
  expect([difference(5, 5), difference(5, 4), difference(5, 6)]).toEqual(['equal', 'short', 'over'])
})
