import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { reservationItem } from '../bookings/contract.ts'
import { offerLifecycle, reservationLifecycle } from '../bookings/rules.ts'

// Bookings of on-site work, for staff.

const { offered, declined, lapsed } = offerLifecycle.stages
const pickedStages = { offered, declined, lapsed }

const staffReservation = reservationItem.extend({
  customerName: z.string(),
  /** Of its start: before today, today, later. */
  day: z.enum(['past', 'today', 'later']),
  /** Whether the booking can be moved to another slot. */
  movable: z.boolean(),
})
export type ListedReservation = z.output<typeof staffReservation>

export const reservationIndex = defineIndex<ListedReservation>()({
  name: 'reservations',
  label: '预约',
  action: 'reservation.read',
  key: (row) => String(row.id),
  search: '订单号、项目、客户',
  sort: '-start',
  countsTabs: true,
  fields: {
    start: { label: '开始时间', kind: 'time', value: (row) => row.startsAt, sorts: true },
    end: { label: '结束时间', kind: 'time', value: (row) => row.endsAt, aside: true },
    project: { label: '项目', kind: 'text', value: (row) => row.projectName },
    order: { label: '订单号', kind: 'text', value: (row) => row.orderNo },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    how: {
      label: '方式',
      kind: 'choice',
      options: { visit: '到场', remote: '云视频' },
      value: (row) => (row.remote ? 'remote' : 'visit'),
    },
    day: {
      label: '日期',
      kind: 'choice',
      options: { past: '今天以前', today: '今天', later: '今天以后' },
      value: (row) => row.day,
      aside: true,
    },
    offer: {
      label: '改期提议',
      kind: 'choice',
      options: { none: '无', ...pickedStages },
      value: (row) => row.offer?.stage ?? 'none',
      aside: true,
    },
    stage: { label: '状态', kind: 'choice', options: reservationLifecycle.stages, value: (row) => row.stage },
  },
  tabs: {
    coming: { label: '今天起', filters: { day: ['today', 'later'] }, sort: 'start' },
    requested: { label: '待确认', filters: { stage: ['requested'], day: ['today', 'later'] }, sort: 'start' },
    today: { label: '今天', filters: { day: ['today'] }, sort: 'start' },
    answered: {
      label: '改期未成',
      filters: { offer: ['declined', 'lapsed'], stage: ['requested', 'booked', 'cancelled', 'missed'] },
    },
    offered: { label: '待客户答复', filters: { offer: ['offered'] }, sort: 'start' },
    past: { label: '今天以前', filters: { day: ['past'] } },
    all: { label: '全部预约' },
  },
})

export const staffReservationList = defineCall({
  name: 'reservation/list',
  area: 'staff',
  action: 'reservation.read',
  reads: true,
  summary: '预约列表',
  input: indexInput(reservationIndex),
  output: pageOf(reservationIndex, staffReservation),
})
