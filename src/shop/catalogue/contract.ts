import { alternativeProjects, suitabilityRule } from './requirements/suitability-contract.ts'
import { z } from 'zod'
import { figureSchema } from '../media/figure-contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, pageFields } from '../../platform/contract/fields.ts'
import { parameterFormSchema, priceRuleSchema } from './forms/form-schema-rules.ts'
import { daysWithin, priceBands } from './listing/filter-rules.ts'
import { mostPages } from './listing/list-link-rules.ts'
import { sampleForms } from './requirements/requirement-rules.ts'
import { seoField } from '../../core/settings/search-engines/seo-contract.ts'

/** A GET form sends an empty filter as empty text, which means no filter. */
const optionalId = z.union([z.literal('').transform(() => undefined), idField], { error: '编号格式不正确' }).optional()
const keyword = z.string({ error: '搜索词格式不正确' }).default('')

export const projectItem = z.object({
  rid: z.number().int(),
  name: z.string(),
  img: z.string(),
  figure: figureSchema.nullable(),
  sketch: z.string(),
  /** Order count, shown as 「N下单」. */
  order: z.number().int(),
  /** Null when all prices need a quote. */
  priceFromFen: z.number().int().nullable(),
  unit: z.string(),
  /** Working days, such as 「3–5」. */
  days: z.string(),
  tags: z.array(z.string()),
  typeId: z.number().int(),
  categoryId: z.number().int(),
  /** Of the evaluations that are shown; null without any. */
  rating: z.object({ count: z.number().int(), average: z.number() }).nullable(),
})
export type ProjectItem = z.output<typeof projectItem>

export const sorts = ['hot', 'price', 'days'] as const

/** `typeId` is a type (1–3) or a category, `childId` any node below it, as in the links of the home page. */
export const deviceSearch = defineCall({
  name: 'web/device/search',
  area: 'open',
  method: 'GET',
  summary: '项目列表与搜索',
  cacheTags: ['catalogue'],
  replica: true,
  input: z.strictObject({
    typeId: optionalId,
    childId: optionalId,
    kw: keyword,
    tag: z.string({ error: '标签格式不正确' }).max(40, '标签格式不正确').default(''),
    /** A band of the cheapest price; empty for all. */
    price: z.enum([...priceBands, ''], { error: '价格范围不正确' }).default(''),
    /** Turnaround of at most this many working days; empty for all. */
    days: z.enum([...daysWithin, ''], { error: '周期范围不正确' }).default(''),
    sort: z.enum(sorts, { error: '排序方式不正确' }).default('hot'),
    /** The `next` of the previous page; paging by it costs the same at any depth. */
    after: z
      .string({ error: '页码格式不正确' })
      .regex(/^(\d{1,15}\.\d{1,15})?$/, '页码格式不正确')
      .default(''),
    ...pageFields,
    page: pageFields.page.refine((page) => page <= mostPages, '请缩小范围后查看更多结果'),
  }),
  output: z.object({
    list: z.array(projectItem),
    /** Exact for lists and for searches of one word; searches of several words count at most 300 (`totalIsCapped`). */
    total: z.number().int(),
    totalIsCapped: z.boolean(),
    page: z.number().int(),
    size: z.number().int(),
    next: z.string().nullable(),
  }),
})

/** Of projects that are or were on sale; others are left out. */
export const deviceNames = defineCall({
  name: 'device/names',
  area: 'auth',
  reads: true,
  summary: '检测项目的名称',
  input: z.strictObject({ rids: z.array(idField, { error: '项目不正确' }).max(100, '一次最多查询 100 个项目') }),
  output: z.array(z.object({ rid: z.number().int(), name: z.string() })),
})

export const suggest = defineCall({
  name: 'web/suggest',
  area: 'open',
  method: 'GET',
  summary: '搜索建议',
  cacheTags: ['catalogue'],
  replica: true,
  input: z.strictObject({ kw: keyword }),
  /** `match` is the alias that matched, when the name itself does not show the match. */
  output: z.array(z.object({ rid: z.number().int(), name: z.string(), match: z.string() })),
})

/** For a search without results: the words that were probably meant, or empty. */
export const searchCorrect = defineCall({
  name: 'web/search/correct',
  area: 'open',
  method: 'GET',
  summary: '搜索词纠错',
  cacheTags: ['catalogue'],
  replica: true,
  input: z.strictObject({ kw: keyword }),
  output: z.object({ kw: z.string() }),
})

const nodeFields = {
  id: z.number().int(),
  name: z.string(),
  img: z.string(),
  figure: figureSchema.nullable(),
  sketch: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  count: z.number().int(),
  seo: seoField,
}
const childNode = z.object(nodeFields)
const categoryNode = z.object({ ...nodeFields, children: z.array(childNode) })
export const typeNode = z.object({ ...nodeFields, children: z.array(categoryNode) })
export type TypeNode = z.output<typeof typeNode>

export const typeGroup = defineCall({
  name: 'web/type/group',
  area: 'open',
  method: 'GET',
  summary: '项目分类树',
  cacheTags: ['catalogue'],
  replica: true,
  input: z.strictObject({ typeId: optionalId }),
  output: z.array(typeNode),
})

const requirement = z.object({
  form: z.enum(sampleForms),
  accepted: z.boolean(),
  least: z.string().optional(),
  size: z.string().optional(),
  refused: z.string().optional(),
  note: z.string().optional(),
})

const tick = z.object({ at: z.number(), text: z.string() })
/** An example measurement as it is drawn: positions in per cent of the plot, curves as paths in a box of 1000 by 500. */
const examplePlot = z.object({
  note: z.string(),
  x: z.object({ label: z.string(), ticks: z.array(tick) }),
  y: z.object({ label: z.string(), ticks: z.array(tick) }),
  curves: z.array(z.object({ name: z.string(), d: z.string(), dots: z.boolean() })),
  labels: z.array(z.object({ x: z.number(), y: z.number(), text: z.string() })),
  marks: z.array(z.object({ x: z.string(), y: z.string(), label: z.string() })),
  dips: z.boolean(),
  readable: z.boolean(),
})

export const projectContent = z.object({
  intro: z.array(z.string()),
  requirements: z.array(requirement),
  suitability: z.array(suitabilityRule),
  consumed: z.boolean(),
  notices: z.array(z.string()),
  instruments: z.array(z.object({ name: z.string(), note: z.string() })),
  /** The numbers of a `plot` are at `/files/example/{rid}-{place}.csv`; places count from 0. */
  results: z.array(
    z.object({
      title: z.string(),
      text: z.string(),
      figure: figureSchema.optional(),
      plot: examplePlot.optional(),
    }),
  ),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  seo: seoField,
})

/** A project's page without its cases, which are articles and are added in site/contract.ts. */
export const projectDetail = projectItem.extend({
  slug: z.string(),
  aliases: z.array(z.string()),
  typeName: z.string(),
  categoryName: z.string(),
  childId: z.number().int().nullable(),
  childName: z.string(),
  formVersion: z.number().int(),
  form: parameterFormSchema,
  priceVersion: z.number().int(),
  rule: priceRuleSchema,
  content: projectContent,
  related: z.array(projectItem),
  alternatives: alternativeProjects,
})
