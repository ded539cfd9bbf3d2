import { describe, expect, it } from 'vitest'
import { changesOf, differingLines, sectionWith } from './change-rules.ts'
import { completed, kindOf } from './kinds/kind-rules.ts'

const project = kindOf('project')
/** A project with these values among its requirements, questions and prices. */
function written({ least = '≥ 50 mg', max = 90, institute = 6000, ...field }: Record<string, unknown> = {}) {
  const question = { key: 'range', label: '角度范围', kind: 'number', min: 5, max, unit: '°', required: true, ...field }
  const unitFen = { institute, individual: 8000, enterprise: 10_000 }
  const rate = { key: 'base', label: '常规扫描', basis: '样', perSample: true, unitFen }
  return completed(project, {
    ...{ name: 'XRD 物相分析', slug: 'xrd', categoryId: 4, daysFrom: 3, daysTo: 5, intro: '第一段\n第二段\n第三段' },
    requirements: [{ form: 'powder', accepted: true, least, size: '', refused: '', note: '' }],
    form: { fields: [question] },
    rule: { kind: 'rated', rates: [rate], addOns: [] },
  })
}
const published = written()

describe('[G-12] the differences to the published version', () => {
  it('name the fields in the order of the form, with the lines that differ', () => {
    const typed = { ...published, name: 'XRD 全谱分析', intro: '第一段\n改过的第二段\n第三段', daysTo: 7 }
    expect(changesOf(project, published, typed)).toEqual([
      { field: 'name', label: '项目名称', before: ['XRD 物相分析'], after: ['XRD 全谱分析'], same: 0 },
      { field: 'daysTo', label: '最长周期', before: ['5 个工作日'], after: ['7 个工作日'], same: 0 },
      { field: 'intro', label: '项目介绍', before: ['第二段'], after: ['改过的第二段'], same: 2 },
    ])
    expect(changesOf(project, published, published)).toEqual([])
  })

  it('write requirements, questions and prices in the words of the form', () => {
    const typed = written({ least: '≥ 100 mg', max: 120, institute: 6600 })
    expect(changesOf(project, published, typed).map(({ before, after }) => [before, after])).toEqual([
      [['粉末：接收，最少用量 ≥ 50 mg'], ['粉末：接收，最少用量 ≥ 100 mg']],
      [['角度范围（数值，必填，5–90 °）'], ['角度范围（数值，必填，5–120 °）']],
      [
        ['常规扫描（每样）：高校院所 ¥60.00，个人 ¥80.00，企业 ¥100.00'],
        ['常规扫描（每样）：高校院所 ¥66.00，个人 ¥80.00，企业 ¥100.00'],
      ],
    ])
  })

  it('name a field whose change has no line of its own', () => {
    const typed = written({ step: 5 })
    expect(changesOf(project, published, typed)).toEqual([
      { field: 'form', label: '参数表单', before: [], after: [], same: 1 },
    ])
  })

  it('leave out lines that both have, also when lines moved or were added', () => {
    expect(differingLines(['a', 'b', 'c'], ['a', 'c', 'd'])).toEqual({ before: ['b'], after: ['d'], same: 2 })
    expect(differingLines([], ['a'])).toEqual({ before: [], after: ['a'], same: 0 })
    expect(differingLines(['a', 'b'], ['b', 'a'])).toEqual({ before: ['a'], after: ['a'], same: 1 })
  })

  it('lead to the section of the form that holds the field', () => {
    for (const field of Object.keys(project.fields)) expect(sectionWith(project, field)).toBeDefined()
    expect(sectionWith(kindOf('article'), 'title')).toBeUndefined()
  })
})
