import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { toSettleFields } from '../customers/obstacles/obstacle-contract.ts'
import {
  done,
  fenField,
  idField,
  keyOf,
  listOf,
  optionalText,
  pageFields,
  phoneField,
  requiredText,
  timeText,
} from '../../platform/contract/fields.ts'
import { groupKinds, groupLifecycle, groupRoles, MAX_PROJECT_LIMITS, memberLifecycle } from './rules.ts'

const stage = keyOf(groupLifecycle.stages)
const memberStage = keyOf(memberLifecycle.stages)
const role = keyOf(groupRoles)
const memberPart = z.enum(['joined', 'applied', 'invited', 'ended'], { error: '列表类别不正确' })

export const groupNoField = z.string({ error: '课题组编号不正确' }).regex(/^KT\d{11}$/, '课题组编号不正确')
const named = { groupNo: groupNoField }
const memberId = idField
const givenRole = z.enum(['manager', 'member'], { error: '请选择角色' })

const fields = {
  name: requiredText('课题组名称', 40),
  unit: requiredText('单位', 60),
  kind: keyOf(groupKinds, '请选择类型'),
  note: optionalText('说明', 200),
}

/** Empty: without a limit. */
const limits = {
  monthLimitFen: fenField.nullable().default(null),
  projectLimits: z
    .array(z.strictObject({ rid: idField, limitFen: fenField }), { error: '项目额度格式不正确' })
    .max(MAX_PROJECT_LIMITS, `项目额度最多${MAX_PROJECT_LIMITS}条`)
    .refine((all) => new Set(all.map(({ rid }) => rid)).size === all.length, '同一检测项目只能设置一条额度')
    .default([]),
  approvalAboveFen: fenField.nullable().default(null),
}

const limitsOut = z.object({
  monthLimitFen: z.number().nullable(),
  projectLimits: z.array(z.object({ rid: z.number(), limitFen: z.number(), usedFen: z.number() })),
  approvalAboveFen: z.number().nullable(),
  /** Spent or held in this month. */
  usedFen: z.number(),
})

const auth = { area: 'auth' } as const

/** The group demands a second factor that the caller does not have. */
const factorFirst = z.boolean()

const groupCard = z.object({
  groupNo: z.string(),
  name: z.string(),
  unit: z.string(),
  kind: keyOf(groupKinds),
  kindLabel: z.string(),
  note: z.string(),
  stage,
  stageLabel: z.string(),
  refuseReason: z.string(),
  role,
  roleLabel: z.string(),
  memberCount: z.number(),
  appliedCount: z.number(),
})
export type GroupCard = z.output<typeof groupCard>

export const clusterAdd = defineCall({
  ...auth,
  name: 'cluster/add',
  summary: '创建课题组，提交单位核验',
  idempotent: true,
  input: z.strictObject(fields),
  output: z.object(named),
})

export const clusterEdit = defineCall({
  ...auth,
  name: 'cluster/edit',
  repeat: 'sets-state',
  summary: '修改课题组；核验未通过的重新提交',
  input: z.strictObject({ ...named, ...fields }),
  output: done,
})

export const clusterDel = defineCall({
  ...auth,
  name: 'cluster/del',
  repeat: 'stage',
  summary: '解散课题组；有欠款、余额或进行中的事项时不能解散',
  input: z.strictObject(named),
  output: done,
})

export const clusterObstacles = defineCall({
  ...auth,
  name: 'cluster/obstacles',
  reads: true,
  summary: '课题组解散前须了结的事项',
  input: z.strictObject(named),
  output: z.object({ obstacles: z.array(z.string()), toSettle: toSettleFields }),
})

export const clusterAll = defineCall({
  ...auth,
  name: 'cluster/all',
  reads: true,
  summary: '我拥有和管理的课题组',
  input: z.strictObject(pageFields),
  output: listOf(groupCard),
})

