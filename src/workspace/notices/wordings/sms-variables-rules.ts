import { formatFen } from '../../../platform/money.ts'
import { type NoticeTemplate, type SmsFact, smsFacts } from '../notice-rules.ts'
import type { Payload } from './wording-rules.ts'

/** The longest value that the provider accepts for a variable. */
export const LONGEST_VARIABLE = 35

/** The variables of a template: all that its entry in the table names, because the provider refuses an incomplete message. */
export type SmsVariables = { title: string } & Partial<Record<SmsFact, string>>

const unknown: Record<SmsFact, string> = { orderNo: '见详情', amount: '见详情', deadline: '见详情' }

export function smsVariables(template: NoticeTemplate, title: string, payload: Payload): SmsVariables {
  const variables: SmsVariables = { title }
  for (const fact of smsFacts) {
    const key = template.sms?.[fact]
    if (key !== undefined) variables[fact] = textOf(fact, payload[key]).slice(0, LONGEST_VARIABLE)
  }
  return variables
}

function textOf(fact: SmsFact, value: unknown): string {
  if (fact === 'amount') return typeof value === 'number' ? formatFen(value) : unknown.amount
  return typeof value === 'string' && value !== '' ? value : unknown[fact]
}

/** For a template that several purposes share and that has only a title: adds as much of the other values as fits. */
export function titleAlone({ title, ...facts }: SmsVariables): { title: string } {
  let all = title
  for (const fact of smsFacts) {
    const value = facts[fact]
    if (value === undefined || value === unknown[fact]) continue
    const longer = `${all} ${value}`
    if (longer.length <= LONGEST_VARIABLE) all = longer
  }
  return { title: all }
}
