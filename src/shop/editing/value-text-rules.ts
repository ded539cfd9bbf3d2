// The values of a form as plain text, never as HTML: for the history, for conflicts and for the differences to the published version.
import { groupNames } from '../../people/customers/rules.ts'
import type { Placed } from '../../core/settings/arrangement-rules.ts'
import { formatFen } from '../../platform/money.ts'
import { type Field, fieldKindLabels, type ParameterForm } from '../catalogue/forms/form-rules.ts'
import { type GroupFen, priceGroups, type PriceRule } from '../catalogue/prices/price-rules.ts'
import { type Requirement, sampleFormLabels } from '../catalogue/requirements/requirement-rules.ts'
import { wordsOf } from '../media/rich-text-rules.ts'
import type { ContentKind } from './kinds/define-kind-rules.ts'
import type { ContentField } from './kinds/field-rules.ts'

export function textOf(kind: ContentKind, field: string, value: unknown): string {
  return linesOf(kind.fields[field], value).join('\n')
}

/** One line for each part that can change on its own: a paragraph, an entry of a list, a question of a form, a price. */
export function linesOf(field: ContentField | undefined, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'string') return linesOfText(field, value)
  if (typeof value !== 'object') return [`${value as string | number}${field?.unit ? ` ${field.unit}` : ''}`]
  switch (field?.control) {
    case 'arrange':
      return [(value as Placed[]).map((part) => arrangedText(field, part)).join('、')]
    case 'requirements':
      return (value as Requirement[]).map(requirementText)
    case 'form':
      return (value as ParameterForm).fields.map(questionText)
    case 'price':
      return priceLines(value as PriceRule)
    default:
      return linesOfParts(field, value)
  }
}

function linesOfText(field: ContentField | undefined, value: string): string[] {
  if (field?.control === 'rich') return wordsOf(value).split('\n')
  return (field?.options?.find((each) => each.value === value)?.label ?? value).split('\n')
}

function linesOfParts(field: ContentField | undefined, value: object): string[] {
  const parts = field?.fields
  if (!Array.isArray(value)) return parts ? partsOf(parts, value as Record<string, unknown>) : [JSON.stringify(value)]
  if (value.length === 0) return []
  if (parts) return value.map((entry) => partsOf(parts, entry as Record<string, unknown>).join('；'))
  if (value.some((each) => typeof each === 'object')) return [JSON.stringify(value)]
  return [
    value.map((each) => field?.options?.find((one) => one.value === String(each))?.label ?? String(each)).join('、'),
  ]
}

/** The filled parts of a field that consists of several. */
function partsOf(parts: Record<string, ContentField>, value: Record<string, unknown>): string[] {
  return Object.entries(parts).flatMap(([name, part]) => {
    const lines = linesOf(part, value[name])
    return lines.length > 0 ? [`${part.label}：${lines.join('，')}`] : []
  })
}

function arrangedText(field: ContentField, { name, shown }: Placed): string {
  const label = field.options?.find(({ value }) => value === name)?.label ?? name
  return shown ? label : `${label}（不显示）`
}

function requirementText({ form, accepted, least, size, refused, note }: Requirement): string {
  const facts = [
    accepted ? '接收' : '不接收',
    least && `最少用量 ${least}`,
    size && `尺寸与状态 ${size}`,
    refused && `不收 ${refused}`,
    note,
  ]
  return `${sampleFormLabels[form]}：${facts.filter(Boolean).join('，')}`
}

function questionText(field: Field): string {
  const facts = [fieldKindLabels[field.kind], field.required ? '必填' : '选填']
  if (field.kind === 'number') facts.push(`${field.min}–${field.max}${field.unit ? ` ${field.unit}` : ''}`)
  if (field.showWhen) facts.push('按条件显示')
  if (field.price?.length) facts.push('影响价格')
  const options =
    'options' in field ? field.options.map(({ label, price }) => (price?.length ? `${label}（影响价格）` : label)) : []
  const more = [options.join('、'), field.hint].filter(Boolean).join('；')
  return `${field.label}（${facts.join('，')}）${more && `：${more}`}`
}

function priceLines(rule: PriceRule): string[] {
  if (rule.kind === 'quote') return ['由客户经理报价']
  return [
    ...rule.rates.flatMap(({ label, basis, unitFen, leastQuantity, tiers }) => [
      `${label}（每${basis}${leastQuantity ? `，最少 ${leastQuantity} ${basis}` : ''}）：${fenText(unitFen)}`,
      ...(tiers ?? []).map((tier) => `${label}，超过 ${tier.above} ${basis}的部分：${fenText(tier.unitFen)}`),
    ]),
    ...rule.addOns.map(({ label, unit, unitFen }) => `附加 ${label}（每${unit}）：${fenText(unitFen)}`),
    ...(rule.leastChargeFen ? [`最低收费：${fenText(rule.leastChargeFen)}`] : []),
    ...(rule.startUpFen ? [`开机费：${fenText(rule.startUpFen)}`] : []),
    ...(rule.urgentPercent === undefined ? [] : [`加急：按 ${rule.urgentPercent}% 计价`]),
  ]
}

function fenText(fen: GroupFen): string {
  return priceGroups.map((group) => `${groupNames[group]} ${formatFen(fen[group])}`).join('，')
}
