import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, idField, nothing, requiredText, timeText } from '../../../platform/contract/fields.ts'

const staff = { area: 'staff', action: 'account.vouch' } as const

/** Accounts with open sessions after a long absence whose user has not been identified yet [T-16]. */
export const inDoubtList = defineCall({
  ...staff,
  name: 'account/inDoubt',
  reads: true,
  summary: '待核实身份的账号与登录',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        company: z.string(),
        phone: z.string(),
        lastSeenAt: timeText,
        sessions: z.array(
          z.object({
            id: z.number().int(),
            device: z.string(),
            ip: z.string(),
            signedInAt: timeText,
            lastSeenAt: timeText,
          }),
        ),
      }),
    ),
  }),
})
export type AccountInDoubt = z.output<typeof inDoubtList.output>['list'][number]

export const accountVouch = defineCall({
  ...staff,
  name: 'account/vouch',
  repeat: 'sets-state',
  summary: '核实身份并放行所选登录',
  input: z.strictObject({
    id: idField,
    sessionIds: z.array(idField).min(1, '请选择要放行的登录').max(50),
    reason: requiredText('核实方式', 200),
  }),
  output: done,
})

export const accountEndInDoubt = defineCall({
  ...staff,
  name: 'account/endInDoubt',
  repeat: 'sets-state',
  summary: '结束未核实的登录',
  input: z.strictObject({ id: idField, sessionId: idField, reason: requiredText('下线原因', 200) }),
  output: done,
})

/** For a customer who lost a phone or whose password became known. Keys of the open interface stay, because programs use them. */
export const accountSignOut = defineCall({
  ...staff,
  name: 'account/signOut',
  repeat: 'sets-state',
  summary: '结束客户的全部登录',
  input: z.strictObject({ id: idField, reason: requiredText('原因', 200) }),
  output: z.object({
    /** Sessions that nobody had ended; those that had expired are among them until they are swept. */
    ended: z.number().int(),
  }),
})
