/** The answer of every call: `code` is 1 on success and 0 on refusal; `error` names the refusal. */
export interface Envelope<T = unknown> {
  code: 0 | 1
  data: T | null
  msg: string
  error?: string
  /** Only with `invalid`: the first message of each field, by its path (`samples.0.name`). */
  fields?: Record<string, string>
  /** With `proofRequired`: the challenge to solve; repeat the call with the solution in the header `proof`. */
  challenge?: unknown
  /** With `internal`: the id of the request in the log and in the error reports; its first eight characters are the 问题编号 in `msg`. */
  requestId?: string
}

export const SUCCESS_TEXT = '成功'
