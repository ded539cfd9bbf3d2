import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { groupKinds, groupLifecycle } from './rules.ts'

export const staffGroup = z.object({
  groupNo: z.string(),
  /** The numbers of the group's account and of its owner among the customers. */
  accountId: z.number().int(),
  ownerId: z.number().int().nullable(),
  name: z.string(),
  unit: z.string(),
  kind: keyOf(groupKinds),
  kindLabel: z.string(),
  note: z.string(),
  stage: keyOf(groupLifecycle.stages),
  stageLabel: z.string(),
  version: z.number(),
  refuseReason: z.string(),
  ownerName: z.string(),
  ownerPhone: z.string(),
  ownerCompany: z.string(),
  memberCount: z.number(),
  createdAt: timeText,
  verifiedAt: timeText.nullable(),
})
export type StaffGroup = z.output<typeof staffGroup>

export const groupIndex = defineIndex<StaffGroup>()({
  name: 'groups',
  label: '课题组',
  action: 'group.read',
  key: (row) => row.groupNo,
  search: '名称、单位、编号',
  sort: '-created',
  countsTabs: true,
  fields: {
    name: { label: '课题组', kind: 'text', value: (row) => row.name },
    no: { label: '编号', kind: 'text', value: (row) => row.groupNo, sorts: true },
    unit: { label: '单位', kind: 'text', value: (row) => row.unit },
    kind: { label: '类型', kind: 'choice', options: groupKinds, value: (row) => row.kind, aside: true },
    owner: { label: '所有者', kind: 'text', value: (row) => row.ownerName },
    members: { label: '成员', kind: 'count', value: (row) => row.memberCount, sorts: true },
    stage: { label: '状态', kind: 'choice', options: groupLifecycle.stages, value: (row) => row.stage },
    created: { label: '提交时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    verified: { label: '核验时间', kind: 'time', value: (row) => row.verifiedAt, sorts: true, aside: true },
  },
  tabs: {
    pending: { label: '待核验', filters: { stage: ['pending'] }, sort: 'created' },
    verified: { label: '已核验', filters: { stage: ['verified'] } },
    all: { label: '全部' },
  },
})

export const staffGroupList = defineCall({
  name: 'group/list',
  area: 'staff',
  action: 'group.read',
  reads: true,
  summary: '课题组列表',
  input: indexInput(groupIndex),
  output: pageOf(groupIndex, staffGroup),
})
