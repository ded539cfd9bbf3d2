import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { dayField, done, idField, keyOf, nothing, optionalText } from '../../../platform/contract/fields.ts'
import { everyAction } from '../roles/action-rules.ts'
import { roles } from '../rules.ts'

export const absenceList = defineCall({
  name: 'staff/absence/list',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '今天起不在岗的员工与代班人',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        staffId: z.number().int(),
        staffName: z.string(),
        deputyName: z.string().nullable(),
        firstDay: z.string(),
        lastDay: z.string(),
        reason: z.string(),
        /** Away today. */
        now: z.boolean(),
        /** This person may end it. */
        mayEnd: z.boolean(),
      }),
    ),
    /** For the form: the active staff, with the role that a deputy must share. */
    people: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        role: keyOf(roles),
        actions: z.array(z.enum(everyAction)).nullable(),
        roleName: z.string(),
      }),
    ),
    /** Whether this person may enter the absence of others. */
    forOthers: z.boolean(),
    /** Whose work this person does today. */
    standsInFor: z.array(z.object({ id: z.number().int(), name: z.string(), lastDay: z.string() })),
  }),
})
export type AbsenceItem = z.output<typeof absenceList.output>['list'][number]

export const absenceAdd = defineCall({
  name: 'staff/absence/add',
  area: 'staff',
  action: 'console.enter',
  repeat: 'stage',
  summary: '登记不在岗与代班人；为他人登记需要权限',
  input: z.strictObject({
    staffId: idField,
    deputyId: idField.nullable().default(null),
    firstDay: dayField('开始日期'),
    lastDay: dayField('结束日期'),
    reason: optionalText('说明', 100),
  }),
  output: z.object({ id: z.number().int() }),
})

export const absenceEnd = defineCall({
  name: 'staff/absence/end',
  area: 'staff',
  action: 'console.enter',
  repeat: 'stage',
  summary: '取消或提前结束不在岗登记',
  input: z.strictObject({ id: idField }),
  output: done,
})