export const clusterDetail = defineCall({
  ...auth,
  name: 'cluster/detail',
  reads: true,
  summary: '我管理的课题组',
  input: z.strictObject(named),
  output: groupCard.extend({
    invitedCount: z.number(),
    endedCount: z.number(),
    /** Everybody who works or orders for the group needs a second factor. */
    needsFactor: z.boolean(),
    /** The open offer of the owner. */
    transfer: z.object({ memberName: z.string(), offeredAt: timeText }).nullable(),
  }),
})

export type GroupDetail = z.output<typeof clusterDetail.output>

const memberView = limitsOut.extend({
  memberId: z.number(),
  name: z.string(),
  phone: z.string(),
  company: z.string(),
  role,
  roleLabel: z.string(),
  stage: memberStage,
  stageLabel: z.string(),
  message: z.string(),
  /** Why it ended, in the words of the one who ended it. */
  reason: z.string(),
  /** When the membership reached its stage, as far as it is known. */
  at: timeText,
  /** The caller. */
  isMe: z.boolean(),
  /** The caller's role is above this one. */
  mayChange: z.boolean(),
  /** A second step of signing in is switched on. */
  hasFactor: z.boolean(),
  /** Whose orders of the group they are (`memberId` of `order/history`); null for those who never could order for it. */
  customerId: z.number().nullable(),
})
export type MemberView = z.output<typeof memberView>

export const clusterMembers = defineCall({
  ...auth,
  name: 'cluster/members',
  reads: true,
  summary: '课题组的成员、申请与邀请',
  input: z.strictObject({ ...named, part: memberPart.default('joined'), ...pageFields }),
  output: listOf(memberView),
})

export const clusterAdd4user = defineCall({
  ...auth,
  name: 'cluster/add4user',
  summary: '用手机号邀请成员',
  idempotent: true,
  input: z.strictObject({ ...named, phone: phoneField, role: givenRole.default('member'), ...limits }),
  output: done,
})

export const clusterSearch4user = defineCall({
  ...auth,
  name: 'cluster/search4user',
  reads: true,
  summary: '查询手机号在本课题组的状态',
  input: z.strictObject({ ...named, phone: phoneField }),
  output: z.object({
    phone: z.string(),
    stage: memberStage.nullable(),
    stageLabel: z.string(),
    memberId: z.number().nullable(),
  }),
})

export const clusterDelete4user = defineCall({
  ...auth,
  name: 'cluster/delete4user',
  repeat: 'stage',
  summary: '移除成员或撤回邀请；订单与欠款留在课题组',
  input: z.strictObject({ memberId, reason: optionalText('原因', 100) }),
  output: done,
})

export const clusterSetRole = defineCall({
  ...auth,
  name: 'cluster/setRole',
  repeat: 'sets-state',
  summary: '设为管理员或成员',
  input: z.strictObject({ memberId, role: givenRole }),
  output: done,
})

export const clusterSetLimits = defineCall({
  ...auth,
  name: 'cluster/setLimits',
  repeat: 'sets-state',
  summary: '设置成员的每月额度、项目额度与审批金额',
  input: z.strictObject({ memberId, ...limits }),
  output: done,
})

export const clusterTransfer = defineCall({
  ...auth,
  name: 'cluster/transfer',
  repeat: 'stage',
  summary: '把课题组转让给成员，对方同意后生效',
  input: z.strictObject({ ...named, memberId }),
  output: done,
})

export const clusterTransferCancel = defineCall({
  ...auth,
  name: 'cluster/transferCancel',
  repeat: 'stage',
  summary: '撤回尚未答复的转让',
  input: z.strictObject(named),
  output: done,
})

export const clusterTransferAnswer = defineCall({
  ...auth,
  name: 'cluster/transferAnswer',
  repeat: 'stage',
  summary: '同意或拒绝接收课题组',
  input: z.strictObject({ ...named, agree: z.boolean({ error: '请选择是否同意' }) }),
  output: done,
})

export const clusterCode = defineCall({
  ...auth,
  name: 'cluster/code',
  repeat: 'sets-state',
  summary: '课题组邀请链接的编码；更换后旧链接失效',
  input: z.strictObject({ ...named, renew: z.boolean({ error: '格式不正确' }).default(false) }),
  output: z.object({ code: z.string() }),
})

