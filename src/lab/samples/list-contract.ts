import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { timeText } from '../../platform/contract/fields.ts'
import { defineIndex, type IndexTab, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { sampleItem } from './contract.ts'
import { entryFormLabels, storageLabels } from './entry/entry-rules.ts'
import { hazardLabels } from '../../shop/catalogue/requirements/hazard-rules.ts'
import { sampleLifecycle, type SampleStage } from './rules.ts'
import { serviceTypeLabels } from './service-rules.ts'

// Samples of every customer, for staff.

const staffSample = sampleItem.extend({ customerName: z.string(), createdAt: timeText })
export type ListedSample = z.output<typeof staffSample>

const yes = { yes: '是', no: '否' } as const
const stages = (label: string, ...stage: SampleStage[]): IndexTab => ({ label, filters: { stage } })

export const sampleIndex = defineIndex<ListedSample>()({
  name: 'samples',
  label: '样品',
  action: 'sample.read',
  key: (row) => row.sampleNo,
  search: '样品编号、自编号、名称、快递单号',
  sort: '-no',
  countsTabs: true,
  fields: {
    no: { label: '样品编号', kind: 'text', value: (row) => row.sampleNo, sorts: true },
    name: { label: '名称', kind: 'text', value: (row) => row.name },
    ownNo: { label: '自编号', kind: 'text', value: (row) => row.ownNo },
    order: { label: '订单号', kind: 'text', value: (row) => row.orderNo },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    form: { label: '形态', kind: 'choice', options: entryFormLabels, value: (row) => row.form, aside: true },
    composition: { label: '成分', kind: 'text', value: (row) => row.composition, aside: true },
    hazard: {
      label: '危险性',
      kind: 'choice',
      options: hazardLabels,
      // Several at once, so they are shown as one text.
      value: (row) => row.hazardNames.join('、'),
    },
    storage: { label: '保存条件', kind: 'choice', options: storageLabels, value: (row) => row.storage, aside: true },
    service: {
      label: '服务方式',
      kind: 'choice',
      options: serviceTypeLabels as unknown as Record<string, string>,
      value: (row) => String(row.serviceType),
      aside: true,
    },
    stage: { label: '状态', kind: 'choice', options: sampleLifecycle.stages, value: (row) => row.stage },
    reason: { label: '原因', kind: 'text', value: (row) => row.stageReason, noFilter: true, aside: true },
    waybill: { label: '送样单号', kind: 'text', value: (row) => row.waybill, aside: true },
    received: { label: '收样时间', kind: 'time', value: (row) => row.receivedAt, sorts: true },
    weight: { label: '重量（mg）', kind: 'count', value: (row) => row.weightMg, aside: true },
    condition: { label: '收样状况', kind: 'text', value: (row) => row.condition, aside: true },
    shelf: { label: '架位', kind: 'text', value: (row) => row.shelf },
    wanted: {
      label: '要求退回',
      kind: 'choice',
      options: yes,
      value: (row) => (row.returnWanted ? 'yes' : 'no'),
      aside: true,
    },
    returned: { label: '寄回时间', kind: 'time', value: (row) => row.returnedAt, sorts: true, aside: true },
    returnWaybill: { label: '寄回单号', kind: 'text', value: (row) => row.returnWaybill, aside: true },
    keepUntil: { label: '保存至', kind: 'time', value: (row) => row.keepUntil, sorts: true, aside: true },
    created: { label: '登记时间', kind: 'time', value: (row) => row.createdAt, sorts: true, aside: true },
  },
  tabs: {
    all: { label: '全部样品' },
    coming: stages('待收样', 'pending', 'collecting', 'in_transit', 'parked'),
    working: stages('检测中', 'received', 'testing', 'abnormal'),
    tested: stages('已完成', 'tested'),
    returning: stages('待寄回', 'to_return', 'refused'),
    kept: stages('留样中', 'kept'),
    ended: stages('已结束', 'returned', 'destroyed', 'consumed', 'lost', 'withdrawn', 'dropped'),
  },
})

export const staffSampleList = defineCall({
  name: 'sample/list',
  area: 'staff',
  action: 'sample.read',
  reads: true,
  summary: '样品列表',
  input: indexInput(sampleIndex),
  output: pageOf(sampleIndex, staffSample),
})
