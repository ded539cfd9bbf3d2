import { z } from 'zod'
import { defineCall } from '../platform/contract/call.ts'
import { done, idField, nothing, requiredText, timeText } from '../platform/contract/fields.ts'

const staff = { area: 'staff', action: 'account.vouch' } as const

/** Accounts that somebody came back to after a long absence and could not prove yet (T-16). */
export const inDoubtList = defineCall({
  ...staff,
  name: 'account/inDoubt',
  reads: true,
  summary: '待核实的账户',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        company: z.string(),
        phone: z.string(),
        signedInAt: timeText,
        lastSeenAt: timeText,
      }),
    ),
  }),
})
export type AccountInDoubt = z.output<typeof inDoubtList.output>['list'][number]

export const accountVouch = defineCall({
  ...staff,
  name: 'account/vouch',
  summary: '核实身份并放行账户',
  input: z.strictObject({ id: idField, reason: requiredText('核实方式', 200) }),
  output: done,
})
