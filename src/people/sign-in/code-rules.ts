import type { SmsLimits } from '../../ground/safety/rules.ts'

/** How many codes one number, one address and everybody together may have, and how often one may guess. */
export const CODE_MINUTES = 5
export const MOST_FAILURES = 5
/**
 * After so long without a wrong code the count of them starts anew. It is longer than a code lives and runs from the last one, so that nobody
 * gets more than the five tries at any one code by letting the count run out in the middle of it.
 */
export const FAILURE_WINDOW_MINUTES = 60
export const RESEND_SECONDS = 60
const MOST_TO_PHONE = { perMinute: 1, perHour: 5, perDay: 10 } as const
const CODES = 1_000_000

/** Codes sent before, each as the time it was asked for. */
export interface SentCodes {
  toPhone: Date[]
  fromIp: Date[]
  /** How many other numbers the address has asked for within the hour. */
  numbersFromIp: number
  inAll: number
}

/** Seconds to wait before the next code may be sent; 0 when it may go now. Windows roll, as the providers' do. */
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

/** Half of a limit, and so many numbers an hour, look automated. */
const MANY_NUMBERS = 5

/** T-6. Whether the next code costs a proof of work: the address is half way to a limit or goes through numbers, or the house to its budget. */
export function codeNeedsProof(sent: SentCodes, now: Date, limits: SmsLimits): boolean {
  return (
    sent.inAll >= limits.perDayInAll / 2 ||
    sent.numbersFromIp >= MANY_NUMBERS ||
    waitFor(sent.fromIp, Math.ceil(limits.perAddressPerTenMinutes / 2), 600, now) > 0 ||
    waitFor(sent.fromIp, Math.ceil(limits.perAddressPerDay / 2), 86_400, now) > 0
  )
}

/** With `most` within the window already, the oldest of those has to leave it first. */
function waitFor(times: Date[], most: number, windowSeconds: number, now: Date): number {
  const within = times
    .map((time) => (now.getTime() - time.getTime()) / 1000)
    .filter((age) => age < windowSeconds)
    .sort((a, b) => a - b)
  const leaving = within[most - 1]
  return leaving === undefined ? 0 : Math.ceil(windowSeconds - leaving)
}

/** 42 秒, 12 分钟, 5 小时: the time to wait as a person says it. */
export function waitText(seconds: number): string {
  if (seconds <= 90) return `${seconds}秒`
  if (seconds <= 5400) return `${Math.ceil(seconds / 60)}分钟`
  return `${Math.ceil(seconds / 3600)}小时`
}

/**
 * T-4. What guessing gains in a day: so many tries at codes that are alive, and the chance that one of them is right. Of one phone, or
 * of as many as the budget of all messages reaches. A code that has run out or a try while blocked is no try.
 */
export function guessesPerDay(codes: number = MOST_TO_PHONE.perDay): { tries: number; chance: number } {
  return { tries: codes * MOST_FAILURES, chance: 1 - (1 - MOST_FAILURES / CODES) ** codes }
}
