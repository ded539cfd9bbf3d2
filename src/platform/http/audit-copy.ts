const SECRET = /password|code|token|secret|proof/i
/** Longer texts are what editors write: the revision holds them, and a copy in the audit log would only make it large. */
const LONGEST_TEXT = 500
const SHOWN_OF_LONG = 80
const LONGEST_LIST = 100
const DEEPEST = 8

/** What was asked for, with `***` in the place of passwords, codes and tokens at any depth. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET.test(key) && inner !== null && typeof inner !== 'boolean' ? '***' : withoutSecrets(inner, depth + 1),
    ]),
  )
}

/** As much of a value as the audit log keeps: long texts by their beginning, long lists by their first hundred. */
export function withoutBodies(value: unknown, depth = 0): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT)
    return `${value.slice(0, SHOWN_OF_LONG).toWellFormed()}… (${value.length} characters)`
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (depth >= DEEPEST) return '…'
  if (Array.isArray(value)) {
    const kept = value.slice(0, LONGEST_LIST).map((item) => withoutBodies(item, depth + 1))
    return value.length > LONGEST_LIST ? [...kept, `… (${value.length} entries)`] : kept
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutBodies(inner, depth + 1)]))
}
