import { z } from 'zod'
import { MAX_FEN } from '../money.ts'
import { fromShanghai } from '../time.ts'

/** Fields that many calls share. Messages are Chinese and name the field, because the first message is shown to the person. */

/** Trims and normalises line breaks to `\n`; refuses control characters except line breaks and tabs. */
const cleanText = z
  .string()
  .transform((text) => text.trim().replace(/\r\n?/g, '\n'))
  .refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text), '包含无法识别的字符')

export function requiredText(label: string, maxLength: number) {
  return z
    .string({ error: `请填写${label}` })
    .pipe(cleanText)
    .refine((text) => text.length > 0, `请填写${label}`)
    .refine((text) => text.length <= maxLength, `${label}不能超过${maxLength}个字`)
}

export function optionalText(label: string, maxLength: number) {
  return z
    .string({ error: `${label}格式不正确` })
    .pipe(cleanText)
    .refine((text) => text.length <= maxLength, `${label}不能超过${maxLength}个字`)
    .default('')
}

/** Removes +86, spaces and dashes and converts full-width digits; the rest must be a mainland mobile number. */
function phoneWith(missing: string) {
  return z
    .string({ error: missing })
    .transform((text) =>
      text
        .normalize('NFKC')
        .replace(/[\s-]/g, '')
        .replace(/^\+?86(?=1\d{10}$)/, ''),
    )
    .refine((text) => text.length > 0, missing)
    .refine((text) => /^1[3-9]\d{9}$/.test(text), '手机号格式不正确')
}

export const phoneField = phoneWith('[手机号]不能为空')
/** For forms whose other messages begin with 请填写…, such as an order. */
export const contactPhoneField = phoneWith('请填写手机号')

/** The error of a number: where nothing was typed it is missing; what was typed is no number, such as 1万 or abc. */
export function numberFault(missing: string) {
  return ({ input }: { input?: unknown }) => ((input ?? '') === '' ? missing : '请输入数字')
}

/** What a form holds where nobody has typed anything is missing, and not wrong. */
function amountField(label: string) {
  return z
    .number({ error: numberFault(`请填写${label}`) })
    .int('金额最多两位小数')
    .min(0, '金额不能为负')
    .max(MAX_FEN, '金额过大')
}
/** `label`: how the form calls the amount. */
export function positiveFen(label: string) {
  return amountField(label).min(1, '金额必须大于零')
}
export const fenField = amountField('金额')
export const positiveFenField = positiveFen('金额')
export const idField = z
  .number({ error: '编号格式不正确' })
  .int('编号格式不正确')
  .positive('编号格式不正确')
  .max(Number.MAX_SAFE_INTEGER, '编号格式不正确')

/** The largest value of an `integer` column. */
export const MAX_INTEGER = 2_147_483_647
/** The version for optimistic locking. `least` is 0 where the record may not exist yet. */
export function versionField(label = '版本号', least: 0 | 1 = 1) {
  return z
    .number({ error: `${label}格式不正确` })
    .int(`${label}格式不正确`)
    .min(least, `${label}格式不正确`)
    .max(MAX_INTEGER, `${label}格式不正确`)
}

export const pageFields = {
  page: z
    .number({ error: '页码格式不正确' })
    .int('页码格式不正确')
    .min(1, '页码格式不正确')
    .max(100_000, '页码过大')
    .default(1),
  size: z
    .number({ error: '每页条数格式不正确' })
    .int('每页条数格式不正确')
    .min(1, '每页条数格式不正确')
    .max(100, '每页最多100条')
    .default(20),
}

/** `{list, total, page, size}`, the output shape of every list. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: z.number().int(), page: z.number().int(), size: z.number().int() })
}

/** An enumeration of the keys of an object, such as the stages of a lifecycle: `keyOf(orderLifecycle.stages)`. */
export function keyOf<K extends string>(table: Readonly<Record<K, unknown>>, error?: string) {
  return z.enum(Object.keys(table) as [K, ...K[]], error === undefined ? undefined : { error })
}

/** Of a list whose total is counted so far and no further; true when there are more. */
export const cappedFields = { totalIsCapped: z.boolean() }

export const nothing = z.strictObject({})
export const done = z.object({})
/** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
export const timeText = z.string()
/** `label`: how the form calls the day. */
export function dayField(label: string) {
  return z
    .string({ error: `请选择${label}` })
    .refine(isRealDate, { error: ({ input }) => (input === '' ? `请选择${label}` : '日期格式不正确') })
}
export const dateField = dayField('日期')

function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** `YYYY-MM-DD HH:mm` in Shanghai time, with a T as browsers send it or without; seconds may follow. `label`: how the form calls the time. */
export function momentText(label: string) {
  return z
    .string({ error: `请填写${label}` })
    .transform((text) => text.trim().replace('T', ' '))
    .refine((text) => /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text) && !Number.isNaN(fromShanghai(text).getTime()), {
      error: ({ input }) => (input === '' ? `请填写${label}` : `${label}格式不正确`),
    })
}

/**
 * Full-width digits, letters and signs as half-width ones. Not all of NFKC: it makes a superscript a digit (10⁻³ becomes 10-3), and
 * Chinese punctuation belongs into Chinese text.
 */
export function halfWidth(text: string): string {
  return text.replace(/[０-９Ａ-Ｚａ-ｚ．＋－＜＝＞％／＊＾]/g, (sign) => sign.normalize('NFKC'))
}
