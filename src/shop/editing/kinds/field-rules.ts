import { z } from 'zod'
import {
  axisDirections,
  type MeasurementForm,
  measurementOf,
  mostMarks,
  peakDirections,
  plotStyles,
} from '../../catalogue/examples/measurement-rules.ts'
import { mostCharacters } from '../../catalogue/examples/measurement-table-rules.ts'
import { elementSymbols } from '../../catalogue/requirements/element-rules.ts'
import { arrangementSchema } from '../../../core/settings/arrangement-schema-rules.ts'
import { halfWidth, idField, numberFault, optionalText, requiredText } from '../../../platform/contract/fields.ts'
import { figureKindNames } from '../../media/figure-rules.ts'
import { isOwnImage } from '../../media/image-name-rules.ts'
import { isProjectLink, isSafeLink } from '../../articles/rules.ts'
import { noSeo } from '../../../core/settings/search-engines/seo-rules.ts'

/**
 * A field of a kind of content: its label, its control and its schema.
 * The console builds the form from it; browser and server validate with its schema.
 */
export interface ContentField<S extends z.ZodType = z.ZodType> {
  label: string
  control: Control
  schema: S
  required?: boolean
  hint?: string
  options?: readonly { value: string; label: string }[]
  /** The fields of one entry of a list. */
  fields?: Record<string, ContentField>
  most?: number
  /** The longest entry of a list of texts. */
  longest?: number
  unit?: string
  /** What a search engine shows when nothing was entered, from the other fields of the form. */
  fallback?: (valueOf: (field: string) => unknown) => { title: string; description: string; img: string }
}

export type Control =
  | 'text'
  | 'lines'
  | 'rich'
  | 'image'
  | 'link'
  | 'date'
  | 'moment'
  | 'number'
  | 'project'
  | 'projects'
  | 'categories'
  | 'parent'
  | 'tags'
  | 'select'
  | 'figure'
  | 'regions'
  | 'choices'
  | 'several'
  | 'elements'
  | 'dates'
  | 'list'
  | 'decimal'
  | 'table'
  | 'measurement'
  | 'category'
  | 'requirements'
  | 'form'
  | 'price'
  | 'arrange'
  | 'seo'

export const MOST_HTML = 200_000

/** Options of a field, besides its label and its maximum length. */
interface FieldOptions {
  required?: boolean
  hint?: string
}

export function text(label: string, most: number, options: FieldOptions = {}) {
  const schema = options.required ? requiredText(label, most) : optionalText(label, most)
  return { label, control: 'text' as const, schema, most, ...options }
}

export function lines(label: string, most: number, options: FieldOptions = {}) {
  return { ...text(label, most, options), control: 'lines' as const }
}

/** HTML; the server cleans it when it is saved. */
export function richText(label: string, options: FieldOptions = {}) {
  const schema = z
    .string({ error: `${label}格式不正确` })
    .max(MOST_HTML, `${label}过长，请拆成几篇`)
    .default('')
    .refine((html) => !options.required || /<img|[^\s<>]/.test(html.replace(/<(?!img)[^>]*>/g, '')), `请填写${label}`)
  return { label, control: 'rich' as const, schema, ...options }
}

/** A picture of the library; when empty, the drawing is shown. */
export function image(label: string, options: FieldOptions = {}) {
  const schema = z
    .string({ error: `${label}格式不正确` })
    .max(200, `${label}格式不正确`)
    .default('')
    .refine(isOwnImage, '图片必须从本站上传')
  return { label, control: 'image' as const, schema, ...options }
}

/** `alsoProject`: the field also accepts the id of a project. */
export function link(label: string, options: FieldOptions & { alsoProject?: boolean } = {}) {
  const { alsoProject = false, ...rest } = options
  const schema = z
    .string({ error: `${label}格式不正确` })
    .trim()
    .max(500, `${label}过长`)
    .overwrite((value) => (alsoProject && isProjectLink(halfWidth(value)) ? halfWidth(value) : value))
    .default('')
    .refine(
      (value) => isSafeLink(value) || (alsoProject && isProjectLink(value)),
      `${label}只能是${alsoProject ? '项目编号、' : ''}以 / 开头的本站路径，或 http(s):// 开头的网址`,
    )
    .refine((value) => !options.required || value !== '', `请填写${label}`)
  return { label, control: 'link' as const, schema, ...rest }
}

