/** How often reading a file is tried before it counts as failed, and the minutes until the next try after each. */
export const seriesTries = { most: 4, minutesBetween: [1, 5, 25] } as const
