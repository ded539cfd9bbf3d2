import type { CustomerGroup } from '../../people/customers/rules.ts'
import { groupNames } from '../../people/customers/rules.ts'
import { formatFen, splitFen } from '../../platform/money.ts'
import { shanghaiDate } from '../../platform/time.ts'

// What a coupon takes off, and why it cannot be used. The chooser in the browser and the order use the same functions.

export const couponKinds = { amount: '满减券', percent: '折扣券', shipping: '寄回包邮券' } as const
export type CouponKind = keyof typeof couponKinds

/** The terms of a campaign. Empty lists mean no restriction. */
export interface Terms {
  kind: CouponKind
  valueFen: number
  /** The share that is taken off, 1 to 95. */
  percentOff: number
  /** The most that a percentage takes off; 0: no limit. */
  capFen: number
  thresholdFen: number
  groups: readonly CustomerGroup[]
  projectIds: readonly number[]
  categoryIds: readonly number[]
  firstOrder: boolean
  stackable: boolean
}

/** A line to be paid, with numbers that only the caller understands. `amountFen` is null while the line waits for its quote. */
export interface PricedLine {
  projectId: number
  categoryId: number
  amountFen: number | null
}

export interface Basket {
  lines: readonly PricedLine[]
  group: CustomerGroup
  /** Whether it is the first order of its customer. */
  isFirstOrder: boolean
  /** Whether samples are sent back; false for settlements. */
  returnsSamples: boolean
}

export interface Validity {
  validFrom: Date
  expiresAt: Date
}

/** Why a coupon cannot be used for this basket, in Chinese; undefined when it can. */
export function faultOf(terms: Terms, validity: Validity, basket: Basket, now: Date): string | undefined {
  if (validity.expiresAt <= now) return '已过期'
  if (validity.validFrom > now) return `${shanghaiDate(validity.validFrom)} 起可用`
  if (terms.groups.length > 0 && !terms.groups.includes(basket.group))
    return `仅限${terms.groups.map((group) => groupNames[group]).join('、')}客户`
  if (terms.firstOrder && !basket.isFirstOrder) return '仅限首单'
  const covered = basket.lines.filter((line) => covers(terms, line))
  if (covered.length === 0) return '本单没有适用的项目'
  if (terms.kind === 'shipping') return basket.returnsSamples ? undefined : '本单没有需要寄回的样品'
  return amountFault(terms, covered)
}

function amountFault(terms: Terms, covered: readonly PricedLine[]): string | undefined {
  // Work that waits for its quote is judged when the quote is sent.
  if (covered.some((line) => line.amountFen === null)) return undefined
  const gapFen = thresholdGap(terms, covered)
  if (gapFen > 0) return `适用项目满 ${formatFen(terms.thresholdFen)} 可用，还差 ${formatFen(gapFen)}`
  return sumOf(covered) === 0 ? '本单没有可优惠的金额' : undefined
}

/** What the covered lines lack to the threshold; not positive when they reach it. */
export function thresholdGap(terms: Terms, lines: readonly PricedLine[]): number {
  return terms.thresholdFen - sumOf(lines.filter((line) => covers(terms, line)))
}

/** Why these coupons cannot be used together; undefined when they can. */
export function combinationFault(chosen: readonly Pick<Terms, 'kind' | 'stackable'>[]): string | undefined {
  const off = chosen.filter(({ kind }) => kind !== 'shipping')
  const free = chosen.length - off.length
  if (off.length > 1 || free > 1) return '一个订单只能使用一张优惠券'
  if (off.length === 1 && free === 1 && !off[0]?.stackable) return '所选优惠券不能与寄回包邮券同时使用'
  return undefined
}

interface Judged {
  fault: string
  discountFen: number
  validUntil: string
}

/** The coupon that takes off most, and of equal ones the one that ends first; undefined when none takes anything off. */
export function bestOf<Choice extends Judged>(choices: readonly Choice[]): Choice | undefined {
  const [best] = choices
    .filter(({ fault, discountFen }) => fault === '' && discountFen > 0)
    .sort((a, b) => b.discountFen - a.discountFen || a.validUntil.localeCompare(b.validUntil))
  return best
}

/**
 * What a coupon takes off each line: nothing off lines that it does not cover, and never more than a line costs. The parts are in
 * proportion to the lines by largest remainder, so they always sum to the discount. The threshold is not judged here.
 */
export function discountOf(terms: Terms, lines: readonly PricedLine[]): number[] {
  const bases = lines.map((line) => (covers(terms, line) ? (line.amountFen ?? 0) : 0))
  const baseFen = bases.reduce((sum, fen) => sum + fen, 0)
  const offFen = Math.min(fullDiscount(terms, baseFen), baseFen)
  return offFen === 0 ? lines.map(() => 0) : splitFen(offFen, bases)
}

function fullDiscount({ kind, valueFen, percentOff, capFen }: Terms, baseFen: number): number {
  if (kind === 'shipping') return 0
  if (kind === 'amount') return valueFen
  const shareFen = Number((BigInt(baseFen) * BigInt(percentOff)) / 100n)
  return capFen > 0 ? Math.min(shareFen, capFen) : shareFen
}

/**
 * The lines as they would be if the order cost this much in all: a final amount is fixed for the whole order, so its lines change in
 * proportion.
 */
export function scaledTo<Line extends PricedLine>(lines: readonly Line[], totalFen: number): Line[] {
  const parts = splitFen(
    totalFen,
    lines.map((line) => line.amountFen ?? 0),
  )
  return lines.map((line, i) => ({ ...line, amountFen: parts[i] ?? 0 }))
}

export function covers(terms: Pick<Terms, 'projectIds' | 'categoryIds'>, line: PricedLine): boolean {
  if (terms.projectIds.length === 0 && terms.categoryIds.length === 0) return true
  return terms.projectIds.includes(line.projectId) || terms.categoryIds.includes(line.categoryId)
}

function sumOf(lines: readonly PricedLine[]): number {
  return lines.reduce((sum, { amountFen }) => sum + (amountFen ?? 0), 0)
}