export const clusterDemandFactor = defineCall({
  ...auth,
  name: 'cluster/demandFactor',
  repeat: 'sets-state',
  summary: '要求管理课题组和为课题组下单的人开启两步验证，或取消要求',
  input: z.strictObject({ ...named, needsFactor: z.boolean({ error: '请选择是否要求' }) }),
  output: done,
})

const codeField = z.string({ error: '邀请链接不正确' }).regex(/^[\w-]{16}$/, '邀请链接不正确')

const foundGroup = z.object({
  groupNo: z.string(),
  name: z.string(),
  unit: z.string(),
  ownerName: z.string(),
  /** The caller's own state in this group. */
  mine: memberStage.nullable(),
  mineLabel: z.string(),
})
export type FoundGroup = z.output<typeof foundGroup>

export const clusterSearch = defineCall({
  ...auth,
  name: 'cluster/search',
  reads: true,
  summary: '按名称、单位或编号查找已核验的课题组',
  input: z.strictObject({
    kw: requiredText('课题组名称、单位或编号', 40).refine((text) => text.length >= 2, '请至少输入2个字'),
    ...pageFields,
  }),
  output: listOf(foundGroup),
})

export const clusterByCode = defineCall({
  ...auth,
  name: 'cluster/byCode',
  reads: true,
  summary: '邀请链接对应的课题组',
  input: z.strictObject({ code: codeField }),
  output: foundGroup,
})

export const clusterApply = defineCall({
  ...auth,
  name: 'cluster/apply',
  repeat: 'stage',
  summary: '申请加入课题组（编号或邀请链接）',
  input: z
    .strictObject({
      groupNo: groupNoField.optional(),
      code: codeField.optional(),
      message: optionalText('申请说明', 100),
    })
    .refine(({ groupNo, code }) => (groupNo === undefined) !== (code === undefined), {
      error: '请选择要加入的课题组',
      path: ['groupNo'],
    }),
  output: z.object(named),
})

export const clusterAgree = defineCall({
  ...auth,
  name: 'cluster/agree',
  repeat: 'stage',
  summary: '同意邀请，或通过加入申请（可同时设置额度）',
  /** `limits`: what the applicant may spend from the first moment on; not for invitations, which have theirs. */
  input: z.strictObject({ memberId, limits: z.strictObject(limits).optional() }),
  output: done,
})

export const clusterRefuse = defineCall({
  ...auth,
  name: 'cluster/refuse',
  repeat: 'stage',
  summary: '拒绝邀请，或拒绝加入申请',
  input: z.strictObject({ memberId, reason: optionalText('原因', 100) }),
  output: done,
})

export const clusterTakeBack = defineCall({
  ...auth,
  name: 'cluster/takeBack',
  repeat: 'stage',
  summary: '撤回加入申请',
  input: z.strictObject({ memberId }),
  output: done,
})

export const clusterLeave = defineCall({
  ...auth,
  name: 'cluster/leave',
  repeat: 'stage',
  summary: '退出课题组；订单与欠款留在课题组',
  input: z.strictObject({ memberId }),
  output: done,
})

const ownMembership = limitsOut.extend({
  memberId: z.number(),
  groupNo: z.string(),
  name: z.string(),
  unit: z.string(),
  ownerName: z.string(),
  groupStageLabel: z.string(),
  /** Orders can be placed for it. */
  verified: z.boolean(),
  role,
  roleLabel: z.string(),
  stage: memberStage,
  stageLabel: z.string(),
  message: z.string(),
  reason: z.string(),
  at: timeText,
  /** The owner offers the group to the caller. */
  offered: z.boolean(),
  factorFirst,
})
export type OwnMembership = z.output<typeof ownMembership>

export const clusterJoined = defineCall({
  ...auth,
  name: 'cluster/joined',
  reads: true,
  summary: '我加入、申请和收到邀请的课题组',
  input: z.strictObject({ part: memberPart.default('joined'), ...pageFields }),
  output: listOf(ownMembership),
})
