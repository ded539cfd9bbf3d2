const SECRET = /password|code|token|secret|proof/i
/** Longer texts are written by editors and stored in revisions; a copy would only make the audit log large. */
const LONGEST_TEXT = 500
const KEPT_CHARACTERS = 80
const LONGEST_LIST = 100
const MAX_DEPTH = 8

/** The input of a call with `***` in place of passwords, codes and tokens at any depth. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      SECRET.test(key) && inner !== null && typeof inner !== 'boolean' ? '***' : withoutSecrets(inner, depth + 1),
    ]),
  )
}

/** Shortens a value for the audit log: the beginning of long texts, the first hundred entries of long lists. */
export function withoutBodies(value: unknown, depth = 0): unknown {
  if (typeof value === 'string' && value.length > LONGEST_TEXT)
    return `${value.slice(0, KEPT_CHARACTERS).toWellFormed()}… (${value.length} characters)`
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (depth >= MAX_DEPTH) return '…'
  if (Array.isArray(value)) {
    const kept = value.slice(0, LONGEST_LIST).map((item) => withoutBodies(item, depth + 1))
    return value.length > LONGEST_LIST ? [...kept, `… (${value.length} entries)`] : kept
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutBodies(inner, depth + 1)]))
}
