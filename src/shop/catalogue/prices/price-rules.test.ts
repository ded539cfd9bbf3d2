import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceRuleSchema } from '../forms/form-schema-rules.ts'
import type { ParameterForm } from '../forms/form-rules.ts'
import { priceFrom, priceGroups, priceOf, pricingFaults, type PriceRule } from './price-rules.ts'

const fen = (institute: number) => ({
  institute,
  individual: Math.round(institute * 1.25),
  enterprise: Math.round(institute * 1.6),
})

const form: ParameterForm = {
  fields: [
    {
      key: 'nuclei',
      label: '核',
      kind: 'choices',
      options: [
        { value: 'h', label: '¹H', price: [{ rate: 'proton' }] },
        { value: 'c', label: '¹³C', price: [{ rate: 'hours' }] },
        { value: 'x', label: '其他', price: [{ quote: true }] },
        { value: 'broken', label: '缺价', price: [{ charge: 'nothing' }] },
      ],
    },
    {
      key: 'hours',
      label: '机时',
      kind: 'number',
      min: 0.5,
      max: 48,
      step: 0.5,
      showWhen: { field: 'nuclei', is: ['c'] },
    },
    { key: 'elements', label: '元素', kind: 'elements', price: [{ charge: 'element', free: 3 }] },
    { key: 'points', label: '点数', kind: 'number', min: 1, max: 50, price: [{ charge: 'point', free: 1 }] },
    { key: 'coat', label: '喷金', kind: 'yesno', price: [{ charge: 'coat' }] },
    {
      key: 'rows',
      label: '温度点',
      kind: 'table',
      columns: [{ key: 't', label: '温度', kind: 'number', min: 0, max: 900 }],
      price: [{ charge: 'startup' }],
    },
  ],
}
const rule: PriceRule = {
  kind: 'rated',
  rates: [
    {
      key: 'proton',
      label: '¹H 谱',
      basis: '样',
      unitFen: fen(6000),
      perSample: true,
      tiers: [{ above: 10, unitFen: fen(5000) }],
    },
    {
      key: 'hours',
      label: '机时',
      basis: '小时',
      unitFen: fen(20000),
      quantityField: 'hours',
      perSample: true,
      tiers: [{ above: 1, unitFen: fen(5000) }],
    },
  ],
  urgentPercent: 150,
  addOns: [
    { key: 'element', label: '加测元素', unit: '元素', unitFen: fen(4000), perSample: true },
    { key: 'point', label: '加测点', unit: '点', unitFen: fen(333), perSample: true },
    { key: 'coat', label: '喷金', unit: '样', unitFen: fen(2000), perSample: true },
    { key: 'startup', label: '变温', unit: '次', unitFen: fen(30000), perSample: false },
  ],
}

function totalOf(
  values: Record<string, unknown>,
  sampleCount = 1,
  options: { urgent?: boolean; rule?: PriceRule } = {},
) {
  const price = priceOf({
    rule: options.rule ?? rule,
    form,
    values,
    group: 'institute',
    sampleCount,
    urgent: options.urgent ?? false,
  })
  return price.kind === 'priced' ? price.totalFen : price.kind
}

