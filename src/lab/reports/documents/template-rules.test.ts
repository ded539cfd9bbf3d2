import { describe, expect, it } from 'vitest'
import { changesBetween, emptyValues } from './template-rules.ts'

const value = (sampleNo: string, text: string) => ({
  sampleNo,
  name: '比表面积',
  value: text,
  unit: 'm²/g',
  uncertainty: '',
  remark: '',
})
const file = (name: string, sha256: string) => ({ name, sampleNo: 'S1', sha256 })

describe('what a new edition changes', () => {
  it('names values that differ, are new or gone, with both values', () => {
    const changes = changesBetween(
      { values: [value('S1', '10'), value('S2', '20')], files: [] },
      { values: [value('S1', '12'), value('S3', '5')], files: [] },
    )
    expect(changes).toEqual(['数值：S1 比表面积 由 10 m²/g 改为 12 m²/g；新增 S3 比表面积；删除 S2 比表面积'])
  })
  it('compares files by content, not by name', () => {
    const before = { values: [], files: [file('a.dat', '1'), file('b.dat', '2')] }
    expect(changesBetween(before, { values: [], files: [file('a.dat', '3'), file('b.dat', '2')] })).toEqual([
      '新的数据文件：a.dat',
      '不再使用的数据文件：a.dat',
    ])
    expect(changesBetween(before, before)).toEqual([])
  })
  it('a long list is cut and counted', () => {
    const values = Array.from({ length: 9 }, (_, i) => value(`S${i}`, '1'))
    expect(changesBetween({ values: [], files: [] }, { values, files: [] })[0]).toMatch(/等 9 项$/)
  })
})

it('a template gives a row for each sample and value', () => {
  expect(emptyValues(['比表面积（m²/g）', '物相'], ['S1', 'S2'])).toHaveLength(4)
  expect(emptyValues(['比表面积（m²/g）'], ['S1'])[0]).toMatchObject({ name: '比表面积', unit: 'm²/g', sampleNo: 'S1' })
})
