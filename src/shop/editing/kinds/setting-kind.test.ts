import { expect, it } from 'vitest'
import type { z } from 'zod'
import { settingKinds } from './setting-kind-rules.ts'

it('[Q-98] settings of numbers and times may be typed in full-width digits, and are kept in half width', () => {
  const { settingQuietHours, settingPickup } = settingKinds
  expect(settingQuietHours.schema.parse({ from: '２２：００', to: '07:00' })).toEqual({ from: '22:00', to: '07:00' })
  expect(settingPickup.schema.shape.sampling_time1.parse('０９：００－１１：００')).toBe('09:00-11:00')
  expect(settingPickup.schema.shape.sampling_time1.safeParse('９点').success).toBe(false)
})

/** What is said of each field that is refused. */
function faults(
  schema: { safeParse(value: unknown): { error?: z.ZodError | undefined } },
  value: unknown,
): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}

it('[Q-110] the hotline, addresses, opening hours and terms of contracts are kept in half width, and refused when nothing can be made of them', () => {
  const { settingContact, settingParcel, settingHours, settingContract } = settingKinds
  const contact = { phone: '４００－８２０－１２３４', email: 'service@example.com', address: '', express: '' }
  expect(settingContact.schema.parse(contact)).toMatchObject({ phone: '400-820-1234' })
  expect(settingContact.schema.parse({ ...contact, phone: '', email: '' })).toMatchObject({ phone: '', email: '' })
  expect(faults(settingContact.schema, { ...contact, phone: '请打电话', email: 'abc＠lab' })).toEqual({
    phone: '服务热线应为电话号码，例如 025-8888 6666 转 2',
    email: '邮箱格式不正确，例如 service@example.com',
  })
  const parcel = { receiver: '收样组', phone: '021-5555 8765 转 2', address: '科研路 88 号', postcode: '２１００００' }
  expect(settingParcel.schema.parse(parcel)).toEqual({ ...parcel, postcode: '210000' })
  expect(faults(settingParcel.schema, { ...parcel, postcode: '21000' })).toEqual({ postcode: '邮编应为 6 位数字' })
  const hours = (workingHours: string, other = '') => ({
    workingHours,
    exceptions: [{ date: '2027-02-06', hours: other, note: '春节' }],
  })
  expect(settingHours.schema.parse(hours('周一至周五　９：００－１８：００', '９：００－１２：００'))).toEqual(
    hours('周一至周五 9:00-18:00', '9:00-12:00'),
  )
  expect(faults(settingHours.schema, hours('9点到6点', '上午'))).toEqual({
    workingHours: '工作时间请写成“周一至周六 8:30-18:30”或“每天 9:00-18:00”的形式，时限按它计算',
    'exceptions.0.hours': '营业时间请写成 9:00-12:00 的形式，休息请留空',
  })
  const code = '91320105ma1wq5xf3x'
  expect(settingContract.schema.parse({ taxRate: '６％', creditCode: code })).toEqual({
    taxRate: '6%',
    creditCode: code.toUpperCase(),
  })
  expect(Object.keys(faults(settingContract.schema, { taxRate: '六个点', creditCode: '9132010512345' }))).toEqual([
    'taxRate',
    'creditCode',
  ])
})

it('[Q-226] a template of reports names at least one word of the projects that it is for', () => {
  const template = { standard: '', values: [], figure: 'none', uncertainty: 'no', conditions: 'yes', note: '' }
  const report = (words: string[]) => ({ labName: '', signatory: '', templates: [{ ...template, words }] })
  expect(faults(settingKinds.settingReport.schema, report([]))).toEqual({ 'templates.0.words': '请填写适用项目' })
  expect(faults(settingKinds.settingReport.schema, report(['XRD']))).toEqual({})
})
