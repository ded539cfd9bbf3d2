import { describe, expect, it } from 'vitest'
import type { PriceRule } from '../catalogue/prices/price-rules.ts'
import { planBudget, type PlannedMethod } from './rules.ts'

const each = (fen: number) => ({ institute: fen, individual: fen, enterprise: fen * 2 })
const rated = (fen: number, more: Partial<Extract<PriceRule, { kind: 'rated' }>> = {}): PriceRule => ({
  kind: 'rated',
  rates: [{ key: 'sample', label: '测试', basis: '样', unitFen: each(fen), perSample: true }],
  addOns: [],
  ...more,
})
const method = (rid: number, rule: PriceRule): PlannedMethod => ({ rid, rule, form: { fields: [] } })
const xrd = method(1, rated(8_000))
const sem = method(2, rated(20_000))
const asked = method(3, { kind: 'quote' })

describe('[28.8] a budget', () => {
  it('pays the methods in the order in which they were chosen, and says for how many samples the next one is enough', () => {
    const wanted = { group: 'institute', sampleCount: 5, budgetFen: 100_000 } as const
    expect(planBudget([xrd, sem, asked], wanted)).toEqual({
      lines: [
        { rid: 1, amountFen: 40_000, state: 'fits', samples: 5 },
        { rid: 2, amountFen: 100_000, state: 'less', samples: 3 },
        { rid: 3, amountFen: null, state: 'quote', samples: 0 },
      ],
      totalFen: 40_000,
      leftFen: 60_000,
    })
    expect(planBudget([sem, xrd], wanted).lines.map(({ state }) => state)).toEqual(['fits', 'none'])
  })

  it('has the price of the person: the same sum pays a company for fewer samples', () => {
    const wanted = { group: 'enterprise', sampleCount: 5, budgetFen: 50_000 } as const
    expect(planBudget([xrd], wanted).lines[0]).toMatchObject({ amountFen: 80_000, state: 'less', samples: 3 })
  })

  it('counts a least charge as an order would, so that no number of samples fits below it', () => {
    const dear = method(4, rated(8_000, { leastChargeFen: each(60_000) }))
    const wanted = { group: 'institute', sampleCount: 3, budgetFen: 50_000 } as const
    expect(planBudget([dear], wanted).lines[0]).toMatchObject({ amountFen: 60_000, state: 'none', samples: 0 })
  })

  it('is not needed: without one the sum is what the methods cost', () => {
    expect(planBudget([xrd, sem], { group: 'institute', sampleCount: 2 })).toMatchObject({
      totalFen: 56_000,
      leftFen: undefined,
    })
  })
})
