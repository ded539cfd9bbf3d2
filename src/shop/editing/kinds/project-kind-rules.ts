// A project of the catalogue as a kind of content: text, requirements, parameter form and prices are one version, so that they are
// previewed and published together.
import { z } from 'zod'
import { projectTag } from '../../catalogue/tag-rules.ts'
import { hazardLabels, hazards } from '../../catalogue/requirements/hazard-rules.ts'
import { doubledNames } from '../../catalogue/forms/form-name-rules.ts'
import { parameterFormSchema, priceRuleSchema } from '../../catalogue/forms/form-schema-rules.ts'
import type { PriceRule } from '../../catalogue/prices/price-rules.ts'
import {
  acceptedForms,
  type Requirement,
  type SampleForm,
  sampleFormLabels,
  sampleForms,
} from '../../catalogue/requirements/requirement-rules.ts'
import { hasCondition } from '../../catalogue/requirements/suitability-edit-rules.ts'
import { optionalText } from '../../../platform/contract/fields.ts'
import { defineKind } from './define-kind-rules.ts'
import * as fields from './field-rules.ts'
import { daysText } from '../../../core/settings/opening-hours/days-rules.ts'
import { projectDescription } from '../../../core/settings/search-engines/seo-rules.ts'

const requirement = z.strictObject({
  form: z.enum(sampleForms, { error: '样品形态不正确' }),
  accepted: z.boolean(),
  least: optionalText('最少用量', 60),
  size: optionalText('尺寸与状态', 120),
  refused: optionalText('不接收', 120),
  note: optionalText('说明', 120),
})
const noRequirement = (form: SampleForm) => ({ form, accepted: false, least: '', size: '', refused: '', note: '' })

