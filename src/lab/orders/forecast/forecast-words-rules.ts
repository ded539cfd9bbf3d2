import type { OrderStage } from '../rules.ts'

// How a forecast is told to customers, in the same words on every page.

/** With fewer past orders the days of the catalogue are told instead. */
export const leastPast = 10

export interface ToldForecast {
  method: 'history' | 'catalogue'
  basedOn: number
  ahead: number | null
  expectedOn: string | null
  latestOn: string | null
  downDays: number
  stopped: boolean
  record: { orders: number; keptPercent: number; days: number } | null
}

const comingStages: ReadonlySet<OrderStage> = new Set([
  'group_review',
  'review',
  'quoting',
  'quoted',
  'contract',
  'prepay',
  'awaiting_sample',
])

/** `coming`: the samples are not here; `paused`: the work waits for the customer; `none`: no first data is expected any more. */
export function forecastState(
  stage: OrderStage,
  /** Its first data is there: what is tested or corrected again follows no forecast. */
  delivered = false,
): 'coming' | 'atWork' | 'paused' | 'none' {
  if (delivered) return 'none'
  if (stage === 'received' || stage === 'testing' || stage === 'verifying') return 'atWork'
  if (stage === 'on_hold') return 'paused'
  return comingStages.has(stage) ? 'coming' : 'none'
}

/** `day` writes a date as the page does. */
export function expectedText({ expectedOn, latestOn, stopped }: ToldForecast, day: (date: string) => string): string {
  if (stopped) return '仪器暂停使用，恢复后更新预计日期'
  if (expectedOn === null || latestOn === null) return '比以往多数订单更久，客户经理会联系您告知新的时间'
  if (expectedOn === latestOn) return `预计 ${day(expectedOn)} 出数据`
  return `预计 ${day(expectedOn)} 出数据，一般不晚于 ${day(latestOn)}`
}

export function placeText({ ahead }: ToldForecast): string {
  if (ahead === null) return '检测已开始'
  return ahead === 0 ? '前面没有等待的订单' : `前面还有 ${ahead} 个订单`
}

/** Where the day comes from. */
export function reasonText({ method, basedOn, downDays }: ToldForecast): string {
  const basis =
    method === 'history' ? `按最近 ${basedOn} 单的实际用时推算` : `同类订单不足 ${leastPast} 单，按承诺的工作日计算`
  return downDays > 0 ? `${basis}，已计入仪器停机 ${downDays} 天` : basis
}

export function recordText({ record }: ToldForecast): string | undefined {
  return record ? `近 ${record.days} 天 ${record.orders} 单，${record.keptPercent}% 不晚于推算的最晚日期` : undefined
}
