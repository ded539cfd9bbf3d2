import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { isEmail } from '../../platform/contract/email.ts'
import { done, idField, keyOf, nothing, phoneField, requiredText, timeText } from '../../platform/contract/fields.ts'
import { roleKeyField } from './roles/role-contract.ts'
import { roles } from './rules.ts'

/** The account, typed again by the administrator: protects from changing the wrong person. */
const confirmField = z
  .string({ error: '请输入员工账号以确认' })
  .trim()
  .min(1, '请输入员工账号以确认')
  .max(100, '账号过长')

const nameField = requiredText('姓名', 20)
const workPhoneField = z.union([z.literal(''), phoneField], { error: '手机号格式不正确' })

const workMailField = z
  .string({ error: '请填写邮箱' })
  .trim()
  .refine((text) => text === '' || isEmail(text), '邮箱格式不正确')

export const staffList = defineCall({
  name: 'staff/list',
  area: 'staff',
  action: 'staff.manage',
  reads: true,
  summary: '员工列表',
  input: nothing,
  output: z.object({
    list: z.array(
      z.object({
        id: z.number().int(),
        account: z.string(),
        name: z.string(),
        role: keyOf(roles),
        /** The name of the built-in role, or the id of the custom one. */
        roleKey: z.string(),
        roleName: z.string(),
        phone: z.string(),
        email: z.string(),
        disabled: z.boolean(),
        secondFactor: z.boolean(),
        passwordTemporary: z.boolean(),
        lastSeenAt: timeText.nullable(),
        self: z.boolean(),
      }),
    ),
  }),
})
export type StaffListItem = z.output<typeof staffList.output>['list'][number]

/** The server generates the password and shows it once; the person replaces it at the first sign-in. */
const firstPassword = z.object({ id: z.number().int(), password: z.string() })

export const staffAdd = defineCall({
  name: 'staff/add',
  area: 'staff',
  repeat: 'secret-answer',
  action: 'staff.manage',
  summary: '新增员工',
  input: z.strictObject({
    account: z
      .string({ error: '请填写账号' })
      .trim()
      .regex(/^[a-z][a-z0-9._@-]{2,39}$/, '账号为3至40位小写字母、数字或 . _ - @，以字母开头'),
    name: nameField,
    role: roleKeyField,
    phone: workPhoneField.default(''),
    email: workMailField.default(''),
  }),
  output: firstPassword,
})

/**
 * Name, phone and where a member of staff gets mail of this installation; alarms go to the administrators. They grant no right, so
 * administrators may change their own.
 */
export const staffEmail = defineCall({
  name: 'staff/email',
  area: 'staff',
  repeat: 'sets-state',
  action: 'staff.manage',
  summary: '修改员工的姓名、手机与工作邮箱',
  input: z.strictObject({
    id: idField,
    email: workMailField,
    /** Absent: as before. */
    name: nameField.optional(),
    phone: workPhoneField.optional(),
  }),
  output: done,
})

export const staffChangeRole = defineCall({
  name: 'staff/role',
  area: 'staff',
  repeat: 'sets-state',
  action: 'staff.manage',
  summary: '修改员工角色，立即生效',
  input: z.strictObject({ id: idField, role: roleKeyField, confirm: confirmField }),
  output: done,
})

export const staffDisable = defineCall({
  name: 'staff/disable',
  area: 'staff',
  repeat: 'sets-state',
  action: 'staff.manage',
  summary: '停用员工并结束其所有登录，或重新启用',
  input: z.strictObject({ id: idField, disabled: z.boolean({ error: '请选择停用或启用' }), confirm: confirmField }),
  output: done,
})

export const staffResetFactor = defineCall({
  name: 'staff/resetFactor',
  area: 'staff',
  repeat: 'sets-state',
  action: 'staff.manage',
  summary: '重置员工的动态验证码，下次登录时重新绑定；reason 说明如何核实本人',
  /** The first password is handed over by an administrator who knows the person; who resets says how the person was recognised this time. */
  input: z.strictObject({ id: idField, confirm: confirmField, reason: requiredText('核实方式', 200) }),
  output: done,
})

export const staffResetPassword = defineCall({
  name: 'staff/resetPassword',
  area: 'staff',
  repeat: 'secret-answer',
  action: 'staff.manage',
  summary: '重置员工密码，返回一次性初始密码',
  input: z.strictObject({ id: idField, confirm: confirmField }),
  output: firstPassword,
})
