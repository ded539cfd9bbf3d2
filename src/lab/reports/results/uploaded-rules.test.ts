import { expect, test } from 'vitest'
import { type UploadedFile, uploadedText } from './uploaded-rules.ts'

const file = (name: string, more: Partial<UploadedFile> = {}): UploadedFile => ({
  ...{ name, version: 1, sampleNo: 'MX2603020000101', endedWithoutData: false },
  ...more,
})

test('[Q-319] the notice of several files names the new versions and the samples that have data again', () => {
  expect(uploadedText([])).toBeUndefined()
  expect(uploadedText([file('a.csv', { version: 2, endedWithoutData: true })])).toBe(
    'a.csv（第 2 版） → MX2603020000101，无数据说明已撤销',
  )
  expect(uploadedText([file('a.csv'), file('b.csv', { sampleNo: '' })])).toBe('已上传 2 个文件')
  const both = [file('a.csv', { version: 3 }), file('b.csv', { endedWithoutData: true })]
  // Two files of one sample end its note once.
  const twice = [...both, file('c.csv', { endedWithoutData: true })]
  expect(uploadedText(twice)).toBe('已上传 3 个文件；成为新版本：a.csv（第 3 版）；无数据说明已撤销：MX2603020000101')
  const many = ['a', 'b', 'c', 'd'].map((name) => file(`${name}.csv`, { version: 2 }))
  expect(uploadedText(many)).toContain('c.csv（第 2 版） 等 4 个')
})
