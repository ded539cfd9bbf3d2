import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { tieFlags } from './rules.ts'

const states = { earns: '正常', flagged: '待核实', cleared: '已核实' } as const

const staffTie = z.object({
  id: z.number().int(),
  inviterName: z.string(),
  inviterPhone: z.string(),
  friendName: z.string(),
  friendPhone: z.string(),
  code: z.string(),
  registeredAt: timeText,
  flag: keyOf(tieFlags).nullable(),
  /** The kind of device of the registration. */
  device: z.string(),
  state: keyOf(states),
  clearedAt: timeText.nullable(),
  clearReason: z.string(),
})
export type StaffTie = z.output<typeof staffTie>

export const tieIndex = defineIndex<StaffTie>()({
  name: 'invitations',
  label: '邀请关系',
  action: 'invite.read',
  key: (row) => `${row.inviterName} 邀请 ${row.friendName || row.friendPhone}`,
  search: '姓名、手机、邀请码',
  sort: '-registered',
  countsTabs: true,
  fields: {
    inviter: { label: '邀请人', kind: 'text', value: (row) => row.inviterName },
    friend: { label: '好友', kind: 'text', value: (row) => row.friendName },
    code: { label: '邀请码', kind: 'text', value: (row) => row.code, aside: true },
    registered: { label: '注册时间', kind: 'time', value: (row) => row.registeredAt, sorts: true },
    flag: { label: '疑点', kind: 'choice', options: tieFlags, value: (row) => row.flag },
    device: { label: '注册设备', kind: 'text', noFilter: true, value: (row) => row.device },
    state: { label: '状态', kind: 'choice', options: states, value: (row) => row.state },
    cleared: { label: '核实时间', kind: 'time', value: (row) => row.clearedAt, sorts: true, aside: true },
    reason: { label: '核实说明', kind: 'text', noFilter: true, value: (row) => row.clearReason, aside: true },
  },
  tabs: {
    all: { label: '全部' },
    flagged: { label: '待核实', filters: { state: ['flagged'] }, sort: 'registered' },
    cleared: { label: '已核实', filters: { state: ['cleared'] } },
  },
})

export const staffTies = defineCall({
  name: 'invite/ties',
  area: 'staff',
  action: 'invite.read',
  reads: true,
  summary: '邀请关系列表',
  input: indexInput(tieIndex),
  output: pageOf(tieIndex, staffTie),
})
