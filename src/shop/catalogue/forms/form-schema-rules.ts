// The shape of a form definition, price rule and requirements as an editor sends them and as the wire carries them.
import { z } from 'zod'
import { numberFault } from '../../../platform/contract/fields.ts'
import { elementSymbols } from '../requirements/element-rules.ts'
import type { ParameterForm } from './form-rules.ts'
import { bases, type PriceRule, priceGroups } from '../prices/price-rules.ts'

const key = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, '字段名应以小写字母开头，只含字母和数字')
const label = z.string().trim().min(1, '名称不能为空').max(60, '名称最多 60 个字')
const hint = z.string().max(200, '提示最多 200 个字').optional()
const optionValue = z.string().min(1, '选项不能为空').max(40, '选项最多 40 个字')

export const priceEffectSchema = z.union([
  z.strictObject({ charge: key, free: z.number().int().min(0).max(1000).optional() }),
  z.strictObject({ rate: key }),
  z.strictObject({ quote: z.literal(true) }),
])

const condition = z.strictObject({
  field: key,
  is: z
    .array(z.union([z.string().max(40), z.boolean()]))
    .min(1, '请选择条件的值')
    .max(30),
})
const base = {
  key,
  label,
  hint,
  required: z.boolean().optional(),
  showWhen: condition.optional(),
  price: z.array(priceEffectSchema).max(10).optional(),
}
const option = z.strictObject({
  value: optionValue,
  label,
  hint,
  price: z.array(priceEffectSchema).max(10).optional(),
  showWhen: condition.optional(),
  upTo: z.strictObject({ field: key, most: z.number().min(-1e9).max(1e9) }).optional(),
  alone: z.boolean().optional(),
})
const options = z.array(option).min(1, '至少一个选项').max(60, '最多 60 个选项')
const amount = z.number({ error: '请填写数字' }).min(-1e9, '数字过小').max(1e9, '数字过大')
const range = {
  unit: z.string().max(20, '单位最多 20 个字').optional(),
  min: amount,
  max: amount,
  step: z
    .number({ error: numberFault('请填写步长') })
    .positive('步长应大于零')
    .max(1e9, '步长过大')
    .optional(),
}
const count = (most: number) =>
  z
    .number({ error: numberFault('请填写个数') })
    .int('个数应为整数')
    .min(0, '个数不能为负')
    .max(most, `最多 ${most}`)
    .optional()
const minutes = z
  .number({ error: numberFault('请填写分钟数') })
  .int('分钟数应为整数')
  .min(5, '至少 5 分钟')
  .max(1440, '最多 1440 分钟')

const column = z.discriminatedUnion('kind', [
  z.strictObject({ key, label, required: z.boolean().optional(), kind: z.literal('text'), maxLength: count(200) }),
  z.strictObject({ key, label, required: z.boolean().optional(), kind: z.literal('number'), ...range }),
  z.strictObject({
    key,
    label,
    required: z.boolean().optional(),
    kind: z.literal('choice'),
    options: z
      .array(z.strictObject({ value: optionValue, label }))
      .min(1)
      .max(60),
  }),
])

export const fieldSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...base,
    kind: z.literal('text'),
    maxLength: count(2000),
    multiline: z.boolean().optional(),
    initial: z.string().max(200).optional(),
  }),
  z.strictObject({ ...base, kind: z.literal('number'), ...range, above: key.optional(), initial: amount.optional() }),
  z.strictObject({ ...base, kind: z.literal('choice'), options, initial: optionValue.optional() }),
  z.strictObject({
    ...base,
    kind: z.literal('choices'),
    options,
    least: count(60),
    most: count(60),
    initial: z.array(optionValue).max(60).optional(),
  }),
  z.strictObject({ ...base, kind: z.literal('yesno'), initial: z.boolean().optional() }),
  z.strictObject({
    ...base,
    kind: z.literal('file'),
    extensions: z
      .array(z.string().regex(/^[a-z0-9]{1,10}$/, '扩展名只能是小写字母和数字'))
      .min(1, '请填写至少一个扩展名')
      .max(20, '最多 20 个扩展名'),
    most: count(20),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('elements'),
    least: count(118),
    most: count(118),
    refused: z
      .array(z.enum(elementSymbols as [string, ...string[]]))
      .max(118)
      .optional(),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('table'),
    columns: z.array(column).min(1, '至少一列').max(10, '最多 10 列'),
    least: count(100),
    most: count(100),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('slot'),
    stepMinutes: minutes,
    leastMinutes: minutes,
    mostMinutes: minutes,
  }),
])

