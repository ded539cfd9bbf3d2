import { z } from 'zod'
import { inviteRuleSchema } from '../../core/settings/rules.ts'
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
} from '../../platform/contract/fields.ts'
import { rewardStates } from './rules.ts'

// What a customer sees of invitations. Orders and rewards are known above, so billing/rewards answers these calls.

const count = z.number().int()

export const inviteInit = defineCall({
  name: 'invite/init',
  area: 'auth',
  repeat: 'sets-state',
  bindsBrowser: true,
  summary: '我的邀请码、链接与奖励规则；首次调用生成邀请码',
  input: nothing,
  output: z.object({
    code: z.string(),
    link: z.string(),
    /** For the poster. */
    name: z.string(),
    /** In words; empty while no rewards are offered. */
    rules: z.array(z.string()),
    headline: z.string(),
    friends: count,
    rewarded: count,
    points: count,
  }),
})

export const inviteList = defineCall({
  name: 'invite/list',
  area: 'auth',
  reads: true,
  summary: '我邀请的好友（姓名与手机已隐去）、首单状态与奖励',
  input: z.strictObject(pageFields),
  output: listOf(
    z.object({
      id: count,
      name: z.string(),
      phone: z.string(),
      registeredAt: timeText,
      /** Not rewarded until staff have looked at it. */
      flagged: z.boolean(),
      state: keyOf(rewardStates),
      stateLabel: z.string(),
      points: count,
      /** When a waiting reward is given. */
      dueOn: z.string().nullable(),
    }),
  ),
})

export const inviteOrderDetail = defineCall({
  name: 'invite/orderDetail',
  area: 'auth',
  reads: true,
  summary: '好友首单的进度（订单号与姓名已隐去）',
  input: z.strictObject({ id: idField }),
  output: z.object({
    name: z.string(),
    phone: z.string(),
    registeredAt: timeText,
    flagged: z.boolean(),
    /** Null while the friend has paid no order that counts. */
    order: z
      .object({ orderNo: z.string(), service: z.string(), placedOn: z.string(), paidOn: z.string().nullable() })
      .nullable(),
    state: keyOf(rewardStates),
    stateLabel: z.string(),
    points: count,
    dueOn: z.string().nullable(),
  }),
})

export const staffTieClear = defineCall({
  name: 'invite/clear',
  area: 'staff',
  action: 'invite.clear',
  repeat: 'stage',
  summary: '核实有疑点的邀请，此后可计奖励',
  input: z.strictObject({ id: idField, reason: requiredText('核实说明', 200) }),
  output: done,
})

export const staffInviteRules = defineCall({
  name: 'invite/rules',
  area: 'staff',
  action: 'invite.read',
  reads: true,
  summary: '邀请奖励规则（按生效日期）',
  input: nothing,
  output: z.object({ rules: z.array(inviteRuleSchema), today: z.string() }),
})

export const staffInviteRuleSave = defineCall({
  name: 'invite/saveRule',
  area: 'staff',
  action: 'invite.rules',
  repeat: 'sets-state',
  summary: '新增或修改尚未生效的邀请奖励规则',
  input: inviteRuleSchema.extend({ from: dayField('生效日期') }),
  output: done,
})

export const staffInviteRuleDrop = defineCall({
  name: 'invite/dropRule',
  area: 'staff',
  action: 'invite.rules',
  repeat: 'stage',
  summary: '删除尚未生效的邀请奖励规则',
  input: z.strictObject({ from: dateField }),
  output: done,
})
