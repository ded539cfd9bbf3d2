import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, keyOf, nothing, requiredText, timeText } from '../../platform/contract/fields.ts'
import { settingSchemas } from '../settings/rules.ts'
import { limitFaults, signedInKinds } from './rules.ts'

const admin = { area: 'staff', action: 'safety.manage' } as const

export const safetyRead = defineCall({
  ...admin,
  name: 'safety',
  reads: true,
  summary: '安全告警与限额',
  input: nothing,
  output: z.object({
    alarms: z.array(
      z.object({
        id: z.number().int(),
        kindName: z.string(),
        text: z.string(),
        times: z.number().int(),
        raisedAt: timeText,
        lastAt: timeText,
        seenAt: timeText.nullable(),
        seenBy: z.string(),
        mailsSent: z.number().int(),
        mailsFailed: z.number().int(),
      }),
    ),
    /** How many addresses the next alarm is sent to. */
    recipients: z.number().int(),
    smsLimits: settingSchemas.smsLimits,
    personalReads: settingSchemas.personalReads,
  }),
})

export const safetySeen = defineCall({
  ...admin,
  name: 'safety/seen',
  repeat: 'sets-state',
  summary: '标记安全告警已处理',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const safetyLimits = defineCall({
  ...admin,
  name: 'safety/limits',
  repeat: 'sets-state',
  summary: '修改短信与个人信息访问限额',
  input: z
    .strictObject({ smsLimits: settingSchemas.smsLimits, personalReads: settingSchemas.personalReads })
    .superRefine(({ smsLimits, personalReads }, check) => {
      for (const { field, message } of limitFaults({ ...smsLimits, ...personalReads }))
        check.addIssue({
          code: 'custom',
          path: [field in smsLimits ? 'smsLimits' : 'personalReads', field],
          message,
        })
    }),
  output: done,
})

/** After a leak of sessions. Keys of programs stay, because they are taken back one by one; the session that asks stays too. */
export const safetySignOutAll = defineCall({
  ...admin,
  name: 'safety/signOutAll',
  repeat: 'sets-state',
  summary: '结束全部客户或全部员工的登录',
  input: z.strictObject({ who: keyOf(signedInKinds, '请选择客户或员工'), reason: requiredText('原因', 200) }),
  output: z.object({
    /** Sessions that nobody had ended; those that had expired are among them until they are swept. */
    ended: z.number().int(),
  }),
})
