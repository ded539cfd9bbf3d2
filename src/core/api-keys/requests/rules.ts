/** What became of a request. `limited`: beyond what a key may ask in a minute; these are only counted. */
export const requestOutcomes = {
  answered: '成功',
  refused: '被拒绝',
  failed: '服务器出错',
  limited: '超过频率限制',
} as const
export type RequestOutcome = keyof typeof requestOutcomes

/** A refusal that a person can correct is answered with 200 and an error. */
export function outcomeOf({ status, error }: { status: number; error: string }): RequestOutcome {
  if (status === 429) return 'limited'
  if (status >= 500) return 'failed'
  return status >= 400 || error !== '' ? 'refused' : 'answered'
}

export const REQUEST_DAYS = 30
/** Of each key; the newest ones. */
export const MOST_REQUESTS = 5000
/** Days of which the counts are shown. */
export const USAGE_DAYS = 30
export const COUNTS_KEPT_DAYS = 400
