import { describe, expect, it } from 'vitest'
import { plainTemplate, reportTermsSchema, templateFor, usualTemplates, valueParts } from './report-template-rules.ts'

describe('templates of reports', () => {
  it('the first template with a word of the project is used, else everything is printed', () => {
    expect(templateFor(usualTemplates, 'X 射线衍射（XRD）').standard).toContain('0587')
    expect(templateFor(usualTemplates, '比表面积（bet）').values).toContain('比表面积（m²/g）')
    expect(templateFor(usualTemplates, '电子背散射衍射（EBSD）')).toBe(plainTemplate)
    expect(templateFor(usualTemplates, '定制实验')).toBe(plainTemplate)
  })
  it('reads a value and its unit', () => {
    expect(valueParts('晶粒尺寸（nm）')).toEqual({ name: '晶粒尺寸', unit: 'nm' })
    expect(valueParts('物相')).toEqual({ name: '物相', unit: '' })
    expect(valueParts('(空)')).toEqual({ name: '(空)', unit: '' })
  })
  it('the usual templates fit the setting', () => {
    expect(reportTermsSchema.parse({ labName: '', signatory: '', templates: usualTemplates }).templates).toHaveLength(
      usualTemplates.length,
    )
  })
})
