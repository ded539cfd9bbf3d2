import { paidForCustomer, payerAsked, payerReleased, payerReminded } from '../../../billing/settlements/events.ts'
import { settlementLifecycle } from '../../../billing/settlements/rules.ts'
import { EVERYWHERE, plain, QUIET, type TemplatesFor } from '../notice-rules.ts'
import { type Has, settlementPage, sum } from '../wordings/wording-rules.ts'

// Messages about a settlement that another customer pays, to both sides.

export const payerEvents = [
  payerAsked,
  payerReminded,
  payerReleased,
  paidForCustomer,
  settlementLifecycle.events.agree,
  settlementLifecycle.events.decline,
  settlementLifecycle.events.lapse,
] as const

type Facts = Has<'settlementNo' | 'totalFen' | 'other' | 'until'>
const SMS = { orderNo: 'settlementNo', amount: 'totalFen' } as const
const named = ({ settlementNo, totalFen }: Facts) =>
  `结算单${String(settlementNo ?? '')}${sum(totalFen, '（合计', '）')}`
const other = (facts: Facts) => String(facts.other ?? '')
const asked = (facts: Facts) => settlementPage('unpaid')(facts)

export const payerTemplates: TemplatesFor<(typeof payerEvents)[number]> = {
  'settlement.askPayer': plain(
    '有结算单请您付款',
    EVERYWHERE,
    asked,
    (facts) =>
      `${other(facts)}请您为${named(facts)}付款，请在${String(facts.until ?? '14 天内')}前到待付款确认；不认识对方时请拒绝。`,
    { ...SMS, deadline: 'until' },
  ),
  'settlement.remindPayer': plain(
    '付款请求待确认',
    EVERYWHERE,
    asked,
    (facts) => `${other(facts)}请您付款的${named(facts)}还没有答复，${String(facts.until ?? '')}后请求失效。`,
    { ...SMS, deadline: 'until' },
  ),
  'settlement.releasePayer': plain(
    '付款请求已结束',
    QUIET,
    '/member/unpaid',
    (facts) => `${other(facts)}的${named(facts)}不再需要您付款。`,
  ),
  'settlement.paidForYou': plain(
    '付款人已付款',
    EVERYWHERE,
    (facts) => settlementPage('paid')(facts),
    (facts) => `${other(facts)}已支付您的${named(facts)}。`,
    SMS,
  ),
  'settlement.agree': plain(
    '付款人已同意',
    EVERYWHERE,
    asked,
    (facts) => `${other(facts)}已同意为您的${named(facts)}付款。`,
    SMS,
  ),
  'settlement.decline': plain(
    '付款人已拒绝',
    EVERYWHERE,
    '/member/unsettled',
    (facts) => `您的${named(facts)}被付款人拒绝，费用已回到未结算。`,
    SMS,
  ),
  'settlement.lapse': plain(
    '付款请求已失效',
    EVERYWHERE,
    '/member/unsettled',
    (facts) => `付款人${other(facts)}没有答复您的${named(facts)}，请求已失效，费用已回到未结算。`,
    SMS,
  ),
}
