import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, listOf, nothing, pageFields, timeText } from '../../platform/contract/fields.ts'
import { periodPattern } from './rules.ts'

const period = z.string({ error: '请选择月份或年度' }).regex(periodPattern, '请选择月份或年度')
const month = z.string({ error: '请选择月份' }).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '请选择月份')
const format = z.enum(['pdf', 'xlsx'], { error: '请选择 PDF 或 Excel' })
const fen = z.number().int()

export const statementView = z.object({
  period: z.string(),
  label: z.string(),
  firstDay: z.string(),
  lastDay: z.string(),
  madeAt: timeText,
  /** The period has not ended, so the figures are those of the moment. */
  running: z.boolean(),
  customerName: z.string(),
  company: z.string(),
  /** What stood in each account with money, came in, went out, and stands at the end. */
  accounts: z.array(z.object({ label: z.string(), openingFen: fen, inFen: fen, outFen: fen, closingFen: fen })),
  openingFen: fen,
  closingFen: fen,
  /** Movements of the balance; empty for a year. */
  movements: z.array(z.object({ at: timeText, what: z.string(), memo: z.string(), amountFen: fen, balanceFen: fen })),
  /** Of a year: the balance by month. */
  months: z.array(z.object({ month: z.string(), inFen: fen, outFen: fen, closingFen: fen, deliveredFen: fen })),
  /** Money that came through each way, and went back through it. */
  ways: z.array(z.object({ label: z.string(), inFen: fen, outFen: fen })),
  orders: z.array(
    z.object({
      orderNo: z.string(),
      title: z.string(),
      fundingNo: z.string(),
      deliveredAt: timeText,
      grossFen: fen.nullable(),
      discountFen: fen,
      /** Null until the final amount is fixed. */
      netFen: fen.nullable(),
    }),
  ),
  settlements: z.array(
    z.object({
      settlementNo: z.string(),
      side: z.enum(['own', 'customer', 'payer']),
      other: z.string(),
      fundingNo: z.string(),
      totalFen: fen,
      stageLabel: z.string(),
      createdAt: timeText,
      paidAt: timeText.nullable(),
    }),
  ),
  invoices: z.array(
    z.object({ invoiceNo: z.string(), issuedOn: z.string(), title: z.string(), amountFen: fen, reddenedFen: fen }),
  ),
  sums: z.object({
    grossFen: fen,
    discountFen: fen,
    netFen: fen,
    /** Settlements paid in the period from this customer's balance. */
    paidFen: fen,
    refundedFen: fen,
    invoicedFen: fen,
  }),
  /** At the time of making. */
  owed: z.object({ unsettledFen: fen, unpaidFen: fen, overdueFen: fen }),
})
export type StatementView = z.output<typeof statementView>

export const statementPeriods = defineCall({
  name: 'statement/periods',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '可以查看对账单的月份与年度',
  input: nothing,
  output: z.object({ months: z.array(z.string()), years: z.array(z.string()) }),
})

export const statementShow = defineCall({
  name: 'statement/show',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '我的对账单（月或年度）',
  input: z.strictObject({ period }),
  output: statementView,
})

export const statementFile = defineCall({
  name: 'statement/file',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '下载我的对账单（PDF 或 Excel）',
  input: z.strictObject({ period, format, browserKey: browserKeyField }),
  output: linkOutput,
})

export const statementMail = defineCall({
  name: 'statement/mail',
  area: 'auth',
  forGroup: 'manager',
  idempotent: true,
  summary: '把对账单发送到操作人的邮箱，每天一次',
  input: z.strictObject({ period }),
  output: z.object({ email: z.string() }),
})

const ofCustomer = { customerId: idField, period }

export const staffStatementShow = defineCall({
  name: 'statement/show',
  area: 'staff',
  action: 'statement.read',
  reads: true,
  summary: '客户的对账单（月或年度）',
  input: z.strictObject(ofCustomer),
  output: statementView,
})

export const staffStatementFile = defineCall({
  name: 'statement/file',
  area: 'staff',
  action: 'statement.read',
  repeat: 'bounded',
  summary: '下载客户的对账单（PDF 或 Excel）',
  input: z.strictObject({ ...ofCustomer, format, browserKey: browserKeyField }),
  output: linkOutput,
})

/** A customer by phone number, for the form of staff. */
export const staffStatementFind = defineCall({
  name: 'statement/find',
  area: 'staff',
  action: 'statement.read',
  reads: true,
  summary: '按姓名、单位或手机号查找要对账的客户',
  input: z.strictObject({ kw: z.string().trim().min(2, '请输入至少 2 个字').max(60) }),
  output: z.object({ list: z.array(z.object({ id: z.number().int(), name: z.string(), phone: z.string() })) }),
})

const batch = z.object({
  id: z.number().int(),
  period: z.string(),
  label: z.string(),
  total: z.number().int(),
  done: z.number().int(),
  finished: z.boolean(),
  createdByName: z.string(),
  createdAt: timeText,
})
export type StatementBatch = z.output<typeof batch>

export const staffStatementBatch = defineCall({
  name: 'statement/batch',
  area: 'staff',
  action: 'statement.make',
  idempotent: true,
  summary: '生成某月所有客户的对账单',
  input: z.strictObject({ month }),
  output: z.object({ id: z.number().int(), total: z.number().int() }),
})

export const staffStatementBatches = defineCall({
  name: 'statement/batches',
  area: 'staff',
  action: 'statement.read',
  reads: true,
  summary: '批量对账单及其进度',
  input: z.strictObject(pageFields),
  output: listOf(batch),
})

export const staffStatementZip = defineCall({
  name: 'statement/zip',
  area: 'staff',
  action: 'statement.read',
  repeat: 'bounded',
  summary: '下载一批对账单（ZIP）',
  input: z.strictObject({ id: idField, browserKey: browserKeyField }),
  output: linkOutput,
})
