import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elementsOf, quantityOf } from './composition-rules.ts'
import { type SampleFacts, type SuitabilityRule, unsuitable } from './suitability-rules.ts'

const sample: SampleFacts = { name: '样品', form: 'powder', composition: 'Fe3O4', hazards: [], amount: '' }
const project = (suitability: SuitabilityRule[], least?: string) => ({
  requirements: [{ form: 'powder' as const, accepted: true, ...(least ? { least } : {}) }],
  suitability,
})

describe('elements of a composition', () => {
  it.each([
    ['Fe3O4', ['Fe', 'O']],
    ['Fe3O4/C 复合物', ['Fe', 'O', 'C']],
    ['CuSO4·5H2O', ['Cu', 'S', 'O', 'H']],
    ['K4[Fe(CN)6]', ['K', 'Fe', 'C', 'N']],
    ['NaCl 99%，少量 KBr', ['Na', 'Cl', 'K', 'Br']],
    ['ＴｉＯ２', ['Ti', 'O']],
    ['PS 微球', []],
    ['PVDF', []],
    ['氧化铁', []],
    ['Xy2', []],
    ['Graphene', []],
  ])('reads %s', (text, elements) => {
    expect(elementsOf(text)).toEqual(elements)
  })

  it('reads any text without failing', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Array.isArray(elementsOf(text))))
  })
})

describe('amounts', () => {
  it.each([
    ['≥ 50 mg', { dimension: 'mass', value: 50_000 }],
    ['0.2g', { dimension: 'mass', value: 200_000 }],
    ['20 毫克', { dimension: 'mass', value: 20_000 }],
    ['500 μL', { dimension: 'volume', value: 500 }],
    ['2 mL', { dimension: 'volume', value: 2000 }],
    ['0.1–0.5 g', { dimension: 'mass', value: 100_000 }],
    ['3 片', { dimension: 'pieces', value: 3 }],
    ['若干', undefined],
    ['10×10 mm', undefined],
  ])('reads %s', (text, quantity) => {
    expect(quantityOf(text)).toEqual(quantity)
  })
})

describe('suitability of a sample', () => {
  it('names a rule only when all of its conditions hold', () => {
    const rule: SuitabilityRule = { forms: ['powder'], hazards: ['magnetic'], effect: 'warn', why: '会被吸走' }
    expect(unsuitable(sample, project([rule]))).toEqual([])
    expect(unsuitable({ ...sample, hazards: ['magnetic'] }, project([rule]))).toEqual([
      { field: 'hazards', effect: 'warn', why: '会被吸走' },
    ])
    expect(unsuitable({ ...sample, form: 'block', hazards: ['magnetic'] }, project([rule]))).toEqual([])
  })

  it('tells a composition of only some elements from one that contains one of them', () => {
    const only: SuitabilityRule = {
      only: ['C', 'H', 'O'],
      effect: 'refuse',
      why: '有机物',
      instead: 'elemental-analysis',
    }
    const contains: SuitabilityRule = { contains: ['Fe'], effect: 'warn', why: '顺磁' }
    const found = (composition: string) => unsuitable({ ...sample, composition }, project([only, contains]))
    expect(found('C6H12O6').map(({ instead }) => instead)).toEqual(['elemental-analysis'])
    expect(found('Fe3O4').map(({ why }) => why)).toEqual(['顺磁'])
    // Nothing was read, so nothing is known.
    expect(found('葡萄糖')).toEqual([])
  })

  it('puts refusals before warnings and compares the amount with the requirement of its form', () => {
    const rules: SuitabilityRule[] = [{ words: ['含水'], effect: 'refuse', why: '请先干燥' }]
    const wet = { ...sample, name: '含水凝胶', amount: '20 mg' }
    expect(unsuitable(wet, project(rules, '≥ 50 mg')).map(({ field, effect }) => [field, effect])).toEqual([
      ['composition', 'refuse'],
      ['amount', 'warn'],
    ])
    expect(unsuitable({ ...sample, amount: '0.05 g' }, project([], '≥ 50 mg'))).toEqual([])
    expect(unsuitable({ ...sample, amount: '3 片' }, project([], '≥ 50 mg'))).toEqual([])
  })

  it('never concerns data, nor a rule without conditions', () => {
    expect(unsuitable({ ...sample, form: 'data', amount: '1 mg' }, project([], '≥ 50 mg'))).toEqual([])
    expect(unsuitable(sample, project([{ effect: 'refuse', why: '总是' }]))).toEqual([])
  })
})
