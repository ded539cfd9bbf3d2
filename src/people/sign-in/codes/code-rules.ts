import type { SmsLimits } from '../../../core/safety/rules.ts'

/** Limits on codes per number, per IP address and in total, and on wrong tries. */
export const CODE_MINUTES = 5
export const MOST_FAILURES = 5
/**
 * The count of wrong codes starts again after this time without a wrong code. It is longer than a code is valid and runs from the last
 * wrong code, so that one code never gets more than five tries.
 */
export const FAILURE_WINDOW_MINUTES = 60
export const RESEND_SECONDS = 60
const MOST_TO_PHONE = { perMinute: 1, perHour: 5, perDay: 10 } as const
const CODES = 1_000_000

/** Times at which earlier codes were requested. */
export interface SentCodes {
  toPhone: Date[]
  fromIp: Date[]
  /** How many other numbers this IP address requested codes for within the last hour. */
  numbersFromIp: number
  inAll: number
}

/** Seconds until the next code may be sent; 0 when it may be sent now. Windows are rolling, like those of the SMS providers. */
export function codeWaitSeconds(sent: SentCodes, now: Date, limits: SmsLimits): number {
  if (sent.inAll >= limits.perDayInAll) return 3600
  return Math.max(
    waitFor(sent.toPhone, MOST_TO_PHONE.perMinute, RESEND_SECONDS, now),
    waitFor(sent.toPhone, MOST_TO_PHONE.perHour, 3600, now),
    waitFor(sent.toPhone, MOST_TO_PHONE.perDay, 86_400, now),
    waitFor(sent.fromIp, limits.perAddressPerTenMinutes, 600, now),
    waitFor(sent.fromIp, limits.perAddressPerDay, 86_400, now),
  )
}

/** Above half of a limit, or with this many numbers an hour, requests look automated. */
const MANY_NUMBERS = 5

/**
 * [T-6] Whether the next code requires a proof of work: the IP address is half way to a limit or asks for many numbers, or the daily budget
 * is half used.
 */
export function codeNeedsProof(sent: SentCodes, now: Date, limits: SmsLimits): boolean {
  return (
    sent.inAll >= limits.perDayInAll / 2 ||
    sent.numbersFromIp >= MANY_NUMBERS ||
    waitFor(sent.fromIp, Math.ceil(limits.perAddressPerTenMinutes / 2), 600, now) > 0 ||
    waitFor(sent.fromIp, Math.ceil(limits.perAddressPerDay / 2), 86_400, now) > 0
  )
}

/** When `most` are in the window already, the oldest of them has to leave it first. */
function waitFor(times: Date[], most: number, windowSeconds: number, now: Date): number {
  const within = times
    .map((time) => (now.getTime() - time.getTime()) / 1000)
    .filter((age) => age < windowSeconds)
    .sort((a, b) => a - b)
  const leaving = within[most - 1]
  return leaving === undefined ? 0 : Math.ceil(windowSeconds - leaving)
}

/** The waiting time in Chinese: 42 秒, 12 分钟, 5 小时. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return `${seconds}秒`
  if (seconds <= 5400) return `${Math.ceil(seconds / 60)}分钟`
  return `${Math.ceil(seconds / 3600)}小时`
}

/**
 * [T-4] What an attacker gains by guessing for a day: the number of tries at valid codes, and the chance that one is right, for one phone
 * or for as many as the daily budget reaches. Tries at an expired code or while blocked do not count.
 */
export function guessesPerDay(codes: number = MOST_TO_PHONE.perDay): { tries: number; chance: number } {
  return { tries: codes * MOST_FAILURES, chance: 1 - (1 - MOST_FAILURES / CODES) ** codes }
}