const isDay = (value: string) => {
  const at = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

export function date(label: string, options: FieldOptions = {}) {
  const schema = z
    .string({ error: `请选择${label}` })
    .refine(isDay, { error: ({ input }) => (input === '' ? `请选择${label}` : `${label}格式不正确`) })
  return { label, control: 'date' as const, schema, required: true, ...options }
}

/** `YYYY-MM-DD HH:mm` in Shanghai time; may be empty when not required. */
export function moment(label: string, options: FieldOptions = {}) {
  const schema = z
    .string({ error: `请选择${label}` })
    .transform((value) => value.replace('T', ' '))
    .refine(
      (value) =>
        value === '' ? !options.required : isDay(value.slice(0, 10)) && /^.{10} ([01]\d|2[0-3]):[0-5]\d$/.test(value),
      options.required ? `请选择${label}` : `${label}格式不正确`,
    )
  return { label, control: 'moment' as const, schema, ...options }
}

export function project(label: string, options: FieldOptions = {}) {
  return { label, control: 'project' as const, schema: idField.nullable().default(null), ...options }
}

export function projects(label: string, most: number, options: FieldOptions = {}) {
  return { label, control: 'projects' as const, schema: ids(label, most), most, ...options }
}

export function categories(label: string, most: number, options: FieldOptions = {}) {
  return { label, control: 'categories' as const, schema: ids(label, most), most, ...options }
}

/** The parent of a category; empty leaves it unchanged. */
export function parent(label: string, options: FieldOptions = {}) {
  return { label, control: 'parent' as const, schema: idField.nullable().default(null), ...options }
}

function ids(label: string, most: number) {
  return z
    .array(idField, { error: `${label}格式不正确` })
    .max(most, `${label}最多 ${most} 项`)
    .default([])
    .refine((list) => new Set(list).size === list.length, `${label}有重复`)
}

export function tags(
  label: string,
  most: number,
  { longest = 20, ...options }: FieldOptions & { longest?: number } = {},
) {
  const schema = z
    .array(requiredText('标签', longest), { error: `${label}格式不正确` })
    .max(most, `${label}最多 ${most} 个`)
    .refine((words) => !options.required || words.length > 0, `请填写${label}`)
    .default([])
  return { label, control: 'tags' as const, schema, most, longest, ...options }
}

/** A whole number. */
export function whole(
  label: string,
  { least, most, unit }: { least: number; most: number; unit: string },
  hint?: string,
) {
  const range = `${label}应在 ${least} 到 ${most} ${unit}之间`
  const schema = z
    .number({ error: numberFault(`请填写${label}`) })
    .int(`${label}应为整数`)
    .min(least, range)
    .max(most, range)
  return { label, control: 'number' as const, schema, unit, required: true, ...(hint ? { hint } : {}) }
}

/** The category of a project: a node below one of the three types. */
export function category(label: string, options: FieldOptions = {}) {
  const schema = z
    .number({ error: `请选择${label}` })
    .int()
    .positive(`请选择${label}`)
    .max(Number.MAX_SAFE_INTEGER)
  return { label, control: 'category' as const, schema, required: true, ...options }
}

export function select<const T extends string>(label: string, options: readonly { value: T; label: string }[]) {
  const values = options.map(({ value }) => value) as [T, ...T[]]
  return {
    label,
    control: 'select' as const,
    schema: z.enum(values, { error: `请选择${label}` }),
    options,
    required: true,
  }
}

/** The drawing that is shown where there is no picture. Any numbers give a drawing (`drawn-figure.tsx`). */
export function figure(label: string, options: FieldOptions = {}) {
  const schema = z
    .looseObject({ kind: z.enum(figureKindNames, { error: `${label}类型不正确` }) })
    .refine((value) => JSON.stringify(value).length <= 5000, '示意图数据过大')
    .nullable()
    .default(null)
  return { label, control: 'figure' as const, schema, ...options }
}

/** Six-digit codes of provinces, cities or counties. */
export function regions(label: string, options: FieldOptions = {}) {
  const code = z.string().regex(/^\d{6}$/, '地区编码应为 6 位数字')
  return { label, control: 'regions' as const, schema: z.array(code).max(5000).default([]), ...options }
}

/** A choice among a few numbers: days of the week, slots of the day. */
export function choices(label: string, options: readonly { value: string; label: string }[], rest: FieldOptions = {}) {
  const allowed = options.map(({ value }) => Number(value))
  const schema = z
    .array(
      z.number().refine((value) => allowed.includes(value), `${label}格式不正确`),
      { error: `${label}格式不正确` },
    )
    .max(allowed.length)
    .default([])
  return { label, control: 'choices' as const, schema, options, ...rest }
}

/** Any of a few values. */
export function several<const T extends string>(
  label: string,
  options: readonly { value: T; label: string }[],
  rest: FieldOptions = {},
) {
  const values = options.map(({ value }) => value) as [T, ...T[]]
  const schema = z
    .array(z.enum(values, { error: `${label}格式不正确` }), { error: `${label}格式不正确` })
    .max(values.length)
    .default([])
  return { label, control: 'several' as const, schema, options, ...rest }
}

/** Fixed parts in an order, each shown or hidden. */
export function arrangement<N extends string>(
  label: string,
  parts: readonly { value: N; label: string }[],
  rest: FieldOptions = {},
) {
  const names = parts.map(({ value }) => value) as [N, ...N[]]
  const schema = arrangementSchema(names, label).default(names.map((name) => ({ name, shown: true })))
  return { label, control: 'arrange' as const, schema, options: parts, ...rest }
}

/** What search engines and shared links show, each with what is shown without it. */
export function seo(label: string, fallback: NonNullable<ContentField['fallback']>) {
  const indexed = select('搜索引擎', [
    { value: 'yes', label: '收录这个页面' },
    { value: 'no', label: '不收录' },
  ])
  const parts = {
    title: text('搜索标题', 60, { hint: '搜索结果里的标题；不填则用下面预览里的文字' }),
    description: lines('搜索描述', 160, { hint: '搜索结果里标题下的两行字' }),
    img: image('分享图片', { hint: '分享链接时显示；建议 1200×630 像素，不选则用页面的图片或示意图' }),
    indexed: { ...indexed, schema: indexed.schema.default('yes') },
  }
  const schema = z.strictObject(shapeOf(parts)).default(noSeo)
  return { label, control: 'seo' as const, schema, fields: parts, fallback }
}

/** Symbols of chemical elements. */
export function elements(label: string, options: FieldOptions = {}) {
  const schema = z
    .array(z.enum(elementSymbols as [string, ...string[]], { error: `${label}里有不存在的元素` }), {
      error: `${label}格式不正确`,
    })
    .max(elementSymbols.length)
    .default([])
  return { label, control: 'elements' as const, schema, ...options }
}

export function dates(label: string, options: FieldOptions = {}) {
  const schema = z
    .array(z.string().refine(isDay, `${label}里有不正确的日期`), { error: `${label}格式不正确` })
    .max(400, `${label}最多 400 天`)
    .default([])
  return { label, control: 'dates' as const, schema, ...options }
}

export function list<const F extends Record<string, ContentField>>(
  label: string,
  fields: F,
  most: number,
  options: FieldOptions = {},
) {
  const entry = z.strictObject(shapeOf(fields))
  const schema = z
    .array(entry, { error: `${label}格式不正确` })
    .max(most, `${label}最多 ${most} 项`)
    .default([])
  return { label, control: 'list' as const, schema, fields, most, ...options }
}

/** A number as text, because empty has a meaning of its own. */
function decimal(label: string, options: FieldOptions = {}) {
  const schema = z
    .string({ error: `${label}格式不正确` })
    .trim()
    .normalize('NFKC')
    .default('')
    .refine((value) => value !== '' || !options.required, `请填写${label}`)
    .refine(
      (value) => value === '' || /^[+-]?(\d{1,12}(\.\d{0,9})?|\.\d{1,9})(e[+-]?\d{1,2})?$/i.test(value),
      `${label}要写数字`,
    )
  return { label, control: 'decimal' as const, schema, ...options }
}

/** Columns of numbers, line by line. Not trimmed: leading blanks are empty cells, and messages name line numbers. */
function table(label: string, options: FieldOptions = {}) {
  const schema = z
    .string({ error: `${label}格式不正确` })
    .max(mostCharacters, `${label}最多 ${mostCharacters / 10_000} 万个字符，请减少行数或小数位数`)
    .default('')
  return { label, control: 'table' as const, schema, ...options }
}

const optionsOf = <T extends string>(labels: Record<T, string>) =>
  (Object.entries(labels) as [T, string][]).map(([value, label]) => ({ value, label }))

/** A plotted measurement, or none. Browser and server accept what the plot itself can draw. */
export function measurement(label: string, options: FieldOptions = {}) {
  const parts = {
    table: table('数据表', { required: true }),
    xLabel: text('横轴名称与单位', 40, { required: true, hint: '如「2θ / °」' }),
    yLabel: text('纵轴名称与单位', 40, { required: true, hint: '如「强度 / 计数」' }),
    note: lines('测试条件', 120, { required: true, hint: '样品与条件，显示在图下；不是实测的请写明「示意数据」' }),
    style: select('画法', optionsOf(plotStyles)),
    axis: select('横轴方向', optionsOf(axisDirections)),
    peaks: select('峰的方向', optionsOf(peakDirections)),
    marks: list(
      '特征位置',
      {
        at: decimal('位置', { required: true }),
        y: decimal('高度'),
        label: text('说明', 40, { required: true }),
      },
      mostMarks,
      { hint: '标在图上，并列在图旁的表里；高度不填则取曲线上的高度' },
    ),
  }
  const schema = z
    .strictObject(shapeOf(parts))
    .superRefine((form, check) => {
      for (const { path, message } of measurementOf(form as MeasurementForm).faults)
        check.addIssue({ code: 'custom', path, message })
    })
    .nullable()
    .default(null)
  return { label, control: 'measurement' as const, schema, fields: parts, ...options }
}

export function shapeOf<F extends Record<string, ContentField>>(fields: F): { [K in keyof F]: F[K]['schema'] } {
  const entries = Object.entries(fields).map(([name, field]) => [name, field.schema])
  return Object.fromEntries(entries) as { [K in keyof F]: F[K]['schema'] }
}
