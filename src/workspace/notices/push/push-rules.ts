/** Browsers of one person; one more replaces the oldest. */
export const MOST_BROWSERS = 5
/** A push that could not be delivered for so long is of no use any more: the notice stands in the message box. */
export const PUSH_HOURS = 24
/** A browser that nothing reached for so long is forgotten. */
export const FORGOTTEN_AFTER_DAYS = 14

const MINUTE = 60
const HOUR = 3600
/** Waits in seconds after each failed attempt. */
const WAITS = [10, MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR]

/** When to try again after this number of attempts; undefined: no more. */
export function nextPush(attempts: number, now: Date): Date | undefined {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait * 1000)
}
