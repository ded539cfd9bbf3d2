import { z } from 'zod'
import { defineCall, type OutputOf } from '../../../platform/contract/call.ts'
import {
  idField,
  keyOf,
  listOf,
  numberFault,
  optionalText,
  pageFields,
  requiredText,
  versionField,
} from '../../../platform/contract/fields.ts'
import { sampleNoField } from '../contract.ts'
import { placeText, temperatureLabels, temperatures } from './shelf-rules.ts'

// Shelves of the laboratory, what stands on them, and moving samples.

const shelfItem = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  room: z.string(),
  temperature: keyOf(temperatureLabels),
  temperatureName: z.string(),
  capacity: z.number().int(),
  /** Samples that stand there now. */
  stored: z.number().int(),
  version: z.number().int(),
})

export const shelfList = defineCall({
  name: 'shelf/list',
  area: 'staff',
  action: 'sample.read',
  reads: true,
  summary: '架位与占用',
  input: z.strictObject({
    room: optionalText('房间', 40),
    temperature: z.enum(['', ...temperatures], { error: '温度不正确' }).default(''),
    kw: optionalText('架位', 40),
    /** Only these, for their labels; none: all. */
    codes: z.array(z.string().max(20, '架位编号过长'), { error: '架位编号不正确' }).max(100, '架位过多').default([]),
    /** Only shelves with a free place. */
    free: z.boolean({ error: '筛选条件不正确' }).default(false),
    ...pageFields,
  }),
  output: listOf(shelfItem).extend({
    rooms: z.array(z.object({ room: z.string(), shelves: z.number().int() })),
    /** Samples in the laboratory, and those of them that stand on no shelf of the list. */
    inLaboratory: z.number().int(),
    elsewhere: z.number().int(),
  }),
})

export type Shelf = OutputOf<typeof shelfList>['list'][number]

const fields = {
  code: requiredText('架位编号', 20)
    .transform(placeText)
    .refine((code) => /^[A-Z0-9]+(-[A-Z0-9]+)*$/.test(code), '架位编号由字母、数字和短横线组成，如 A-03'),
  name: optionalText('名称', 40),
  room: requiredText('房间', 40),
  temperature: keyOf(temperatureLabels, '请选择温度'),
  capacity: z
    .number({ error: numberFault('请填写容量') })
    .int('容量应为整数')
    .min(1, '容量至少为 1')
    .max(10_000, '容量不能超过 10000'),
}

export const shelfAdd = defineCall({
  name: 'shelf/add',
  area: 'staff',
  action: 'shelf.edit',
  idempotent: true,
  summary: '新增架位',
  input: z.strictObject(fields),
  output: z.object({ id: z.number().int() }),
})

export const shelfEdit = defineCall({
  name: 'shelf/edit',
  area: 'staff',
  action: 'shelf.edit',
  repeat: 'stage',
  summary: '修改架位；有样品时编号不能修改',
  input: z.strictObject({ id: idField, version: versionField(), ...fields }),
  output: z.object({ version: z.number().int() }),
})

export const shelfRemove = defineCall({
  name: 'shelf/remove',
  area: 'staff',
  action: 'shelf.edit',
  repeat: 'stage',
  summary: '删除空架位',
  input: z.strictObject({ id: idField, version: versionField() }),
  output: z.object({ removed: z.boolean() }),
})

export const mostMoved = 99
/** Thirty days. */
const longestAgo = 30 * 86_400

export const staffSampleMove = defineCall({
  name: 'sample/move',
  area: 'staff',
  action: 'sample.move',
  repeat: 'sets-state',
  summary: '把样品移到一个架位',
  input: z.strictObject({
    sampleNos: z
      .array(sampleNoField, { error: '请扫描样品' })
      .min(1, '请扫描样品')
      .max(mostMoved, `一次最多移动 ${mostMoved} 个样品`),
    shelfId: idField,
    /** For a move that is told later than it happened. It is refused when somebody has moved the sample since. */
    secondsAgo: z
      .number({ error: '时间不正确' })
      .int('时间不正确')
      .min(0, '时间不正确')
      .max(longestAgo, '移动的时间过早，请重新登记')
      .default(0),
  }),
  output: z.object({
    moved: z.number().int(),
    shelf: z.string(),
    stored: z.number().int(),
    capacity: z.number().int(),
  }),
})
