/** How many bytes had been sent at which time, in milliseconds; the last ten seconds. */
export type Pace = readonly { at: number; bytes: number }[]

const WINDOW_MS = 10_000
const LEAST_MS = 500

export function paced(pace: Pace, now: { at: number; bytes: number }): Pace {
  return [...pace.filter(({ at }) => now.at - at <= WINDOW_MS), now]
}

/** Undefined while there is too little to measure. */
export function bytesPerSecond(pace: Pace): number | undefined {
  const [first] = pace
  const last = pace.at(-1)
  if (!first || !last || last.at - first.at < LEAST_MS || last.bytes <= first.bytes) return undefined
  return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000
}

/** `剩余约 2 分钟`. */
export function timeLeftText(bytesLeft: number, speed: number): string {
  const seconds = Math.ceil(bytesLeft / speed)
  if (seconds < 60) return `剩余约 ${Math.max(1, seconds)} 秒`
  if (seconds < 3600) return `剩余约 ${Math.ceil(seconds / 60)} 分钟`
  return `剩余约 ${(seconds / 3600).toFixed(1)} 小时`
}