const optionsOf = <T extends string>(values: readonly T[], labels: Record<T, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

const suitabilityList = fields.list(
  '不适合的样品',
  {
    effect: fields.select('处理', [
      { value: 'refuse', label: '不接收，不能下单' },
      { value: 'warn', label: '提醒，客户确认后可以下单' },
    ]),
    why: fields.text('原因与建议', 200, { required: true }),
    forms: fields.several('样品形态', optionsOf(sampleForms, sampleFormLabels)),
    hazards: fields.several('危险性', optionsOf(hazards, hazardLabels)),
    words: fields.tags('名称或成分里的词', 20, { hint: '有其中一个词即符合' }),
    contains: fields.elements('含有元素', { hint: '成分里有其中一种即符合' }),
    only: fields.elements('只由这些元素组成', { hint: '成分里没有其他元素时符合' }),
    instead: fields.project('建议改做'),
  },
  20,
  { hint: '下单时按样品的形态、危险性、名称与成分核对；一条里填写的条件要同时符合，留空表示不限' },
)

const suitability = {
  ...suitabilityList,
  schema: suitabilityList.schema.superRefine((rules, check) => {
    for (const [index, rule] of rules.entries())
      if (!hasCondition(rule))
        check.addIssue({ code: 'custom', path: [index, 'forms'], message: '请至少选择或填写一个条件' })
  }),
}

const sections = [
  {
    name: 'basics',
    label: '基本信息',
    fields: ['name', 'slug', 'categoryId', 'aliases', 'tags', 'sketch', 'daysFrom', 'daysTo', 'img', 'figure'],
  },
  { name: 'content', label: '介绍与问答', fields: ['intro', 'consumed', 'notices', 'instruments', 'faq', 'related'] },
  { name: 'requirements', label: '样品要求', fields: ['requirements', 'suitability'] },
  { name: 'form', label: '参数表单', fields: ['form'] },
  { name: 'price', label: '价格', fields: ['rule'] },
  { name: 'seo', label: '搜索与分享', fields: ['seo'] },
] as const

export const projectKind = defineKind({
  label: '检测项目',
  group: '检测项目',
  action: 'project.open',
  guard: { fields: { rule: 'project.price' }, rest: 'catalogue.edit' },
  title: 'name',
  tags: ['catalogue'],
  itemTags: { one: projectTag, all: 'projects' },
  home: '/console/projects',
  path: (id) => `/detail/${id}`,
  hint: '项目的介绍、样品要求、参数表单与价格是一个版本，一起预览、一起发布',
  sections,
  places: {
    ...{ name: 'h1', sketch: 'h1', aliases: 'h1', tags: 'h1', daysFrom: 'h1', img: 'h1', intro: 'h1', consumed: 'h1' },
    ...{ notices: '#sample', requirements: '#sample', suitability: '#sample', form: '#order', rule: '#price' },
    ...{ instruments: '#instrument', faq: '#faq', related: '#related' },
  },
  fields: {
    name: fields.text('项目名称', 60, { required: true }),
    slug: {
      ...fields.text('网址标识', 60, { required: true, hint: '小写字母、数字和连字符，例如 xrd-refinement' }),
      schema: z
        .string({ error: '请填写网址标识' })
        .trim()
        .min(1, '请填写网址标识')
        .max(60, '网址标识最多 60 个字符')
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, '网址标识只能有小写字母、数字和连字符'),
    },
    categoryId: fields.category('分类', { hint: '决定项目属于送样检测、现场预约还是数据分析' }),
    aliases: fields.tags('别名', 20, { longest: 60, hint: '缩写、英文名和常用叫法，访客用它们也能搜到' }),
    tags: fields.tags('标签', 8),
    sketch: fields.lines('简介', 200, { hint: '显示在项目卡片与搜索结果里' }),
    daysFrom: fields.whole('最短周期', { least: 0, most: 365, unit: '个工作日' }),
    daysTo: fields.whole('最长周期', { least: 0, most: 365, unit: '个工作日' }),
    img: fields.image('图片', { hint: '不传则显示示意图' }),
    figure: fields.figure('示意图', { hint: '没有图片时显示' }),
    intro: fields.lines('项目介绍', 4000, { hint: '每段一行' }),
    consumed: fields.select('是否消耗样品', [
      { value: 'no', label: '不消耗' },
      { value: 'yes', label: '消耗样品' },
    ]),
    notices: fields.lines('注意事项', 2000, { hint: '每条一行' }),
    instruments: fields.list(
      '仪器',
      { name: fields.text('名称', 60, { required: true }), note: fields.text('说明', 200) },
      8,
    ),
    faq: fields.list(
      '常见问题',
      { question: fields.text('问题', 100, { required: true }), answer: fields.lines('回答', 600, { required: true }) },
      20,
    ),
    related: fields.projects('相关项目', 8, { hint: '排在前面；同分类的其他项目排在后面' }),
    requirements: {
      label: '样品要求',
      control: 'requirements' as const,
      hint: '每种形态写明是否接收；不接收的请写原因',
      schema: z
        .array(requirement, { error: '样品要求格式不正确' })
        .default(() => sampleForms.map(noRequirement))
        .refine(
          (list) => list.length === sampleForms.length && list.every(({ form }, at) => form === sampleForms[at]),
          '样品要求应列出每种形态',
        ),
    },
    suitability,
    form: {
      label: '参数表单',
      control: 'form' as const,
      hint: '客户下单时填写的参数；发布修改后，已有订单仍按原来的表单显示',
      schema: parameterFormSchema
        .superRefine((form, context) => {
          for (const fault of doubledNames(form)) context.addIssue({ code: 'custom', ...fault })
        })
        .default({ fields: [] }),
    },
    rule: {
      label: '价格',
      control: 'price' as const,
      schema: priceRuleSchema.default({ kind: 'quote' } satisfies PriceRule),
    },
    seo: fields.seo('搜索与分享', (at) => ({
      title: String(at('name') ?? ''),
      description: projectDescription({
        name: String(at('name') ?? ''),
        sketch: String(at('sketch') ?? ''),
        days: daysText(Number(at('daysFrom')), Number(at('daysTo'))),
        forms: acceptedForms((at('requirements') ?? []) as Requirement[]),
      }),
      img: String(at('img') ?? ''),
    })),
  },
  agree: ({ daysFrom, daysTo }) => (daysTo < daysFrom ? ['daysTo', '最长周期不能短于最短周期'] : undefined),
})
