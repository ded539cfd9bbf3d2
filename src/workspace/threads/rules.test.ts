import { expect, it } from 'vitest'
import { unsentFiles } from './rules.ts'

it('[Q-217] a message does not leave without a file that could not be uploaded', () => {
  expect(unsentFiles([{ name: '条件.txt' }])).toBeNull()
  expect(unsentFiles([{ name: '条件.txt' }, { name: '谱图.exe', error: '不支持这种文件' }])).toBe(
    '谱图.exe 没有上传成功，请重试或移除后再发送',
  )
})
