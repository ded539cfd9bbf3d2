import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dayField,
  done,
  fenField,
  idField,
  nothing,
  requiredText,
  versionField,
} from '../../platform/contract/fields.ts'
import { linkOutput, browserKeyField } from '../../core/files/contract.ts'
import { invoicingSchema } from '../../core/settings/rules.ts'
import { indexInput } from '../../platform/contract/index-list.ts'
import { invoiceStage, redPartsField, redReasonField } from './contract.ts'
import { invoiceIndex } from './list-contract.ts'

const chosen = { id: idField, version: versionField() }
const moved = z.object({ stage: invoiceStage, stageLabel: z.string() })

const numberField = z
  .string({ error: '请填写发票号码' })
  .transform((text) => text.normalize('NFKC').replace(/\s/g, ''))
  .refine((text) => /^\d{20}$/.test(text), '数电发票号码应为 20 位数字')

export const staffInvoiceApprove = defineCall({
  name: 'invoice/approve',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.approve',
  summary: '通过开票申请，人工或由开票平台开票',
  input: z.strictObject({ ...chosen, way: z.enum(['manual', 'nuonuo'], { error: '请选择开票方式' }) }),
  output: moved,
})

export const staffInvoiceReject = defineCall({
  name: 'invoice/reject',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.reject',
  summary: '驳回开票申请',
  input: z.strictObject({ ...chosen, reason: requiredText('驳回原因', 200) }),
  output: moved,
})

export const staffInvoiceTakeBack = defineCall({
  name: 'invoice/takeBack',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.takeBack',
  summary: '把开票中的申请退回审核',
  input: z.strictObject({ ...chosen, reason: requiredText('退回原因', 200) }),
  output: moved,
})

export const staffInvoiceRetry = defineCall({
  name: 'invoice/retry',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.approve',
  summary: '重新提交到开票平台',
  input: z.strictObject(chosen),
  output: done,
})

const fileIds = {
  pdfFileId: idField.nullable().default(null),
  ofdFileId: idField.nullable().default(null),
  xmlFileId: idField.nullable().default(null),
}

export const staffInvoiceIssue = defineCall({
  name: 'invoice/issue',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.issue',
  summary: '登记已开具的发票号码、日期与文件',
  input: z.strictObject({ ...chosen, invoiceNo: numberField, issuedOn: dayField('开票日期'), ...fileIds }),
  output: moved,
})

export const staffInvoiceAttach = defineCall({
  name: 'invoice/attach',
  area: 'staff',
  repeat: 'sets-state',
  action: 'invoice.issue',
  summary: '补充发票文件并发送给客户',
  input: z.strictObject({ id: idField, ...fileIds }),
  output: done,
})

export const staffInvoiceAskRed = defineCall({
  name: 'invoice/askRed',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.requestRed',
  summary: '发起红冲，整张或一部分',
  input: z.strictObject({ ...chosen, reason: redReasonField, parts: redPartsField, note: requiredText('说明', 200) }),
  output: moved,
})

export const staffInvoiceRedByProvider = defineCall({
  name: 'invoice/redByProvider',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.redden',
  summary: '向开票平台申请红字确认单并红冲',
  input: z.strictObject({ ...chosen, amountFen: fenField }),
  output: done,
})

export const staffInvoiceRedden = defineCall({
  name: 'invoice/redden',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.redden',
  summary: '登记红字发票，红冲的金额恢复为可开票',
  input: z.strictObject({
    ...chosen,
    redNo: numberField,
    redOn: dayField('红冲日期'),
    /** What the red letter takes off; typed by the person, against reddening the wrong invoice. */
    amountFen: fenField,
    fileId: idField.nullable().default(null),
  }),
  output: moved,
})

export const staffInvoiceDeclineRed = defineCall({
  name: 'invoice/declineRed',
  area: 'staff',
  repeat: 'stage',
  action: 'invoice.declineRed',
  summary: '不予红冲，发票继续有效',
  input: z.strictObject({ ...chosen, reason: requiredText('原因', 200) }),
  output: moved,
})

export const staffInvoiceExport = defineCall({
  name: 'invoice/export',
  area: 'staff',
  repeat: 'bounded',
  action: 'invoice.export',
  summary: '按电子税务局批量开具的格式导出申请',
  input: indexInput(invoiceIndex).extend({
    format: z.enum(['xlsx', 'csv'], { error: '请选择导出格式' }),
    browserKey: browserKeyField,
  }),
  output: linkOutput.extend({ count: z.number() }),
})

export const staffInvoiceImport = defineCall({
  name: 'invoice/import',
  area: 'staff',
  action: 'invoice.issue',
  summary: '导入开票结果（申请单号、发票号码、开票日期）',
  idempotent: true,
  input: z.strictObject({
    text: z.string({ error: '请粘贴开票结果' }).min(1, '请粘贴开票结果').max(200_000, '内容过长，请分批导入'),
  }),
  output: z.object({
    issued: z.number(),
    faults: z.array(z.object({ row: z.number(), text: z.string(), reason: z.string() })),
  }),
})

export const staffInvoiceSettings = defineCall({
  name: 'invoice/settings',
  area: 'staff',
  action: 'invoice.settings',
  reads: true,
  summary: '开票设置',
  input: nothing,
  output: invoicingSchema,
})

export const staffInvoiceSaveSettings = defineCall({
  name: 'invoice/saveSettings',
  area: 'staff',
  repeat: 'sets-state',
  action: 'invoice.settings',
  summary: '保存开票设置',
  input: invoicingSchema,
  output: done,
})
