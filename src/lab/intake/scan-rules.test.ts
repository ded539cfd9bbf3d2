import { expect, test } from 'vitest'
import { noSampleText, unreadText } from './scan-rules.ts'

test('[Q-320] a code that opens nothing is told what can be scanned, and what it is where that can be told', () => {
  expect(unreadText('hello', false)).toBe(
    '“HELLO”不是这里能识别的编号。请扫送样单、样品标签（以 MX 开头）或快递单（不少于 10 位）；编号也可以手工输入',
  )
  expect(unreadText(' a-02', true)).toContain('“A-02”是架位。请先扫送样单')
  expect(unreadText('SF1400000007777', false)).toContain('没有样品填写过这个快递单号')
  expect(noSampleText('MX26030200001')).toContain('“MX26030200001”是送样单')
  expect(noSampleText('A-02')).toContain('请扫样品标签')
})
