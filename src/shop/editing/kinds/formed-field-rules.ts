import { hasDayHours, hasWeekHours, plainHours } from '../../../core/settings/opening-hours/opening-rules.ts'
import { isEmail } from '../../../platform/contract/email.ts'
import * as fields from './field-rules.ts'

// Fields of settings whose text must have a form, because a link, a deadline or a paper is made of it.

type TextField = ReturnType<typeof fields.text>

/** A text that must have a form when it is not empty; `plain` gives the form in which it is kept. */
export function formed(
  field: TextField,
  holds: (value: string) => boolean,
  says: string,
  plain: (value: string) => string = (value) => value.normalize('NFKC'),
) {
  const schema = field.schema.transform(plain).refine((value) => value === '' || holds(value), says)
  return { ...field, schema }
}

/** A number to dial, with an extension if there is one: 400-000-0000 转 2. */
export function phoneNumber(label: string, options: { required?: boolean } = {}) {
  const isPhone = (value: string) =>
    /^\+?[\d\s()/-]{5,}((转|,|#)\s*\d{1,6})?$/.test(value) && /\d{5}/.test(value.replace(/\D/g, ''))
  return formed(fields.text(label, 40, options), isPhone, `${label}应为电话号码，例如 025-8888 6666 转 2`)
}

export function emailAddress(label: string) {
  return formed(fields.text(label, 80), isEmail, `${label}格式不正确，例如 service@example.com`)
}

export function postcode(label: string) {
  return formed(fields.text(label, 10), (value) => /^\d{6}$/.test(value), `${label}应为 6 位数字`)
}

/** The hours of the laboratory, from which deadlines are computed. */
export function weekHours(label: string) {
  const field = fields.text(label, 60, { required: true, hint: '例如 周一至周六 8:30-18:30；时限按它计算' })
  const says = `${label}请写成“周一至周六 8:30-18:30”或“每天 9:00-18:00”的形式，时限按它计算`
  return formed(field, hasWeekHours, says, plainHours)
}

export function dayHours(label: string) {
  const field = fields.text(label, 20, { hint: '例如 9:00-12:00；不填表示休息' })
  return formed(field, hasDayHours, `${label}请写成 9:00-12:00 的形式，休息请留空`, plainHours)
}

/** As contracts print it after the word 税率. */
export function taxRate(label: string) {
  const field = fields.text(label, 10, { hint: '例如 6%；不填则写“按国家规定”' })
  const isRate = (value: string) => /^\d{1,2}(\.\d{1,2})?%$/.test(value) || value === '免税'
  return formed(field, isRate, `${label}请写成 6% 的形式，免税请写“免税”`)
}

export function creditCode(label: string, hint: string) {
  const field = fields.text(label, 18, { hint })
  const plain = (value: string) => value.normalize('NFKC').toUpperCase()
  return formed(field, (value) => /^[0-9A-Z]{18}$/.test(value), `${label}应为 18 位数字与大写字母`, plain)
}
