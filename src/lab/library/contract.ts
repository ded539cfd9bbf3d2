import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import {
  cappedFields,
  dateField,
  done,
  idField,
  keyOf,
  listOf,
  optionalText,
  pageFields,
  requiredText,
  timeText,
} from '../../platform/contract/fields.ts'
import { compositionModes, curveSorts, mostDrawn, mostTagLength, mostTags } from './rules.ts'

export const curve = z.object({
  id: z.number().int(),
  /** For file/link and report/series, with the place of the curve in it. */
  fileId: z.number().int(),
  series: z.number().int(),
  fileName: z.string(),
  orderNo: z.string(),
  sampleNo: z.string(),
  sampleName: z.string(),
  ownNo: z.string(),
  composition: z.string(),
  /** Empty: the composition is no formula. */
  elements: z.array(z.string()),
  project: z.string(),
  method: z.string(),
  label: z.string(),
  xLabel: z.string(),
  yLabel: z.string(),
  xFrom: z.number(),
  xTo: z.number(),
  /** In the file; at most 4,000 are drawn. */
  points: z.number().int(),
  measuredAt: timeText,
  /** Points of a line in a box of 200 by 60, as SVG writes them. */
  line: z.string(),
  tags: z.array(z.string()),
  noteCount: z.number().int(),
  /** The order is in dispute or tested again: the result may change. */
  inDoubt: z.string(),
})

const filters = {
  kw: optionalText('搜索内容', 60),
  /** Elements (`Fe O`) or a formula (`Fe2O3`), read as `mode` says. */
  composition: optionalText('成分', 100),
  mode: keyOf(compositionModes, '成分的查找方式不正确').default('contains'),
  /** Elements that must not be in it. */
  without: optionalText('不含元素', 100),
  /** The share of one element in atomic percent. */
  shareOf: optionalText('元素', 2),
  shareFrom: z.number({ error: '含量格式不正确' }).min(0, '含量不能小于 0').max(100, '含量不能大于 100').default(0),
  shareTo: z.number({ error: '含量格式不正确' }).min(0, '含量不能小于 0').max(100, '含量不能大于 100').default(100),
  method: optionalText('方法', 40),
  project: optionalText('项目', 400),
  tag: optionalText('标签', mostTagLength),
  from: z.union([z.literal(''), dateField]).default(''),
  to: z.union([z.literal(''), dateField]).default(''),
  sort: keyOf(curveSorts, '排序方式不正确').default('-measured'),
}

export const libraryList = defineCall({
  name: 'library/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '谱图库：按样品、成分、方法、项目、日期、标签查找已交付的曲线',
  input: z.strictObject({ ...filters, ...pageFields }),
  output: listOf(curve).extend(cappedFields),
})

export const libraryChoices = defineCall({
  name: 'library/choices',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '谱图库中出现的方法、项目与标签',
  input: z.strictObject({}),
  output: z.object({
    methods: z.array(z.string()),
    projects: z.array(z.string()),
    tags: z.array(z.string()),
    more: z.boolean().describe('某一类超过 1,000 个，只列出前 1,000 个'),
  }),
})

export const note = z.object({
  id: z.number().int(),
  /** Null: about the whole curve. */
  x: z.number().nullable(),
  text: z.string(),
  by: z.string(),
  createdAt: timeText,
})

export const drawnCurve = z.object({
  label: z.string(),
  xLabel: z.string(),
  yLabel: z.string(),
  reversed: z.boolean(),
  x: z.array(z.number()),
  y: z.array(z.number()),
  /** The points in the file, when fewer are sent. */
  total: z.number().int().optional(),
})

/** In the order of the ids. A curve that somebody else owns is not found; nothing is left out without a word. */
export const libraryCurves = defineCall({
  name: 'library/curves',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: `所选曲线的数据，最多 ${mostDrawn} 条，每条最多 4000 点`,
  input: z.strictObject({
    ids: z.array(idField, { error: '请选择曲线' }).min(1, '请选择曲线').max(mostDrawn, `最多叠加 ${mostDrawn} 条曲线`),
  }),
  output: z.object({ list: z.array(drawnCurve.extend({ curve, notes: z.array(note) })) }),
})

const chosen = z.array(idField, { error: '请选择曲线' }).min(1, '请选择曲线').max(100, '一次最多选择 100 条曲线')

export const libraryTag = defineCall({
  name: 'library/tag',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: `给曲线加上或去掉标签，一条曲线最多 ${mostTags} 个`,
  input: z.strictObject({
    ids: chosen,
    tag: requiredText('标签', mostTagLength),
    on: z.boolean({ error: '请选择加上或去掉' }),
  }),
  output: done,
})

export const libraryNote = defineCall({
  name: 'library/note',
  area: 'auth',
  forGroup: 'manager',
  idempotent: true,
  summary: '给曲线写备注，可注明横轴位置',
  input: z.strictObject({
    id: idField,
    x: z.number({ error: '位置格式不正确' }).nullable().default(null),
    text: requiredText('备注', 500),
  }),
  output: note,
})

export const libraryNoteRemove = defineCall({
  name: 'library/noteRemove',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '删除曲线的一条备注',
  input: z.strictObject({ id: idField }),
  output: done,
})

/** The same curves as `libraryList` with the same input. */
export const libraryFile = defineCall({
  name: 'library/file',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '把查找到的曲线目录下载为 CSV',
  input: z.strictObject({ ...filters, browserKey: browserKeyField }),
  output: linkOutput,
})
