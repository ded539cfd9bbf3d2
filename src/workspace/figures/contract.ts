import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { dateField } from '../../platform/contract/fields.ts'
import { figureCardKeys } from './card-rules.ts'
import { rangeKindKeys, type Unit, units } from './rules.ts'

const unit = z.enum(Object.keys(units) as [Unit, ...Unit[]])
const dayRange = z.object({ from: z.string(), to: z.string() })

const row = z.object({
  key: z.string(),
  label: z.string(),
  /** The length of the bar, in the unit of the card; null: there was nothing to count. */
  value: z.number().int().nullable(),
  /** The same in the range before; null where there is none. */
  before: z.number().int().nullable(),
  /** The rows of the list that `to` opens; null where the row stands for no list. */
  count: z.number().int().nullable(),
  /** What the list holds, where it is not what the bar shows. */
  countLabel: z.string(),
  to: z.string().nullable(),
  unit: unit.optional(),
})

const card = z.object({
  key: z.enum(figureCardKeys),
  title: z.string(),
  /** What is counted, in a sentence. */
  note: z.string(),
  unit,
  /** Single numbers above the bars. */
  stats: z.array(
    z.object({ label: z.string(), unit, value: z.number().int().nullable(), before: z.number().int().nullable() }),
  ),
  rows: z.array(row),
  /** False: how it is now, whatever the range. */
  ofRange: z.boolean(),
  /** What `before` is of, as 上期. */
  beforeLabel: z.string(),
})

const asked = z.strictObject({
  range: z.enum(rangeKindKeys, { error: '请选择时间范围' }).default('month'),
  /** Of the range `own`. */
  from: dateField.optional(),
  to: dateField.optional(),
})

export const figuresRead = defineCall({
  name: 'figures/read',
  area: 'staff',
  action: 'figures.read',
  reads: true,
  summary: '经营看板：本角色可见的各项统计，与上期对比',
  input: asked,
  output: z.object({
    range: dayRange,
    before: dayRange,
    /** Shanghai time of the answer. */
    at: z.string(),
    cards: z.array(card),
  }),
})

export const figuresFile = defineCall({
  name: 'figures/file',
  area: 'staff',
  action: 'figures.read',
  repeat: 'bounded',
  summary: '下载经营看板（Excel），每项统计一个工作表',
  input: asked.extend({ browserKey: browserKeyField }),
  output: linkOutput,
})
