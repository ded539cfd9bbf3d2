import { expect, it } from 'vitest'
import { staffReportRecord } from './record-contract.ts'
import { isBrokenNumber, repeatedValue } from './value-rules.ts'

it('[Q-223] a result of digits that is no number is refused at its row; texts, limits and ranges are results', () => {
  for (const text of ['12..3', '1.2.3', '0,5', '5.', '<0.0.1', '1,2345', '.'])
    expect([text, isBrokenNumber(text)]).toEqual([text, true])
  for (const text of ['12.3', '<0.01', '−5', '1,200.5', '.5', '未检出', '10–20', '1.2e-5', '10, 20', '3:1'])
    expect([text, isBrokenNumber(text)]).toEqual([text, false])
  const row = { sampleNo: '', name: '粒径', value: '12..3', unit: 'nm', uncertainty: '', remark: '' }
  const { error } = staffReportRecord.input.shape.measured.safeParse([{ ...row, value: '5' }, row])
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['1.value', '“12..3”不是数字，请核对小数点'],
  ])
})

it('[Q-222] a value that stands a second time is found by its place', () => {
  const value = (sampleNo: string, name: string) => ({ sampleNo, name })
  expect(repeatedValue([value('A', '铁'), value('B', '铁'), value('A', '锌'), value('B', '铁')])).toBe(3)
  expect(repeatedValue([value('A', '铁'), value('B', '铁')])).toBe(-1)
})
