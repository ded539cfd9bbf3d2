import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, timeText } from '../../platform/contract/fields.ts'
import { addressField, indexName } from '../views/contract.ts'
import { MOST_CHOSEN } from './rules.ts'

const made = z.object({
  id: z.number(),
  index: z.string(),
  label: z.string(),
  /** Null until the rows are counted. */
  total: z.number().nullable(),
  rowsDone: z.number(),
  fileId: z.number().nullable(),
  fileName: z.string(),
  /** Why there is no file; empty otherwise. */
  failure: z.string(),
  createdAt: timeText,
  expiresAt: timeText,
})
export type ListExport = z.output<typeof made>

export const exportStart = defineCall({
  name: 'export/start',
  area: 'staff',
  action: 'console.enter',
  summary: '导出列表或其中所选的行：与页面相同的筛选、排序和列，在后台生成文件',
  idempotent: true,
  input: z.strictObject({
    index: indexName,
    address: addressField,
    /** Ids of chosen rows, as the list answers them; without it the whole list. */
    rowIds: z
      .array(idField, { error: '所选的行格式不正确' })
      .min(1, '请选择要导出的行')
      .max(MOST_CHOSEN, `一次最多导出所选的 ${MOST_CHOSEN} 行`)
      .optional(),
  }),
  output: z.object({ id: z.number() }),
})

export const exportList = defineCall({
  name: 'export/list',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '我最近的导出',
  input: z.strictObject({}),
  output: z.object({ list: z.array(made) }),
})

export const exportCancel = defineCall({
  name: 'export/cancel',
  area: 'staff',
  action: 'console.enter',
  repeat: 'sets-state',
  summary: '取消正在生成的导出，或删除已生成的文件',
  input: z.strictObject({ id: idField }),
  output: z.object({}),
})
