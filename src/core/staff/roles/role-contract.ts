import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  MAX_INTEGER,
  nothing,
  optionalText,
  requiredText,
} from '../../../platform/contract/fields.ts'
import { everyAction } from './action-rules.ts'
import { limitKindKeys } from './role-rules.ts'
import { roles } from '../rules.ts'

/** The name of a built-in role, or the id of a custom one. */
export const roleKeyField = z.string({ error: '请选择角色' }).regex(/^(?:[a-z]{1,20}|[1-9]\d{0,8})$/, '请选择角色')

const action = z.enum(everyAction, { error: '没有这项权限' })
const limit = z.object({ kind: z.enum(limitKindKeys, { error: '请选择限额项目' }), dayFen: z.number() })

const role = z.object({
  key: z.string(),
  name: z.string(),
  note: z.string(),
  builtIn: z.boolean(),
  /** The built-in role whose queues, messages and shared views the people of the role get. */
  base: keyOf(roles),
  actions: z.array(z.enum(everyAction)),
  /** Active staff who have the role. */
  people: z.number().int(),
  version: z.number().int(),
  archived: z.boolean(),
  /** Per person and day, in fen. A kind that is not listed has no limit. */
  limits: z.array(limit),
})
export type RoleWire = z.output<typeof role>

export const staffRoles = defineCall({
  name: 'staff/roles/list',
  area: 'staff',
  action: 'staff.manage',
  reads: true,
  summary: '内置角色与自定义角色：权限、人数与限额',
  input: nothing,
  output: z.object({ list: z.array(role) }),
})

export const staffRoleSave = defineCall({
  name: 'staff/roles/save',
  area: 'staff',
  action: 'staff.manage',
  repeat: 'stage',
  summary: '新建或修改自定义角色，立即生效',
  input: z.strictObject({
    /** Null: a new role. */
    id: idField.nullable().default(null),
    /** What was read before the change; another change in between is refused. */
    version: z.number().int().min(0).max(MAX_INTEGER).default(0),
    name: requiredText('角色名称', 20),
    note: optionalText('说明', 200),
    base: keyOf(roles, '请选择所属岗位'),
    actions: z.array(action, { error: '请选择权限' }).max(500, '权限过多'),
  }),
  output: z.object({ key: z.string() }),
})

export const staffRoleArchive = defineCall({
  name: 'staff/roles/archive',
  area: 'staff',
  action: 'staff.manage',
  repeat: 'stage',
  summary: '停用没有员工使用的自定义角色，或重新启用',
  input: z.strictObject({ id: idField, archived: z.boolean({ error: '请选择停用或启用' }) }),
  output: done,
})

export const staffRoleLimits = defineCall({
  name: 'staff/roles/limits',
  area: 'staff',
  action: 'staff.manage',
  repeat: 'sets-state',
  summary: '角色的单日限额：超出的须由限额更高的同事复核',
  input: z.strictObject({
    key: roleKeyField,
    limits: z
      .array(
        z.strictObject({
          kind: z.enum(limitKindKeys, { error: '请选择限额项目' }),
          dayFen: z
            .number({ error: '请输入金额' })
            .int('金额最多两位小数')
            .min(0, '金额不能小于 0')
            .max(100_000_000_00, '金额过大'),
        }),
      )
      .max(limitKindKeys.length, '限额项目过多'),
  }),
  output: done,
})
