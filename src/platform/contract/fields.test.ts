import { expect, it } from 'vitest'
import { z } from 'zod'
import { dateField, dayField, fenField, momentText, numberFault, positiveFen, positiveFenField } from './fields.ts'

const said = (field: z.ZodType, input: unknown) => field.safeParse(input).error?.issues.map(({ message }) => message)

it('[Q-53] an amount that nobody typed is asked for by its name; only what was typed is called wrong', () => {
  for (const missing of [undefined, null, '']) {
    expect(said(positiveFen('退款金额'), missing)).toEqual(['请填写退款金额'])
    expect([said(fenField, missing), said(positiveFenField, missing)]).toEqual([['请填写金额'], ['请填写金额']])
  }
  for (const wrong of [Number.NaN, '12', {}]) expect(said(positiveFenField, wrong)).toEqual(['请输入数字'])
  expect(said(positiveFenField, 1.5)).toEqual(['金额最多两位小数'])
  expect(said(positiveFenField, 0)).toEqual(['金额必须大于零'])
  expect(said(fenField, 0)).toBeUndefined()
})

it('[Q-53] a day that nobody chose is asked for by its name; only what was typed is called wrong', () => {
  for (const missing of [undefined, null, '']) {
    expect(said(dayField('开始日期'), missing)).toEqual(['请选择开始日期'])
    expect(said(dateField, missing)).toEqual(['请选择日期'])
  }
  for (const wrong of ['2026-02-30', '2026-2-3', 'heute']) expect(said(dateField, wrong)).toEqual(['日期格式不正确'])
  expect(said(dateField, '2026-02-28')).toBeUndefined()
})

it('[Q-91] a number that nobody typed is missing; text that is no number is not called missing', () => {
  const capacity = z.number({ error: numberFault('请填写容量') })
  for (const missing of [undefined, null, '']) expect(said(capacity, missing)).toEqual(['请填写容量'])
  // A control reports NaN for 1万 or abc, which arrives as the text NaN.
  for (const wrong of [Number.NaN, 'NaN', '1万', {}]) expect(said(capacity, wrong)).toEqual(['请输入数字'])
})

it('[Q-93] a time that nobody chose is asked for by its name; it is read with a T or a blank', () => {
  for (const missing of [undefined, null, '', ' '])
    expect(said(momentText('测量时间'), missing)).toEqual(['请填写测量时间'])
  expect(said(momentText('测量时间'), '2026-03')).toEqual(['测量时间格式不正确'])
  expect(momentText('测量时间').parse('2026-03-02T10:00')).toBe('2026-03-02 10:00')
})
