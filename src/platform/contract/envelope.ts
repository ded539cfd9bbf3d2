/** What every call answers: `code` 1 on success, 0 on refusal; `error` names the refusal. */
export interface Envelope<T = unknown> {
  code: 0 | 1
  data: T | null
  msg: string
  error?: string
  /** Validation only: the first message of each field, keyed by its path (`samples.0.name`). */
  fields?: Record<string, string>
  /** With `proofRequired`: what to solve; the solution goes into the header `proof` of the same call. */
  challenge?: unknown
}

export const SUCCESS_TEXT = '成功'
