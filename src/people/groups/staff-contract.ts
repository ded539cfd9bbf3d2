import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, listOf, pageFields, requiredText, timeText, versionField } from '../../platform/contract/fields.ts'
import { MAX_FEN } from '../../platform/money.ts'
import { groupNoField } from './contract.ts'
import { staffGroup } from './list-contract.ts'
import { groupLifecycle, groupRoles, memberLifecycle } from './rules.ts'

const chosen = { groupNo: groupNoField, version: versionField() }
const moved = z.object({ stage: keyOf(groupLifecycle.stages) })

export const staffGroupDetail = defineCall({
  name: 'group/detail',
  area: 'staff',
  action: 'group.read',
  reads: true,
  summary: '课题组',
  input: z.strictObject({ groupNo: groupNoField }),
  output: staffGroup.extend({
    needsFactor: z.boolean(),
    history: z.array(z.object({ at: timeText, action: z.string(), by: z.string(), reason: z.string() })),
  }),
})

export const staffGroupMembers = defineCall({
  name: 'group/members',
  area: 'staff',
  action: 'group.read',
  reads: true,
  summary: '课题组的成员与额度',
  input: z.strictObject({
    groupNo: groupNoField,
    part: z.enum(['joined', 'ended'], { error: '列表类别不正确' }).default('joined'),
    ...pageFields,
  }),
  output: listOf(
    z.object({
      memberId: z.number(),
      name: z.string(),
      phone: z.string(),
      company: z.string(),
      role: keyOf(groupRoles),
      roleLabel: z.string(),
      stage: keyOf(memberLifecycle.stages),
      stageLabel: z.string(),
      at: timeText,
      monthLimitFen: z.number().nullable(),
      approvalAboveFen: z.number().nullable(),
      usedFen: z.number(),
    }),
  ),
})

export const staffGroupVerify = defineCall({
  name: 'group/verify',
  area: 'staff',
  action: 'group.verify',
  repeat: 'stage',
  summary: '通过课题组核验，开通信用额度',
  input: z.strictObject({
    ...chosen,
    /** Null: the limit of the settings; 0: none. */
    creditFen: z
      .number({ error: '信用额度应为数字' })
      .int('信用额度应精确到分')
      .min(0, '信用额度不能小于 0')
      .max(MAX_FEN, '信用额度过大')
      .nullable()
      .default(null),
  }),
  output: moved,
})

export const staffGroupRefuse = defineCall({
  name: 'group/refuse',
  area: 'staff',
  action: 'group.refuse',
  repeat: 'stage',
  summary: '不予通过课题组核验',
  input: z.strictObject({ ...chosen, reason: requiredText('原因', 200) }),
  output: moved,
})
