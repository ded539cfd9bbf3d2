import { groupNames } from '../../people/customers/rules.ts'
import { formatFen } from '../../platform/money.ts'
import type { Terms } from './discount-rules.ts'

// The terms of a coupon in words, for cards, lists and the preview of the form.

type Value = Pick<Terms, 'kind' | 'valueFen' | 'percentOff' | 'capFen'>

/** ¥50 · 9 折 · 免寄回运费 */
export function valueText({ kind, valueFen, percentOff }: Value): string {
  if (kind === 'shipping') return '包邮'
  return kind === 'amount' ? `减 ${yuan(valueFen)}` : `${(100 - percentOff) / 10} 折`
}

/** 满 ¥500 可用，最多减 ¥200 */
export function conditionText(terms: Value & Pick<Terms, 'thresholdFen'>): string {
  if (terms.kind === 'shipping') return '样品寄回的运费由本站承担'
  const least = terms.thresholdFen > 0 ? `满 ${yuan(terms.thresholdFen)} 可用` : '无门槛'
  return terms.kind === 'percent' && terms.capFen > 0 ? `${least}，最多减 ${yuan(terms.capFen)}` : least
}

/** 高校院所客户 · 首单 · 指定项目 */
export function scopeText(terms: Pick<Terms, 'groups' | 'firstOrder' | 'projectIds' | 'categoryIds'>): string {
  const who = terms.groups.length === 0 ? [] : [`限${terms.groups.map((group) => groupNames[group]).join('、')}客户`]
  const what = terms.projectIds.length + terms.categoryIds.length === 0 ? '全部项目' : '限指定项目'
  return [...who, ...(terms.firstOrder ? ['限首单'] : []), what].join(' · ')
}

export const shippingText = '使用寄回包邮券的订单，样品寄回的运费由本站承担；不抵扣检测费用，寄来样品的运费仍由您承担。'

function yuan(fen: number): string {
  return formatFen(fen).replace(/\.00$/, '')
}
