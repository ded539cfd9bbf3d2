import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { allInvoiceTypes } from '../../lab/orders/invoicing/invoice-rules.ts'
import { application } from './contract.ts'
import { invoiceLifecycle } from './rules.ts'

const ways = { manual: '人工', nuonuo: '开票平台' } as const

const staffApplication = application.omit({ actions: true }).extend({
  customerId: z.number().int(),
  customerName: z.string(),
  customerPhone: z.string(),
  way: z.enum(['manual', 'nuonuo']),
  requestState: z.enum(['none', 'waiting', 'accepted', 'failed']),
  fault: z.string(),
  ratePercent: z.number().nullable(),
  /** The remark that the invoice prints. */
  printedRemark: z.string(),
  redAskedAt: timeText.nullable(),
  atProvider: z.boolean(),
})
export type StaffApplication = z.output<typeof staffApplication>

const { stages } = invoiceLifecycle
const tab = (stage: keyof typeof stages, sort?: string) => ({
  label: stages[stage],
  filters: { stage: [stage] },
  ...(sort ? { sort } : {}),
})

export const invoiceIndex = defineIndex<StaffApplication>()({
  name: 'invoices',
  label: '开票申请',
  action: 'invoice.read',
  key: (row) => row.applicationNo,
  search: '申请单号、抬头、税号、发票号码',
  sort: '-created',
  countsTabs: true,
  fields: {
    no: { label: '申请单号', kind: 'text', value: (row) => row.applicationNo, sorts: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    title: { label: '抬头', kind: 'text', value: (row) => row.title },
    taxNo: { label: '税号', kind: 'text', value: (row) => row.taxNo, aside: true },
    type: {
      label: '类型',
      kind: 'choice',
      options: { 1: allInvoiceTypes[1], 3: allInvoiceTypes[3] },
      value: (row) => String(row.type),
    },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    tax: { label: '税额', kind: 'fen', value: (row) => row.taxFen, sums: true, aside: true },
    created: { label: '申请时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    way: { label: '开票方式', kind: 'choice', options: ways, value: (row) => row.way, aside: true },
    invoice: { label: '发票号码', kind: 'text', value: (row) => row.invoiceNo },
    issuedOn: { label: '开票日期', kind: 'day', value: (row) => row.issuedOn, sorts: true, aside: true },
    fault: { label: '平台问题', kind: 'text', value: (row) => row.fault, aside: true },
    stage: { label: '状态', kind: 'choice', options: stages, value: (row) => row.stage },
  },
  tabs: {
    // Oldest first where somebody has to act.
    pending: tab('pending', 'created'),
    issuing: tab('issuing', 'created'),
    reddening: tab('reddening', 'created'),
    issued: tab('issued'),
    sent: tab('sent'),
    rejected: tab('rejected'),
    cancelled: tab('cancelled'),
    reddened: tab('reddened'),
    all: { label: '全部' },
  },
})

export const staffInvoiceList = defineCall({
  name: 'invoice/list',
  area: 'staff',
  action: 'invoice.read',
  reads: true,
  summary: '开票申请列表与合计',
  input: indexInput(invoiceIndex),
  output: pageOf(invoiceIndex, staffApplication).extend({
    today: z.string(),
    providerLabel: z.string().nullable(),
    /** Whether seller and category code are set. */
    ready: z.boolean(),
  }),
})
