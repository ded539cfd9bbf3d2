/** A count as people read it. Lists of staff are counted to 10,000; beyond that the text says that there are more. */
export function countText(count: number, isCapped = false): string {
  return count.toLocaleString('en-US') + (isCapped ? '+' : '')
}
