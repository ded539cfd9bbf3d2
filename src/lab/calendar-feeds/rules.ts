/** Outside of `/api`, because calendar programs know no envelope. The key stands in the query, which no log of the server has. */
export const FEED_PATH = '/calendar.ics'

/** 32 random bytes in base64url. */
export const feedKey = /^[\w-]{43}$/

/** Bookings that began longer ago are left out; all later ones are in the feed. */
export const FEED_DAYS_BACK = 90
