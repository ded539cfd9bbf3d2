import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { nothing, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { signInMethods, signInOutcomes } from '../../platform/contract/sign-in-words.ts'
import { actorKinds, auditGroups, changeText } from './rules.ts'

const keys = <K extends string>(words: Record<K, string>) => z.enum(Object.keys(words) as [K, ...K[]])

const auditEntry = z.object({
  id: z.number().int(),
  at: timeText,
  kind: keys(actorKinds),
  /** Name of the person; empty for the system and for visitors. */
  who: z.string(),
  group: keys(auditGroups),
  /** The stored name (`order.approve`), and its words. */
  action: z.string(),
  actionName: z.string(),
  /** The stored subject (`order:12`), and how people call it. */
  subject: z.string(),
  subjectName: z.string(),
  /** Address of its page; empty when there is none or the reader may not open it. */
  subjectTo: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  reason: z.string(),
  ip: z.string(),
  requestId: z.string(),
  sealed: z.boolean(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const auditIndex = defineIndex<AuditEntry>()({
  name: 'audit',
  label: '操作日志',
  action: 'audit.read',
  key: (row) => String(row.id),
  search: '人员、编号、操作、原因',
  sort: '-at',
  fields: {
    at: { label: '时间', kind: 'time', value: (row) => row.at, sorts: true },
    who: { label: '操作人', kind: 'text', value: (row) => (row.who === '' ? actorKinds[row.kind] : row.who) },
    kind: { label: '身份', kind: 'choice', options: actorKinds, value: (row) => row.kind, aside: true },
    action: { label: '操作', kind: 'text', value: (row) => row.actionName },
    group: { label: '类别', kind: 'choice', options: auditGroups, value: (row) => row.group, aside: true },
    subject: { label: '对象', kind: 'text', value: (row) => row.subjectName },
    change: { label: '变化', kind: 'text', value: (row) => changeText(row.changes), noFilter: true },
    reason: { label: '原因', kind: 'text', value: (row) => row.reason },
    ip: { label: 'IP', kind: 'text', value: (row) => row.ip },
    request: { label: '请求编号', kind: 'text', value: (row) => row.requestId, aside: true },
    no: { label: '记录号', kind: 'count', value: (row) => row.id, aside: true },
  },
  tabs: {
    all: { label: '全部操作' },
    work: { label: '业务操作', filters: { group: ['work'] } },
    personal: { label: '读取个人信息', filters: { group: ['personal'] } },
    exports: { label: '导出与下载', filters: { group: ['export'] } },
    people: { label: '员工与设置', filters: { group: ['people', 'content'] } },
    customer: { label: '客户操作', filters: { kind: ['customer'] } },
  },
})

export const staffAuditList = defineCall({
  name: 'audit/list',
  area: 'staff',
  action: 'audit.read',
  reads: true,
  summary: '操作日志',
  replica: true,
  input: indexInput(auditIndex),
  output: pageOf(auditIndex, auditEntry),
})

export const staffAuditChain = defineCall({
  name: 'audit/chain',
  area: 'staff',
  action: 'audit.read',
  reads: true,
  summary: '操作日志校验链的最后一环',
  input: nothing,
  output: z.object({
    /** Rows in the chain. */
    links: z.number().int(),
    /** To be kept outside of the system: `npm run mingxi -- audit --head N:HASH` compares it. */
    hash: z.string(),
    sealedAt: timeText.nullable(),
  }),
})

const signInEntry = z.object({
  id: z.number().int(),
  at: timeText,
  kind: z.enum(['staff', 'customer']),
  /** The person; what was typed, masked, when there is no such account. */
  who: z.string(),
  known: z.boolean(),
  method: keys(signInMethods),
  outcome: keys(signInOutcomes),
  ip: z.string(),
  device: z.string(),
})
export type SignInEntry = z.output<typeof signInEntry>

export const signInIndex = defineIndex<SignInEntry>()({
  name: 'signIns',
  label: '登录日志',
  action: 'audit.read',
  key: (row) => String(row.id),
  search: '姓名、手机号、账号、IP',
  sort: '-at',
  fields: {
    at: { label: '时间', kind: 'time', value: (row) => row.at, sorts: true },
    who: { label: '账号', kind: 'text', value: (row) => row.who },
    kind: {
      label: '身份',
      kind: 'choice',
      options: { staff: actorKinds.staff, customer: actorKinds.customer },
      value: (row) => row.kind,
    },
    outcome: { label: '结果', kind: 'choice', options: signInOutcomes, value: (row) => row.outcome },
    method: { label: '方式', kind: 'choice', options: signInMethods, value: (row) => row.method },
    ip: { label: 'IP', kind: 'text', value: (row) => row.ip },
    device: { label: '设备', kind: 'text', value: (row) => row.device, noFilter: true },
  },
  tabs: {
    all: { label: '全部登录' },
    staff: { label: '员工', filters: { kind: ['staff'] } },
    customer: { label: '客户', filters: { kind: ['customer'] } },
    failed: { label: '失败', filters: { outcome: ['wrong', 'locked'] } },
  },
})

export const staffSignInList = defineCall({
  name: 'audit/signIns',
  area: 'staff',
  action: 'audit.read',
  reads: true,
  summary: '员工与客户的登录日志',
  replica: true,
  input: indexInput(signInIndex),
  output: pageOf(signInIndex, signInEntry),
})
