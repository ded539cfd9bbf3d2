import { expect, it } from 'vitest'
import { packed, unpacked } from './server-api.ts'

it('loader data comes out as it went in, whatever marks are in it, and costs a page no escapes', () => {
  const value = { a: [1, null, true], "it's": 'says "yes" \\ \'no\'', 形态: { '"': "'" } }
  expect(unpacked(packed(value))).toEqual(value)
  expect(JSON.stringify(packed({ name: '扫描电镜', tags: ['形貌'] }))).not.toContain('\\')
})
