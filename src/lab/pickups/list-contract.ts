import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, type IndexTab, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { pickupLifecycle, type PickupStage } from './rules.ts'
import { type StaffPickup, staffPickup } from './staff/staff-contract.ts'

const stages = (label: string, sort: string, ...stage: PickupStage[]): IndexTab => ({
  label,
  filters: { stage },
  sort,
})
const { stages: names } = pickupLifecycle
const slots = { 1: '第一时段', 2: '第二时段', 3: '第三时段', 4: '第四时段' }

/** Pickups of every customer, for staff. */
export const pickupIndex = defineIndex<StaffPickup>()({
  name: 'pickups',
  label: '上门取样',
  action: 'pickup.read',
  key: (row) => row.pickupNo,
  search: '取样单号、订单号、联系人',
  sort: '-created',
  countsTabs: true,
  fields: {
    no: { label: '取样单号', kind: 'text', value: (row) => row.pickupNo, sorts: true },
    order: { label: '订单号', kind: 'text', value: (row) => row.orderNo },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    day: { label: '取样日期', kind: 'day', value: (row) => row.date, sorts: true },
    time: { label: '时段', kind: 'text', value: (row) => row.timeText, noFilter: true },
    slot: { label: '时段序号', kind: 'choice', options: slots, value: (row) => String(row.time), aside: true },
    region: { label: '地区', kind: 'text', value: (row) => [row.city || row.province, row.area].join('') },
    name: { label: '联系人', kind: 'text', value: (row) => row.name, aside: true },
    phone: { label: '手机', kind: 'text', value: (row) => row.phone, noFilter: true, aside: true },
    samples: { label: '样品数', kind: 'count', value: (row) => row.sampleCount },
    pieces: { label: '取到件数', kind: 'count', value: (row) => row.collectedCount, aside: true },
    driver: { label: '取样员', kind: 'text', value: (row) => row.who },
    message: { label: '留言', kind: 'text', value: (row) => row.message, noFilter: true, aside: true },
    created: { label: '申请时间', kind: 'time', value: (row) => row.createdAt, sorts: true, aside: true },
    collected: { label: '取样时间', kind: 'time', value: (row) => row.collectedAt, aside: true },
    reason: { label: '原因', kind: 'text', value: (row) => row.reason, noFilter: true, aside: true },
    stage: { label: '状态', kind: 'choice', options: names, value: (row) => row.stage },
  },
  tabs: {
    // The next day first where somebody has to act.
    requested: stages(names.requested, 'day', 'requested'),
    assigned: stages('待出发', 'day', 'assigned'),
    collecting: stages('在途', 'day', 'collecting', 'collected'),
    arrived: stages(names.arrived, '-day', 'arrived'),
    failed: stages(names.failed, '-day', 'failed'),
    cancelled: stages(names.cancelled, '-day', 'cancelled'),
    all: { label: '全部取样' },
  },
})

export const pickupSearch = defineCall({
  name: 'pickup/search',
  area: 'staff',
  action: 'pickup.read',
  reads: true,
  summary: '上门取样列表',
  input: indexInput(pickupIndex),
  output: pageOf(pickupIndex, staffPickup),
})
