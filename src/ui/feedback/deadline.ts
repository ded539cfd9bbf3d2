const minuteMs = 60_000

export type Deadline = { text: string; tone: 'ok' | 'soon' | 'overdue' }

/** 还剩 1 小时 20 分 / 已超时 12 分钟. `soon` within `soonMinutes` of the end. */
export function deadlineWords(deadline: Date, now: Date, soonMinutes = 30): Deadline {
  const minutes = Math.floor((deadline.getTime() - now.getTime()) / minuteMs)
  if (minutes < 0) {
    const over = Math.floor((now.getTime() - deadline.getTime()) / minuteMs)
    return { text: over < 1 ? '刚刚超时' : `已超时 ${spanWords(over)}`, tone: 'overdue' }
  }
  return {
    text: minutes < 1 ? '不足 1 分钟' : `还剩 ${spanWords(minutes)}`,
    tone: minutes < soonMinutes ? 'soon' : 'ok',
  }
}

/** From so many days on nobody counts the hours. */
const WHOLE_DAYS = 3

/** A duration in its two largest units; a long one in days. */
export function spanWords(minutes: number): string {
  const days = Math.floor(minutes / 1440)
  const hours = Math.floor((minutes % 1440) / 60)
  const rest = minutes % 60
  if (days) return `${days} 天${hours && days < WHOLE_DAYS ? ` ${hours} 小时` : ''}`
  if (hours) return `${hours} 小时${rest ? ` ${rest} 分` : ''}`
  return `${rest} 分钟`
}

/** `2026-11-21 14:05` in Asia/Shanghai, independent of the machine's time zone. */
export function clockText(at: Date): string {
  return new Date(at.getTime() + 8 * 60 * minuteMs).toISOString().slice(0, 16).replace('T', ' ')
}