describe('the price of a line', () => {
  test('uses the first rate, and falls to the lower tier from the eleventh sample on', () => {
    expect(totalOf({}, 10)).toBe(60000)
    expect(totalOf({}, 12)).toBe(70000)
  })

  test('charges the first hour in full and further hours of each sample less', () => {
    expect(totalOf({ nuclei: ['c'], hours: 4 })).toBe(35000)
    expect(totalOf({ nuclei: ['c'], hours: 4 }, 2)).toBe(70000)
    expect(totalOf({ nuclei: ['h', 'c'], hours: 1.5 })).toBe(6000 + 22500)
  })

  test('counts a missing quantity as one unit, never as nothing', () => {
    expect(totalOf({ nuclei: ['c'] })).toBe(20000)
    expect(totalOf({ nuclei: ['c'], hours: -5 })).toBe(20000)
  })

  test('charges only what exceeds the free count, per sample or once', () => {
    expect(totalOf({ elements: ['C', 'O', 'N'] })).toBe(6000)
    expect(totalOf({ elements: ['C', 'O', 'N', 'Fe', 'Cu'] }, 2)).toBe(2 * (6000 + 8000))
    expect(totalOf({ points: 4, coat: true }, 2)).toBe(2 * (6000 + 999 + 2000))
    expect(totalOf({ rows: [{ t: 1 }, { t: 2 }] }, 3)).toBe(18000 + 60000)
  })

  test('multiplies urgent work, and tops up to the least charge', () => {
    expect(totalOf({}, 1, { urgent: true })).toBe(9000)
    expect(totalOf({}, 1, { rule: { ...rule, leastChargeFen: fen(10000), startUpFen: fen(1000) } })).toBe(10000)
  })

  test('[S-21] rounds the part for urgency to the nearest fen, half a fen up', () => {
    // 6333 × 50 % = 3166.5; × 10 % = 633.3
    expect(totalOf({ points: 2 }, 1, { urgent: true })).toBe(6333 + 3167)
    expect(totalOf({ points: 2 }, 1, { urgent: true, rule: { ...rule, urgentPercent: 110 } })).toBe(6333 + 633)
  })

  test('is a quote when chosen so, when urgent has no price, when the rule lacks a charge, or the count is absurd', () => {
    const { urgentPercent: _, ...slow } = rule
    expect(totalOf({ nuclei: ['h', 'x'] })).toBe('quote')
    expect(totalOf({}, 1, { urgent: true, rule: slow })).toBe('quote')
    expect(totalOf({ nuclei: ['broken'] })).toBe('quote')
    for (const count of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(totalOf({}, count)).toBe('quote')
    expect(totalOf({}, 1, { rule: { kind: 'quote' } })).toBe('quote')
    expect(pricingFaults(rule, form)).toEqual(['缺少附加收费「nothing」'])
  })

  test('a hidden field costs nothing', () => {
    const hidden: ParameterForm = {
      fields: [
        { key: 'a', label: 'A', kind: 'yesno' },
        { key: 'b', label: 'B', kind: 'yesno', showWhen: { field: 'a', is: [true] }, price: [{ charge: 'coat' }] },
      ],
    }
    const price = priceOf({
      rule,
      form: hidden,
      values: { b: true },
      group: 'institute',
      sampleCount: 1,
      urgent: false,
    })
    expect(price).toMatchObject({ kind: 'priced', totalFen: 6000 })
  })

  test('[T-27] any values, any group: whole fen, lines sum to the total, nothing negative, nothing free', () => {
    const values = fc.dictionary(
      fc.constantFrom(...form.fields.map((field) => field.key), 'x'),
      fc.oneof(fc.jsonValue(), fc.double(), fc.constantFrom(['h'], ['c'], true, ['Fe', 'O', 'C', 'N'], 2.5)),
    )
    fc.assert(
      fc.property(
        values,
        fc.constantFrom(...priceGroups),
        fc.integer({ min: 1, max: 10_000 }),
        fc.boolean(),
        (given, group, sampleCount, urgent) => {
          const price = priceOf({ rule, form, values: given, group, sampleCount, urgent })
          if (price.kind === 'quote') return
          expect(Number.isSafeInteger(price.totalFen)).toBe(true)
          expect(price.lines.reduce((sum, line) => sum + line.amountFen, 0)).toBe(price.totalFen)
          expect(price.lines.every((line) => Number.isSafeInteger(line.amountFen) && line.amountFen > 0)).toBe(true)
          expect(price.totalFen).toBeGreaterThanOrEqual(5000)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('[T-27] more samples never cost less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: 0.5, max: 48, noNaN: true }),
        fc.subarray(['h', 'c']),
        (count, hours, nuclei) => {
          expect(Number(totalOf({ nuclei, hours }, count + 1))).toBeGreaterThanOrEqual(
            Number(totalOf({ nuclei, hours }, count)),
          )
        },
      ),
    )
  })
})

test('prices from the lowest rate', () => {
  expect(priceFrom(rule)).toEqual({ priceFromFen: 6000, unit: '样' })
  expect(priceFrom({ kind: 'quote' })).toBeUndefined()
})

test('[T-22] a price rule takes whole non-negative fen only', () => {
  expect(priceRuleSchema.safeParse(rule).success).toBe(true)
  for (const bad of [-1, 0.5, Number.POSITIVE_INFINITY, '100', 2 ** 53]) {
    const broken = { ...rule, startUpFen: { institute: bad, individual: 0, enterprise: 0 } }
    expect(priceRuleSchema.safeParse(broken).success).toBe(false)
  }
})
