import type { z } from 'zod'
import { fromShanghai, shanghaiDate } from '../../platform/time.ts'
import type { pointRuleSchema } from '../../core/settings/rules.ts'

/** Points are whole numbers of their own unit; they are never money. */
export type PointRule = z.output<typeof pointRuleSchema>

/** What can earn points. */
export const earningKinds = {
  order: '检测订单',
  evaluation: '评价',
  invite: '邀请好友',
  claim: '文章致谢',
  gift: '赠送',
} as const
export type EarningKind = keyof typeof earningKinds

/** Used while no rule was published. */
const usualMonths = 24
/** Points that are given back after their time was over last this long. */
export const daysAfterReturn = 30

/** What a paid order earns: rounded down once, for the whole order. */
export function orderPoints(rule: PointRule | undefined, finalFen: number): number {
  return rule ? Math.floor((finalFen * rule.perHundredYuan) / 10_000) : 0
}

/** Points last to the end of the month in which their months are over. */
export function expiryOf(rule: Pick<PointRule, 'validMonths'> | undefined, now: Date): Date {
  const [year = 0, month = 0] = shanghaiDate(now).split('-').map(Number)
  const months = year * 12 + month + (rule?.validMonths ?? usualMonths)
  const first = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
  return fromShanghai(`${first} 00:00`)
}

/** The last day on which points with this expiry can be used. */
export function lastDay(expiresAt: Date): string {
  return shanghaiDate(new Date(expiresAt.getTime() - 1))
}

export interface Lot {
  id: number
  remaining: number
  expiresAt: Date
  earningId: number | null
}
export interface Part {
  lot: Lot
  points: number
}

/** Takes points from lots in their order; undefined when they hold less. */
export function takenFrom(lots: readonly Lot[], points: number): Part[] | undefined {
  const parts: Part[] = []
  let missing = points
  for (const lot of lots) {
    if (missing === 0) break
    const taken = Math.min(lot.remaining, missing)
    if (taken > 0) parts.push({ lot, points: taken })
    missing -= taken
  }
  return missing === 0 ? parts : undefined
}

/** The lots of one earning in front; otherwise the order stays. */
export function ownFirst(lots: readonly Lot[], earningId: number): Lot[] {
  const own = (lot: Lot) => lot.earningId === earningId
  return [...lots.filter(own), ...lots.filter((lot) => !own(lot))]
}

export function sumOf(lots: readonly { remaining: number }[]): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}
