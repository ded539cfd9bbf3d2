// A project as an editor sees it, and what it must have before it goes on sale.
import type { FigureData } from '../media/figure-rules.ts'
import type { ProjectContent } from './content-rules.ts'
import { type ParameterForm, initialValues } from './forms/form-rules.ts'
import { priceGroups, priceOf, type PriceRule, pricingFaults } from './prices/price-rules.ts'
import { type Requirement, type SampleForm, sampleFormLabels, sampleForms } from './requirements/requirement-rules.ts'
import { type SuitabilityEdit, suitabilityOf } from './requirements/suitability-edit-rules.ts'
import type { Seo } from '../../core/settings/search-engines/seo-rules.ts'

export type RequirementEdit = {
  form: SampleForm
  accepted: boolean
  least: string
  size: string
  refused: string
  note: string
}

export type ProjectEdit = {
  name: string
  slug: string
  categoryId: number
  aliases: string[]
  tags: string[]
  sketch: string
  daysFrom: number
  daysTo: number
  img: string
  figure: FigureData | null
  /** One paragraph per line. */
  intro: string
  consumed: 'yes' | 'no'
  /** One notice per line. */
  notices: string
  instruments: { name: string; note: string }[]
  faq: { question: string; answer: string }[]
  related: number[]
  requirements: RequirementEdit[]
  suitability: SuitabilityEdit[]
  form: ParameterForm
  rule: PriceRule
  seo: Seo
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** All forms of sample in their order; a form without a requirement is not accepted. */
export function requirementEdits(requirements: readonly Requirement[]): RequirementEdit[] {
  return sampleForms.map((form) => {
    const {
      accepted = false,
      least = '',
      size = '',
      refused = '',
      note = '',
    } = requirements.find((each) => each.form === form) ?? {}
    return { form, accepted, least, size, refused, note }
  })
}

/** The texts of the project's page; results are edited elsewhere. */
export function contentOf(
  edit: ProjectEdit,
  slugOf: (id: number) => string | undefined,
): Omit<ProjectContent, 'results'> {
  return {
    intro: linesOf(edit.intro),
    requirements: edit.requirements.map(({ form, accepted, ...texts }) => ({
      form,
      accepted,
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    })),
    consumed: edit.consumed === 'yes',
    notices: linesOf(edit.notices),
    instruments: edit.instruments,
    faq: edit.faq,
    related: edit.related.flatMap((id) => slugOf(id) ?? []),
    suitability: suitabilityOf(edit.suitability, slugOf),
    seo: edit.seo,
  }
}

/** What is missing before a project can go on sale, by field. */
export function completeFaults(edit: ProjectEdit, { takesSamples }: { takesSamples: boolean }): Record<string, string> {
  const faults: Record<string, string> = {}
  if (edit.sketch === '') faults.sketch = '请填写简介'
  if (linesOf(edit.intro).length === 0) faults.intro = '请填写项目介绍'
  if (edit.instruments.length === 0) faults.instruments = '请填写至少一台仪器或一种软件'
  if (takesSamples && !edit.requirements.some(({ accepted }) => accepted))
    faults.requirements = '送样检测与现场预约至少要接收一种形态的样品'
  for (const { form, accepted, note } of takesSamples ? edit.requirements : [])
    if (!accepted && note === '') faults.requirements ??= `请说明为什么不接收${sampleFormLabels[form]}`
  const price = priceFault(edit.form, edit.rule)
  if (price) faults.rule = price
  return faults
}

/** Why a price cannot be computed for the values that the form starts with; undefined when it can. */
export function priceFault(form: ParameterForm, rule: PriceRule): string | undefined {
  const [fault] = pricingFaults(rule, form)
  if (fault || rule.kind === 'quote') return fault
  for (const group of priceGroups) {
    const price = priceOf({ rule, form, values: initialValues(form), group, sampleCount: 1, urgent: false })
    if (price.kind === 'quote') return '按参数的初始值算不出价格，请检查初始值与计价方式'
    if (price.totalFen === 0) return '按参数的初始值算出的价格为零，请填写单价'
  }
  return undefined
}
