/** A day or time as it stands in a list: the year only where it is another one, so that what differs is seen. `text` begins with `YYYY-MM-DD`. */
export function withoutThisYear(text: string, now: Date = new Date()): string {
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Shanghai' }).format(now)
  return text.startsWith(`${year}-`) ? text.slice(year.length + 1) : text
}
