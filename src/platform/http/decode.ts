import type { z } from 'zod'
import { commonErrors, Refusal } from '../contract/refusal.ts'

/**
 * Parses a call's input. `texts` says that every value came as text (query string, form, multipart): where the schema wants something else,
 * the text is read as JSON (`page=2`, `samples=[…]`), as the specification's clients send nested values.
 * Throws the refusal `invalid` with the first Chinese message and a message per field.
 */
export function parseInput<T extends z.ZodType>(schema: T, raw: unknown, texts: boolean): z.output<T> {
  const first = schema.safeParse(raw)
  if (first.success) return first.data
  const second = texts ? schema.safeParse(withJsonRead(raw, first.error.issues)) : first
  if (second.success) return second.data
  throw invalidInput(second.error.issues)
}

export function invalidInput(issues: z.core.$ZodIssue[]): Refusal {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.map(String).join('.')
    fields[path] ??= messageOf(issue)
  }
  const first = issues[0] ? messageOf(issues[0]) : commonErrors.invalid.message
  return new Refusal(commonErrors.invalid, first, { fields })
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `不支持的字段：${issue.keys
      .slice(0, 5)
      .map((key) => key.slice(0, 40))
      .join('、')}`
  return issue.message
}

function withJsonRead(raw: unknown, issues: z.core.$ZodIssue[]): unknown {
  if (raw === null || typeof raw !== 'object') return raw
  // A text that is of the right type and wrong by its content stays a text: 「123」 is a bad phone number, not a number.
  const ofType = issues.filter(({ code }) => !['custom', 'too_small', 'too_big', 'invalid_format'].includes(code))
  const wrong = new Set(ofType.map((issue) => String(issue.path[0] ?? '')))
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => [
      key,
      wrong.has(key) && typeof value === 'string' ? readJson(value) : value,
    ]),
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
