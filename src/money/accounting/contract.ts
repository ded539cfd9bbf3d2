import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dayField,
  done,
  idField,
  keyOf,
  listOf,
  nothing,
  pageFields,
  timeText,
} from '../../platform/contract/fields.ts'
import { codedAccounts, details } from './rules.ts'

export const journalFormats = { xlsx: 'Excel', csv: 'CSV（UTF-8）', gbk: 'CSV（GBK）' } as const
const formatField = keyOf(journalFormats, '请选择格式')

const journal = z.object({
  id: z.number().int(),
  fromDay: z.string(),
  toDay: z.string(),
  detail: keyOf(details),
  lines: z.number().int(),
  /** Debit and credit are equal. */
  sumFen: z.number(),
  taxPercent: z.number().int(),
  madeByName: z.string(),
  madeAt: timeText,
})
export type JournalExport = z.output<typeof journal>

export const staffJournals = defineCall({
  name: 'accounting/journals',
  area: 'staff',
  action: 'books.read',
  reads: true,
  summary: '凭证导出记录',
  input: z.strictObject(pageFields),
  output: listOf(journal),
})

export const staffJournalMake = defineCall({
  name: 'accounting/export',
  area: 'staff',
  action: 'books.export',
  idempotent: true,
  summary: '导出已日结日期的会计凭证，留下记录',
  input: z.strictObject({
    fromDay: dayField('开始日期'),
    toDay: dayField('结束日期'),
    detail: keyOf(details, '请选择汇总方式'),
    /** Days of which vouchers were exported before are to be exported once more. */
    again: z.boolean({ error: '请选择是否重复导出' }).default(false),
  }),
  output: journal,
})

/** A reading: the export was recorded when it was made, and each download is logged as a reading of its file. */
export const staffJournalFile = defineCall({
  name: 'accounting/file',
  area: 'staff',
  repeat: 'bounded',
  action: 'books.export',
  summary: '下载一次导出的凭证；内容与首次导出相同',
  input: z.strictObject({ id: idField, format: formatField, browserKey: browserKeyField }),
  output: linkOutput,
})

const codes = z.array(
  z.object({
    account: z.enum(codedAccounts),
    label: z.string(),
    code: z.string(),
    name: z.string(),
    usual: z.object({ code: z.string(), name: z.string() }),
  }),
)

export const staffAccountCodes = defineCall({
  name: 'accounting/codes',
  area: 'staff',
  action: 'books.read',
  reads: true,
  summary: '账户与会计科目的对应',
  input: nothing,
  output: z.object({
    list: codes,
    /** The tax rate of invoices, in percent. */
    taxPercent: z.number().int(),
    /** Days up to this one can be exported. */
    closedUntil: z.string().nullable(),
  }),
})

export const staffAccountCodesSave = defineCall({
  name: 'accounting/codes/save',
  area: 'staff',
  repeat: 'sets-state',
  action: 'books.export',
  summary: '修改账户与会计科目的对应',
  input: z.strictObject({
    codes: z
      .array(
        z
          .strictObject({
            account: z.enum(codedAccounts, { error: '没有这个账户' }),
            code: z
              .string({ error: '请填写科目编码' })
              .trim()
              .regex(/^[0-9A-Za-z.]{0,20}$/, '科目编码为最多20位数字、字母或小数点'),
            name: z.string({ error: '请填写科目名称' }).trim().min(1, '请填写科目名称').max(40, '科目名称最多40字'),
          })
          .refine(({ account, code }) => account === 'tax' || code !== '', { error: '请填写科目编码', path: ['code'] }),
        { error: '请填写科目' },
      )
      .max(codedAccounts.length, '科目过多'),
  }),
  output: done,
})
