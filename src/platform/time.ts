/** The product shows and sends times in Asia/Shanghai, which has had no daylight saving time since 1991. */
const SHANGHAI_OFFSET_MS = 8 * 3600 * 1000

/** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai: the format of every time in answers, except the expiry of tokens. */
export function shanghaiTime(at: Date): string {
  return new Date(at.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** `YYYY-MM-DD` in Asia/Shanghai. */
export function shanghaiDate(at: Date): string {
  return shanghaiTime(at).slice(0, 10)
}

/** The instant of a Shanghai wall-clock text `YYYY-MM-DD` or `YYYY-MM-DD HH:mm[:ss]`; Invalid Date when malformed. */
export function fromShanghai(text: string): Date {
  const [day = '', time = '00:00:00'] = text.split(' ')
  const padded = time.length === 5 ? `${time}:00` : time
  return new Date(`${day}T${padded}+08:00`)
}

export function addMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000)
}

export function addHours(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 3600 * 1000)
}

export function addDays(at: Date, days: number): Date {
  return addHours(at, days * 24)
}

export function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
