import type { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { noticeDelivery } from './contract.ts'
import { channelNames } from './notice-rules.ts'
import { deliveryStates } from './rules.ts'

// What was sent to customers, by recipient and channel.

export type ListedDelivery = z.output<typeof noticeDelivery>

export const noticeIndex = defineIndex<ListedDelivery>()({
  name: 'notices',
  label: '通知记录',
  action: 'notice.read',
  key: (row) => String(row.id),
  search: '客户姓名、手机、单位',
  sort: '-created',
  fields: {
    label: { label: '通知', kind: 'text', value: (row) => row.label, noFilter: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    channel: { label: '渠道', kind: 'choice', options: channelNames, value: (row) => row.channel, aside: true },
    recipient: {
      label: '收件人',
      kind: 'text',
      // A message on the site goes to the account, whose id tells nothing.
      value: (row) => (row.channel === 'inbox' ? '' : row.recipient),
      noFilter: true,
    },
    text: { label: '内容', kind: 'text', value: (row) => row.text },
    link: { label: '链接', kind: 'text', value: (row) => row.link, noFilter: true, aside: true },
    state: { label: '状态', kind: 'choice', options: deliveryStates, value: (row) => row.state },
    attempts: { label: '已试次数', kind: 'count', value: (row) => row.attempts, aside: true },
    error: { label: '失败原因', kind: 'text', value: (row) => row.lastError, aside: true },
    sent: { label: '送达时间', kind: 'time', value: (row) => row.sentAt, aside: true },
    created: { label: '时间', kind: 'time', value: (row) => row.at, sorts: true },
  },
  tabs: {
    all: { label: '全部通知' },
    failed: { label: '发送失败', filters: { state: ['failed'] } },
    waiting: { label: '待发送', filters: { state: ['waiting'] } },
    skipped: { label: '未发送', filters: { state: ['skipped'] } },
  },
})

export const staffNoticeList = defineCall({
  name: 'notice/list',
  area: 'staff',
  action: 'notice.read',
  reads: true,
  summary: '通知发送记录',
  input: indexInput(noticeIndex),
  output: pageOf(noticeIndex, noticeDelivery),
})
