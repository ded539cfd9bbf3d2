import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { channelLabels, differenceLabels } from './rules.ts'

// What differs from the bills of the channels.

const yesNo = { yes: '已处理', no: '待处理' } as const

const difference = z.object({
  id: z.number(),
  channel: keyOf(channelLabels),
  day: z.string(),
  kind: keyOf(differenceLabels),
  tradeNo: z.string(),
  /** Empty for a payment. */
  refundNo: z.string(),
  providerNo: z.string(),
  thereFen: z.number().nullable(),
  hereFen: z.number().nullable(),
  foundAt: timeText,
  resolvedAt: timeText.nullable(),
  note: z.string(),
})
export type DifferenceView = z.output<typeof difference>

export const differenceIndex = defineIndex<DifferenceView>()({
  name: 'payDifferences',
  label: '对账差异',
  action: 'payment.read',
  key: (row) => String(row.id),
  search: '付款单号、退款单号、渠道单号、处理说明',
  sort: '-day',
  countsTabs: true,
  fields: {
    day: { label: '账单日', kind: 'day', value: (row) => row.day, sorts: true },
    channel: { label: '渠道', kind: 'choice', options: channelLabels, value: (row) => row.channel },
    trade: { label: '付款单号', kind: 'text', value: (row) => row.tradeNo },
    refund: { label: '退款单号', kind: 'text', value: (row) => row.refundNo },
    provider: { label: '渠道单号', kind: 'text', value: (row) => row.providerNo, aside: true },
    kind: { label: '差异', kind: 'choice', options: differenceLabels, value: (row) => row.kind },
    there: { label: '渠道金额', kind: 'fen', value: (row) => row.thereFen, sorts: true },
    here: { label: '本站金额', kind: 'fen', value: (row) => row.hereFen, sorts: true },
    found: { label: '发现时间', kind: 'time', value: (row) => row.foundAt, sorts: true, aside: true },
    resolvedAt: { label: '处理时间', kind: 'time', value: (row) => row.resolvedAt, sorts: true, aside: true },
    note: { label: '处理', kind: 'text', value: (row) => row.note },
    resolved: {
      ...{ label: '状态', kind: 'choice', options: yesNo, aside: true },
      value: (row) => (row.resolvedAt === null ? 'no' : 'yes'),
    },
  },
  tabs: {
    differences: { label: '对账差异', filters: { resolved: ['no'] } },
    resolved: { label: '已处理差异', filters: { resolved: ['yes'] } },
  },
})

export const staffDifferences = defineCall({
  name: 'payment/differences',
  area: 'staff',
  action: 'payment.read',
  reads: true,
  summary: '与渠道账单的差异',
  input: indexInput(differenceIndex),
  output: pageOf(differenceIndex, difference),
})
