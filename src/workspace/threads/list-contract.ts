import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { threadSides, threadStates } from './rules.ts'

export const staffThread = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  title: z.string(),
  customerName: z.string(),
  lastText: z.string(),
  lastSide: keyOf(threadSides),
  lastAt: timeText,
  messageCount: z.number().int(),
  unread: z.number().int(),
  state: keyOf(threadStates),
  waitingSince: timeText.nullable(),
})
export type StaffThread = z.output<typeof staffThread>

/** Messages about orders, for staff; the tab of those that wait for an answer comes first. */
export const threadIndex = defineIndex<StaffThread>()({
  name: 'threads',
  label: '订单沟通',
  action: 'thread.read',
  key: (row) => row.orderNo,
  search: '订单号、最近消息、客户',
  sort: '-last',
  countsTabs: true,
  fields: {
    order: { label: '订单号', kind: 'text', value: (row) => row.orderNo },
    title: { label: '项目', kind: 'text', value: (row) => row.title, noFilter: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    text: { label: '最近消息', kind: 'text', value: (row) => row.lastText },
    side: { label: '最近一条来自', kind: 'choice', options: threadSides, value: (row) => row.lastSide, aside: true },
    unread: { label: '未读', kind: 'count', value: (row) => row.unread, noFilter: true },
    messages: { label: '消息数', kind: 'count', value: (row) => row.messageCount, aside: true },
    waiting: { label: '等待回复自', kind: 'time', value: (row) => row.waitingSince, sorts: true },
    last: { label: '最近时间', kind: 'time', value: (row) => row.lastAt, sorts: true },
    state: { label: '状态', kind: 'choice', options: threadStates, value: (row) => row.state },
  },
  tabs: {
    // Those who wait longest first.
    waiting: { label: threadStates.waiting, filters: { state: ['waiting'] }, sort: 'waiting' },
    answered: { label: threadStates.answered, filters: { state: ['answered'] } },
    all: { label: '全部沟通' },
  },
})

export const staffThreadSearch = defineCall({
  name: 'thread/search',
  area: 'staff',
  action: 'thread.read',
  reads: true,
  summary: '订单沟通列表',
  input: indexInput(threadIndex),
  output: pageOf(threadIndex, staffThread),
})