/** A whole form: keys unique, conditions and comparisons look back only, ranges and initial values make sense. */
export const parameterFormSchema: z.ZodType<ParameterForm> = z
  .strictObject({ fields: z.array(fieldSchema).max(60, '最多 60 个字段') })
  .superRefine((form, context) => {
    const seen = new Map<string, string>()
    const fault = (index: number, message: string) =>
      context.addIssue({ code: 'custom', path: ['fields', index], message })
    form.fields.forEach((field, index) => {
      if (seen.has(field.key)) fault(index, `字段名「${field.key}」重复`)
      if (field.showWhen && !seen.has(field.showWhen.field))
        fault(index, `显示条件只能引用前面的字段「${field.showWhen.field}」`)
      if (field.kind === 'number') {
        if (field.min > field.max) fault(index, '最小值大于最大值')
        if (field.above !== undefined && seen.get(field.above) !== 'number')
          fault(index, `只能与前面的数值字段「${field.above}」比较`)
        if (field.initial !== undefined && (field.initial < field.min || field.initial > field.max))
          fault(index, '初始值超出范围')
      }
      if (field.kind === 'slot' && field.leastMinutes > field.mostMinutes) fault(index, '最短时长大于最长时长')
      if (field.kind === 'choice' || field.kind === 'choices') {
        const values = field.options.map((item) => item.value)
        if (new Set(values).size !== values.length) fault(index, '选项重复')
        for (const { label: name, showWhen, upTo } of field.options) {
          if (showWhen && !seen.has(showWhen.field))
            fault(index, `选项「${name}」的条件只能引用前面的字段「${showWhen.field}」`)
          if (upTo && seen.get(upTo.field) !== 'number')
            fault(index, `选项「${name}」只能与前面的数值字段「${upTo.field}」比较`)
        }
        if ([field.initial ?? []].flat().some((value) => !values.includes(value))) fault(index, '初始值不在选项中')
      }
      if (field.kind === 'table' && new Set(field.columns.map((item) => item.key)).size !== field.columns.length)
        fault(index, '列名重复')
      seen.set(field.key, field.kind)
    })
  })

const fen = z
  .number({ error: numberFault('请填写金额') })
  .int('金额应为整数分')
  .min(0, '金额不能为负')
  .max(1_000_000_000, '金额过大')
const groupFen = z.strictObject(
  Object.fromEntries(priceGroups.map((group) => [group, fen])) as Record<(typeof priceGroups)[number], typeof fen>,
)

const rate = z.strictObject({
  key,
  label,
  basis: z.enum(bases),
  unitFen: groupFen,
  quantityField: key.optional(),
  leastQuantity: z
    .number({ error: numberFault('请填写起计数量') })
    .min(0, '起计数量不能为负')
    .max(10_000, '起计数量过大')
    .optional(),
  perSample: z.boolean(),
  tiers: z
    .array(
      z.strictObject({
        above: z
          .number({ error: numberFault('请填写数量') })
          .positive('数量应大于零')
          .max(10_000, '数量过大'),
        unitFen: groupFen,
      }),
    )
    .max(10)
    .refine(
      (tiers) => tiers.every((tier, index) => index === 0 || tier.above > (tiers[index - 1]?.above ?? 0)),
      '阶梯应从小到大',
    )
    .optional(),
})

export const priceRuleSchema: z.ZodType<PriceRule> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('quote') }),
  z.strictObject({
    kind: z.literal('rated'),
    rates: z.array(rate).min(1, '至少一种计价方式').max(10),
    leastChargeFen: groupFen.optional(),
    startUpFen: groupFen.optional(),
    urgentPercent: z
      .number({ error: numberFault('请填写加急比例') })
      .int('加急比例应为整数')
      .min(100, '加急比例至少 100%')
      .max(500, '加急比例最多 500%')
      .optional(),
    addOns: z
      .array(
        z.strictObject({
          key,
          label,
          hint,
          unit: z.string().min(1, '请填写单位').max(10, '单位最多 10 个字'),
          unitFen: groupFen,
          perSample: z.boolean(),
        }),
      )
      .max(60),
  }),
])
