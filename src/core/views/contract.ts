import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, keyOf, requiredText } from '../../platform/contract/fields.ts'
import { roles } from '../staff/rules.ts'

export const indexName = z.string({ error: '请说明是哪个列表' }).regex(/^[a-zA-Z]{1,40}$/, '没有这个列表')

/** The address of a list without `?`, as `addressOf` writes it. */
export const addressField = z
  .string({ error: '列表的筛选格式不正确' })
  .max(2000, '筛选条件过多')
  .refine((text) => !/[^\x21-\x7e]/.test(text), '列表的筛选格式不正确')

const view = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string(),
  own: z.boolean(),
  ownerName: z.string(),
  /** Whom it is shared with; null: nobody. */
  role: keyOf(roles).nullable(),
})
export type SavedView = z.output<typeof view>

export const viewList = defineCall({
  name: 'view/list',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '列表的已存视图：自己的，以及共享给本角色的',
  input: z.strictObject({ index: indexName }),
  output: z.object({ list: z.array(view) }),
})

export const viewSave = defineCall({
  name: 'view/save',
  area: 'staff',
  action: 'console.enter',
  repeat: 'sets-state',
  summary: '保存视图；同名的自有视图被覆盖',
  input: z.strictObject({
    index: indexName,
    name: requiredText('视图名称', 20),
    address: addressField,
    role: keyOf(roles, '没有这个角色').nullable().default(null),
  }),
  output: z.object({ id: z.number() }),
})

export const viewRemove = defineCall({
  name: 'view/remove',
  area: 'staff',
  action: 'console.enter',
  repeat: 'stage',
  summary: '删除自己保存的视图',
  input: z.strictObject({ id: idField }),
  output: done,
})
