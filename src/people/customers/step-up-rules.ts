export const LONG_ABSENCE_DAYS = 90

/**
 * T-16. Whether who signs in now has been away for so long that the number may have been given to somebody else.
 * `lastSeenAt`: in a session that was not in doubt, or when the account was made.
 */
export function isLongAbsent(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= LONG_ABSENCE_DAYS * 86_400_000
}

/** Whether the password is one from before the absence: whoever has only the phone can set a new one. */
export function passwordProves(passwordSetAt: Date | null, lastSeenAt: Date): boolean {
  return passwordSetAt === null || passwordSetAt <= lastSeenAt
}
