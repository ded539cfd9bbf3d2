/** More than anybody needs; keeps one account from filling the table. */
export const MOST_ADDRESSES = 50

/** Landlines with area code and mobile numbers, digits only. */
export const PHONE_PATTERN = /^(1[3-9]\d{9}|0\d{9,11})$/
