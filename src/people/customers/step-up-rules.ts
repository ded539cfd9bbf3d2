export const LONG_ABSENCE_DAYS = 90

/**
 * [T-16] Whether the person has been away so long that the phone number may belong to somebody else by now. `lastSeenAt` is the last use of
 * a session that was not in doubt, or the registration.
 */
export function isLongAbsent(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= LONG_ABSENCE_DAYS * 86_400_000
}

/** Whether the password was set before the absence: with the phone alone anybody can set a new one. */
export function passwordProves(passwordSetAt: Date | null, lastSeenAt: Date): boolean {
  return passwordSetAt === null || passwordSetAt <= lastSeenAt
}
