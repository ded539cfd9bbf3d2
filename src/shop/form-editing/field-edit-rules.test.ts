import { describe, expect, it } from 'vitest'
import { type FieldKind, fieldKindLabels, type ParameterForm } from '../catalogue/forms/form-rules.ts'
import { parameterFormSchema, priceRuleSchema } from '../catalogue/forms/form-schema-rules.ts'
import { blankField, conditionSources, freeKey, moved, ratedRule } from './field-edit-rules.ts'

describe('editing a parameter form', () => {
  it('a new field of every kind is valid once it and its first option or column have a name', () => {
    for (const kind of Object.keys(fieldKindLabels) as FieldKind[]) {
      const field = { ...blankField(kind, { fields: [] }), label: '名称' }
      if ('options' in field) field.options = field.options.map((option) => ({ ...option, label: '选项' }))
      if ('columns' in field) field.columns = field.columns.map((column) => ({ ...column, label: '列' }))
      expect([kind, parameterFormSchema.safeParse({ fields: [field] }).success]).toEqual([kind, true])
    }
  })

  it('a new price rule has a valid first rate', () => {
    expect(priceRuleSchema.safeParse(ratedRule()).success).toBe(true)
  })

  it('keys are never given twice, also after one was removed', () => {
    expect(freeKey('f', [])).toBe('f1')
    expect(freeKey('f', ['f2'])).toBe('f3')
    expect(freeKey('f', ['f1', 'f3'])).toBe('f4')
  })

  it('an entry moves to a place that exists, and nowhere else', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  })

  it('a condition refers to an earlier choice or yes/no only', () => {
    const form: ParameterForm = {
      fields: [
        { key: 'a', label: '甲', kind: 'yesno' },
        { key: 'b', label: '乙', kind: 'text' },
        { key: 'c', label: '丙', kind: 'choice', options: [{ value: 'o1', label: '一' }] },
      ],
    }
    expect(conditionSources(form, 2).map(({ key }) => key)).toEqual(['a'])
    expect(conditionSources(form, 3).map(({ key }) => key)).toEqual(['a', 'c'])
  })
})
