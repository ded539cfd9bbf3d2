/** How long a link to a plan can be opened. */
export const SHARE_DAYS = 30
/** Links that a customer can have at once. */
export const MOST_SHARES = 20
export const SHARE_NOTE_LENGTH = 200

export const shareToken = /^[\w-]{22}$/

export function sharePath(token: string): string {
  return `/plan/${token}`
}
