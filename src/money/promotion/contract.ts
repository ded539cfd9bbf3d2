import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { rebateRuleSchema } from '../../core/settings/rules.ts'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  dayField,
  done,
  idField,
  keyOf,
  listOf,
  nothing,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { promoterLifecycle, rebateStates } from './rules.ts'

const count = z.number().int()
const fen = z.number().int()
const stage = keyOf(promoterLifecycle.stages)

const application = z.object({
  id: count,
  stage,
  stageLabel: z.string(),
  plan: z.string(),
  agreement: z.string(),
  reason: z.string(),
  appliedAt: timeText,
  approvedAt: timeText.nullable(),
  leftAt: timeText.nullable(),
  mayCancel: z.boolean(),
})
export type Application = z.output<typeof application>

export const promotionInit = defineCall({
  name: 'promotion/init',
  area: 'auth',
  repeat: 'sets-state',
  summary: '推广合伙人：状态、链接、规则与合计',
  input: nothing,
  output: z.object({
    /** Whether a rule is in force, so that customers can apply. */
    open: z.boolean(),
    /** The latest application. */
    application: application.nullable(),
    profileComplete: z.boolean(),
    agreementVersion: z.string(),
    code: z.string(),
    link: z.string(),
    rules: z.array(z.string()),
    /** For persons; empty for organisations. */
    taxNote: z.string(),
    customers: count,
    orders: count,
    pendingFen: fen,
    availableFen: fen,
    earnedFen: fen,
    owedFen: fen,
  }),
})

export const promoterApplyList = defineCall({
  name: 'promoter_apply/list',
  area: 'auth',
  reads: true,
  summary: '我的推广合伙人申请',
  input: z.strictObject(pageFields),
  output: listOf(application),
})

export const promoterApplyAdd = defineCall({
  name: 'promoter_apply/add',
  area: 'auth',
  idempotent: true,
  summary: '申请成为推广合伙人',
  input: z.strictObject({
    plan: requiredText('推广方式', 300),
    agreementVersion: requiredText('协议版本', 60),
    agreed: z.literal(true, { error: '请先阅读并同意《推广合伙人协议》' }),
  }),
  output: z.object({ id: count }),
})

export const promoterApplyCancel = defineCall({
  name: 'promoter_apply/cancel',
  area: 'auth',
  repeat: 'stage',
  summary: '撤回待审核的申请',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const promotionLeave = defineCall({
  name: 'promotion/leave',
  area: 'auth',
  repeat: 'stage',
  summary: '退出推广',
  input: nothing,
  output: done,
})

export const rebateTabs = ['all', 'pending', 'available', 'taken_back'] as const

const rebateFilter = { tab: z.enum(rebateTabs, { error: '返利状态不正确' }).default('all') }

export const promoterRebateList = defineCall({
  name: 'promoter_rebate/list',
  area: 'auth',
  reads: true,
  summary: '我的返利明细（客户与订单号已隐去）',
  input: z.strictObject({ ...rebateFilter, ...pageFields }),
  output: listOf(
    z.object({
      id: count,
      orderNo: z.string(),
      customerName: z.string(),
      customerPhone: z.string(),
      paidAt: timeText,
      baseFen: fen,
      amountFen: fen,
      owedFen: fen,
      state: keyOf(rebateStates),
      stateLabel: z.string(),
      dueOn: z.string(),
    }),
  ),
})

/** The same rebates as `promoterRebateList` with the same tab. */
export const promoterRebateFile = defineCall({
  name: 'promoter_rebate/file',
  area: 'auth',
  repeat: 'bounded',
  summary: '把我的返利明细下载为 Excel（客户与订单号已隐去）',
  input: z.strictObject({ ...rebateFilter, browserKey: browserKeyField }),
  output: linkOutput,
})

const target = { id: idField, version: versionField() }
const moved = z.object({ stage })
const reason = requiredText('原因', 200)

export const staffPromoterApprove = defineCall({
  name: 'promoter/approve',
  area: 'staff',
  action: 'promoter.approve',
  repeat: 'stage',
  summary: '通过推广合伙人申请',
  input: z.strictObject(target),
  output: moved,
})

export const staffPromoterReject = defineCall({
  name: 'promoter/reject',
  area: 'staff',
  action: 'promoter.reject',
  repeat: 'stage',
  summary: '驳回推广合伙人申请',
  input: z.strictObject({ ...target, reason }),
  output: moved,
})

export const staffPromoterSuspend = defineCall({
  name: 'promoter/suspend',
  area: 'staff',
  action: 'promoter.suspend',
  repeat: 'stage',
  summary: '暂停推广合伙人',
  input: z.strictObject({ ...target, reason }),
  output: moved,
})

export const staffPromoterResume = defineCall({
  name: 'promoter/resume',
  area: 'staff',
  action: 'promoter.resume',
  repeat: 'stage',
  summary: '恢复推广合伙人',
  input: z.strictObject(target),
  output: moved,
})

export const staffRebateRules = defineCall({
  name: 'promoter/rules',
  area: 'staff',
  action: 'promoter.read',
  reads: true,
  summary: '返利规则（按生效日期）',
  input: nothing,
  output: z.object({ rules: z.array(rebateRuleSchema), today: z.string() }),
})

export const staffRebateRuleSave = defineCall({
  name: 'promoter/saveRule',
  area: 'staff',
  action: 'promoter.rules',
  repeat: 'sets-state',
  summary: '新增或修改尚未生效的返利规则',
  input: rebateRuleSchema.extend({ from: dayField('生效日期') }),
  output: done,
})

export const staffRebateRuleDrop = defineCall({
  name: 'promoter/dropRule',
  area: 'staff',
  action: 'promoter.rules',
  repeat: 'stage',
  summary: '删除尚未生效的返利规则',
  input: z.strictObject({ from: dateField }),
  output: done,
})
