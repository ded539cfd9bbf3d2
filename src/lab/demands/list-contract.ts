import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { serviceTypeLabels } from '../samples/service-rules.ts'
import { staffDemand, type StaffDemand } from './contract.ts'
import { demandKinds, demandLifecycle } from './rules.ts'

// Demands of customers and requirements of visitors, for staff.

export const demandIndex = defineIndex<StaffDemand>()({
  name: 'demands',
  label: '需求',
  action: 'demand.read',
  key: (row) => row.receiptNo,
  search: '回执号、名称、联系人、电话、单位',
  sort: '-created',
  countsTabs: true,
  fields: {
    title: { label: '需求', kind: 'text', value: (row) => row.title },
    no: { label: '回执号', kind: 'text', value: (row) => row.receiptNo, sorts: true },
    // A visitor's is marked at its title.
    kind: { label: '来源', kind: 'choice', options: demandKinds, value: (row) => row.kind, aside: true },
    contact: { label: '联系人', kind: 'text', value: (row) => row.contactName },
    // Below the name of the contact.
    phone: { label: '电话', kind: 'text', value: (row) => row.contactPhone, noFilter: true, aside: true },
    company: { label: '单位', kind: 'text', value: (row) => row.company },
    service: {
      label: '服务类型',
      kind: 'choice',
      options: { ...(serviceTypeLabels as unknown as Record<string, string>), none: '未说明' },
      value: (row) => (row.serviceType === null ? 'none' : String(row.serviceType)),
      aside: true,
    },
    budget: { label: '预算', kind: 'fen', value: (row) => row.budgetFen, sorts: true, aside: true },
    stage: { label: '状态', kind: 'choice', options: demandLifecycle.stages, value: (row) => row.stage },
    due: { label: '答复时限', kind: 'time', value: (row) => row.dueAt, noFilter: true },
    offer: { label: '报价', kind: 'fen', value: (row) => row.answer?.totalFen ?? null, noFilter: true, aside: true },
    answered: {
      label: '报价时间',
      kind: 'time',
      value: (row) => row.answer?.answeredAt ?? null,
      sorts: true,
      aside: true,
    },
    validUntil: {
      label: '报价有效期',
      kind: 'day',
      value: (row) => row.answer?.validUntil ?? null,
      noFilter: true,
      aside: true,
    },
    order: { label: '订单号', kind: 'text', value: (row) => row.orderNo, aside: true },
    created: { label: '提交时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
  },
  tabs: {
    // Who waits longest comes first.
    open: { label: demandLifecycle.stages.open, filters: { stage: ['open'] }, sort: 'created' },
    answered: { label: demandLifecycle.stages.answered, filters: { stage: ['answered'] } },
    accepted: { label: demandLifecycle.stages.accepted, filters: { stage: ['accepted'] } },
    ended: { label: '已结束', filters: { stage: ['withdrawn', 'closed'] } },
    all: { label: '全部需求' },
  },
})

export const staffDemandList = defineCall({
  name: 'demand/list',
  area: 'staff',
  action: 'demand.read',
  reads: true,
  summary: '客户实验需求与访客需求列表',
  input: indexInput(demandIndex),
  output: pageOf(demandIndex, staffDemand),
})
