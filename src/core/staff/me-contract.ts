import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, keyOf, nothing } from '../../platform/contract/fields.ts'
import { everyAction } from './roles/action-rules.ts'
import { roles } from './rules.ts'

// These calls have a file of their own, because every page of the console makes them and would carry all calls about staff.

export const staffMe = defineCall({
  name: 'me',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '当前员工的账号、姓名与角色',
  input: nothing,
  output: z.object({
    id: z.number(),
    account: z.string(),
    name: z.string(),
    role: keyOf(roles),
    /** Of a custom role; null: those of the built-in role. */
    actions: z.array(z.enum(everyAction)).nullable(),
    roleName: z.string(),
    idleMinutes: z.number().int(),
  }),
})

export const staffLogout = defineCall({
  name: 'logout',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '员工退出登录',
  input: nothing,
  output: done,
})
