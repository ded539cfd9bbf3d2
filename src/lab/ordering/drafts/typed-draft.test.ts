import { describe, expect, test } from 'vitest'
import { type DraftParts, draftDifferences, withTypedParts } from './typed-draft-rules.ts'

const empty: DraftParts = {
  planIds: [7],
  samples: [],
  contact: {},
  delivery: {},
  returnAddress: {},
  invoice: {},
  remark: '',
  groupNo: '',
  couponIds: [],
  funding: {},
}
const sample = (planId: number, ownNo: string, name = '') => ({ planId, ownNo, name, form: 'powder' })
const names = (planId: number) => `项目${planId}`

describe('[F-81] typed text compared with the saved draft', () => {
  test('a typed row of the sample table is described as a difference', () => {
    const typed = { ...empty, samples: [sample(7, 'A1', '氯化钠')] }
    expect(draftDifferences(empty, typed, empty, names)).toEqual([
      { key: 'samples.7.0', label: '项目7 第 1 个样品', typed: 'A1，氯化钠，粉末，常温', saved: '（空）' },
    ])
  })

  test('rows that were only numbered, and parts that only another page changed, are no difference', () => {
    const typed = { ...empty, samples: [sample(7, '1'), sample(7, '2')] }
    const saved = { ...empty, contact: { name: '李老师' }, remark: '另一页写的' }
    expect(draftDifferences(empty, typed, saved, names)).toEqual([])
  })

  test('only the chosen parts replace what another page has saved', () => {
    const typed = { ...empty, contact: { phone: '13800000001' }, remark: '这里', samples: [sample(7, 'A')] }
    const saved = { ...empty, contact: { name: '王老师', phone: '13800000002' }, remark: '那里' }
    const keys = draftDifferences(empty, typed, saved, names).map(({ key }) => key)
    expect(keys).toEqual(['remark', 'contact.phone', 'samples.7.0'])
    expect(withTypedParts(saved, typed, new Set(['contact.phone', 'samples.7.0']))).toEqual({
      ...saved,
      contact: { name: '王老师', phone: '13800000001' },
      samples: [sample(7, 'A')],
    })
  })

  test('samples keep their order, with several projects and more than ten rows', () => {
    const typed = { ...empty, samples: Array.from({ length: 12 }, (_, i) => sample(7, `A${i}`)) }
    const keys = draftDifferences(empty, typed, empty, names).map(({ key }) => key)
    expect(withTypedParts(empty, typed, new Set(keys)).samples).toEqual(typed.samples)
  })
})
