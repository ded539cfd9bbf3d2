import type { z } from 'zod'

/** Error messages by value path, such as `phone` or `groups.0.count`; '' holds the message for the whole form. */
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

/** The first message of each path, so that each field shows one error. */
export function errorsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): FormErrors {
  const errors: FormErrors = {}
  for (const issue of issues) errors[issue.path.map(String).join('.')] ??= issue.message
  return errors
}

/**
 * The values to validate and send: an emptied optional text becomes absent instead of, for example, a malformed e-mail address.
 * Only the top level is changed, where the optional fields of calls are.
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

/** The error messages of a refused form: by field when the server names fields, otherwise one message for the form. */
export function refusalErrors(cause: unknown): FormErrors {
  const refusal = cause as { message?: string; issues?: { path: PropertyKey[] | string; message: string }[] } | null
  const issues = Array.isArray(refusal?.issues) ? refusal.issues : []
  const named = errorsOf(
    issues.map((issue) => ({ ...issue, path: typeof issue.path === 'string' ? issue.path.split('.') : issue.path })),
  )
  return Object.keys(named).length ? named : { '': refusal?.message || '提交失败，请稍后重试' }
}

/** Removes the errors of a changed value, of values inside it, and of the whole form. The same object when there are none. */
export function withoutErrorAt(errors: FormErrors, path: string): FormErrors {
  const others = Object.entries(errors).filter(([at]) => at !== path && !at.startsWith(`${path}.`) && at !== '')
  return others.length < Object.keys(errors).length ? Object.fromEntries(others) : errors
}
