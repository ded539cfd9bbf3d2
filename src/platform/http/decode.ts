import type { z } from 'zod'
import { commonErrors, Refusal, refuse } from '../contract/refusal.ts'

/**
 * Parses a call's input. `texts` means that every value came as text (query string, form, multipart): where the schema expects another type,
 * the text is read as JSON (`page=2`, `samples=[…]`), which is how clients of the specification send nested values. Of a list a form may also
 * name each value: `ids=5`, `ids=5&ids=6`.
 * Throws the refusal `invalid` with the first Chinese message and a message per field.
 */
export function parseInput<T extends z.ZodType>(schema: T, raw: unknown, texts: boolean): z.output<T> {
  refuseUnstorable(raw)
  // A text is read at most twice: `5` becomes the list of one text, and that text the number.
  let parsed = schema.safeParse(raw)
  for (let read = raw, round = 0; texts && !parsed.success && round < 2; round++) {
    read = withTextsRead(read, parsed.error.issues)
    refuseUnstorable(read)
    parsed = schema.safeParse(read)
  }
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues)
}

const MAX_DEPTH = 64

/** Refuses U+0000 and lone surrogates, which PostgreSQL cannot store, and input nested deeper than any schema. */
function refuseUnstorable(raw: unknown): void {
  const rest: { value: unknown; path: string[] }[] = [{ value: raw, path: [] }]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, path } = next
    if (typeof value === 'string') {
      if (isStorable(value)) continue
      const { message } = commonErrors.unstorableText
      throw refuse(commonErrors.invalid, message, { fields: { [path.join('.')]: message } })
    }
    if (value === null || typeof value !== 'object') continue
    if (path.length > MAX_DEPTH) throw refuse(commonErrors.malformed)
    for (const [key, inner] of Object.entries(value)) {
      if (!isStorable(key)) throw refuse(commonErrors.invalid, commonErrors.unstorableText.message)
      rest.push({ value: inner, path: [...path, key] })
    }
  }
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
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

function withTextsRead(raw: unknown, issues: z.core.$ZodIssue[]): unknown {
  if (raw === null || typeof raw !== 'object') return raw
  // A text of the right type with wrong content stays a text: 「123」 is an invalid phone number, not a number.
  const ofType = issues.filter(({ code }) => !['custom', 'too_small', 'too_big', 'invalid_format'].includes(code))
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => {
      const wrong = ofType.filter(({ path }) => String(path[0] ?? '') === key)
      if (wrong.length === 0) return [key, value]
      if (!Array.isArray(value)) return [key, isListMissing(wrong) ? listOfText(value) : readJson(value)]
      return [key, value.map((each, at) => (wrong.some(({ path }) => path[1] === at) ? readJson(each) : each))]
    }),
  )
}

function isListMissing(issues: z.core.$ZodIssue[]): boolean {
  return issues.some((issue) => issue.path.length === 1 && issue.code === 'invalid_type' && issue.expected === 'array')
}

function listOfText(value: unknown): unknown {
  const read = readJson(value)
  return Array.isArray(read) || typeof value !== 'string' || value === '' ? read : [value]
}

function readJson(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
