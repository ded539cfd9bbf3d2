/** More bookings than an instrument has within the horizon of bookings are not listed at once. */
export const blockedShown = 200
