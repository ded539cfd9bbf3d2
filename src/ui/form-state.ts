import type { z } from 'zod'

/** Message per value path, such as `phone` or `groups.0.count`; '' holds what concerns the whole form. */
export type FormErrors = Record<string, string>

export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], values)
}

/** A copy with one value replaced; arrays stay arrays. */
export function withValueAt<T>(values: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.')
  const inner = (values as Record<string, unknown> | undefined)?.[key]
  const next = rest.length
    ? withValueAt(inner ?? (/^\d+$/.test(rest[0] ?? '') ? [] : {}), rest.join('.'), value)
    : value
  if (Array.isArray(values))
    return values
      .map((item, index) => (String(index) === key ? next : item))
      .concat(Number(key) === values.length ? [next] : []) as T
  return { ...values, [key]: next }
}

/** The first message of each path: one error under one field. */
export function errorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FormErrors {
  const errors: FormErrors = {}
  for (const issue of issues) errors[issue.path.map(String).join('.')] ??= issue.message
  return errors
}

/**
 * What is validated and sent: an emptied optional text is absent, not a malformed e-mail.
 * Only the top level is looked at, where the optional fields of calls are.
 */
export function withoutEmptyOptionals(schema: z.ZodObject, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => {
      if (value !== '' && value !== undefined) return true
      const field = schema.shape[key] as z.ZodType | undefined
      return !field?.safeParse(undefined).success
    }),
  )
}

/** What the server said about a refused form: field messages where it names fields, otherwise one message for the whole. */
export function refusalErrors(cause: unknown): FormErrors {
  const refusal = cause as { message?: string; issues?: { path: PropertyKey[] | string; message: string }[] } | null
  const issues = Array.isArray(refusal?.issues) ? refusal.issues : []
  const named = errorsOf(
    issues.map((issue) => ({ ...issue, path: typeof issue.path === 'string' ? issue.path.split('.') : issue.path })),
  )
  return Object.keys(named).length ? named : { '': refusal?.message || '提交失败，请稍后重试' }
}

/** An error is shown again only for values whose path, parent or child it names. */
export function withoutErrorAt(errors: FormErrors, path: string): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([at]) => at !== path && !at.startsWith(`${path}.`) && at !== ''),
  )
}
