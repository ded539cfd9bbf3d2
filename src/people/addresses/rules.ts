/** Keeps one account from filling the table. */
export const MOST_ADDRESSES = 50

/** Mobile numbers, and landlines with area code; digits only. */
export const PHONE_PATTERN = /^(1[3-9]\d{9}|0\d{9,11})$/
