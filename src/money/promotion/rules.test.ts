import { describe, expect, it } from 'vitest'
import { mayBegin, ruleAt, rulesAfter, withRule } from '../../core/settings/dated-rules.ts'
import { movesTo, type RebateAmounts, rebateFen, rebateRuleTexts } from './rules.ts'

const rates = { rateBp: 500, types: [{ typeId: 3, rateBp: 800 }], categories: [{ categoryId: 31, rateBp: 250 }] }
const line = (typeId: number, categoryId: number, amountFen: number) => ({ typeId, categoryId, amountFen })

describe('a rebate', () => {
  it('goes by category, then service type, then the general rate, on what was paid for each line', () => {
    expect(rebateFen(rates, [line(1, 1, 100)], 10_000)).toBe(500)
    expect(rebateFen(rates, [line(3, 1, 100)], 10_000)).toBe(800)
    expect(rebateFen(rates, [line(3, 31, 100)], 10_000)).toBe(250)
    expect(rebateFen(rates, [line(1, 1, 100), line(1, 31, 300)], 10_000)).toBe(125 + 187)
  })

  it('is rounded down once for the order, never above its share, and needs no lines with a price', () => {
    expect(rebateFen(rates, [line(1, 1, 1), line(1, 1, 1), line(1, 1, 1)], 19)).toBe(0)
    expect(rebateFen(rates, [line(1, 1, 0)], 59)).toBe(2)
    expect(rebateFen(rates, [], 10_000)).toBe(500)
    expect(rebateFen(rates, [line(1, 1, 1)], 0)).toBe(0)
  })

  it('is taken back from pending first, then from the balance, and the rest is owed', () => {
    const pending: RebateAmounts = { amountFen: 500, pendingFen: 500, availableFen: 0, owedFen: 0, maturedAt: null }
    expect(movesTo(pending, 200, 0)).toEqual({ pendingFen: -300, availableFen: 0, owedFen: 0 })
    const matured = { ...pending, pendingFen: 0, availableFen: 500, maturedAt: new Date(0) }
    expect(movesTo(matured, 200, 1_000)).toEqual({ pendingFen: 0, availableFen: -300, owedFen: 0 })
    expect(movesTo(matured, 0, 120)).toEqual({ pendingFen: 0, availableFen: -120, owedFen: 380 })
    expect(movesTo(matured, 500, 0)).toEqual({ pendingFen: 0, availableFen: 0, owedFen: 0 })
  })

  it('keeps amount = pending + available − owed for every balance and target', () => {
    for (const maturedAt of [null, new Date(0)])
      for (const balance of [0, 1, 250, 900])
        for (const target of [0, 1, 250, 499, 500, 700]) {
          const before: RebateAmounts = maturedAt
            ? { amountFen: 400, pendingFen: 0, availableFen: 500, owedFen: 100, maturedAt }
            : { amountFen: 400, pendingFen: 400, availableFen: 0, owedFen: 0, maturedAt }
          const moves = movesTo(before, target, balance)
          expect(
            before.pendingFen +
              moves.pendingFen +
              before.availableFen +
              moves.availableFen -
              before.owedFen -
              moves.owedFen,
          ).toBe(target)
          expect(-moves.availableFen).toBeLessThanOrEqual(balance)
        }
  })

  it('is explained in words with names and percentages', () => {
    const rule = { from: '2026-01-01', ...rates, bindDays: 365, windowDays: 15, taxNote: '' }
    const texts = rebateRuleTexts(rule, new Map([[31, '电镜']])).join()
    expect(texts).toContain('实付金额的 5% 计算；其中数据分析 8%、电镜 2.5%')
    expect(texts).toContain('满 15 天')
  })
})

describe('rules with effect from a day', () => {
  const rules = [{ from: '2026-03-01' }, { from: '2026-01-01' }]

  it('the latest that has begun is in force; before the first there is none', () => {
    expect(ruleAt(rules, '2025-12-31')).toBeUndefined()
    expect(ruleAt(rules, '2026-01-01')?.from).toBe('2026-01-01')
    expect(ruleAt(rules, '2026-03-01')?.from).toBe('2026-03-01')
    expect(rulesAfter(rules, '2026-02-01').map(({ from }) => from)).toEqual(['2026-03-01'])
  })

  it('begin tomorrow at the earliest, only the first may begin today; one of the same day is replaced', () => {
    expect(mayBegin(rules, '2026-02-02', '2026-02-01')).toBe(true)
    expect(mayBegin(rules, '2026-02-01', '2026-02-01')).toBe(false)
    expect(mayBegin([], '2026-02-01', '2026-02-01')).toBe(true)
    expect(mayBegin([], '2026-01-31', '2026-02-01')).toBe(false)
    expect(withRule(rules, { from: '2026-03-01' })).toHaveLength(2)
  })
})
