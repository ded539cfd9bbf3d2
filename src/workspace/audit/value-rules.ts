import { apiScopes } from '../../core/api-keys/rules.ts'
import { uploadRefusals } from '../../core/files/parts/part-rules.ts'
import { filePurposes } from '../../core/files/rules.ts'
import { slipMarkLabels } from '../../lab/intake/slip-rules.ts'
import { calibrationRules, diaryKinds } from '../../lab/instruments/rules.ts'
import { issuedOnLabels } from '../../money/coupons/campaigns/campaign-rules.ts'
import { couponKinds } from '../../money/coupons/discount-rules.ts'
import { goodsKinds } from '../../money/points/goods/exchange-rules.ts'
import { refundWays } from '../../money/refunds/rules.ts'
import { userTypes } from '../../people/customers/rules.ts'
import { tieFlags } from '../../people/invitations/rules.ts'
import { contentKinds } from '../../shop/editing/kinds/kind-rules.ts'
import { webhookTypes } from '../webhooks/rules.ts'

type Words = Readonly<Record<string, string>>

/** The words for values that are stored as codes, by field. */
export const valueWords: Readonly<Record<string, Words>> = {
  purpose: Object.fromEntries(Object.entries(filePurposes).map(([purpose, { label }]) => [purpose, label])),
  refusedAs: uploadRefusals,
  ownerKind: { customer: '客户', staff: '员工' },
  scopes: apiScopes,
  types: webhookTypes,
  way: { ...refundWays, manual: '人工开票', nuonuo: '诺诺开票' },
  use: {
    kept: '转入余额',
    paid: '付清',
    over: '付清，多余部分转入余额',
    short: '不足，转入余额',
    late: '已由他处付清，转入余额',
  },
  outcome: { retest: '复测', correction: '更正报告', reduction: '减免费用', dismissal: '不成立' },
  mark: slipMarkLabels,
  calibrationRule: calibrationRules,
  issuedOn: issuedOnLabels,
  flag: tieFlags,
  userType: userTypes,
  indexed: { yes: '收录', no: '不收录' },
}

/** The words for kinds, by what the row is about. */
export const kindWords: Readonly<Record<string, Words>> = {
  instrument: diaryKinds,
  couponCampaign: couponKinds,
  pointGoods: goodsKinds,
  note: { order: '订单', customer: '客户' },
  // The calls of editors: call:content/publish.
  content: Object.fromEntries(Object.entries(contentKinds).map(([kind, { label }]) => [kind, label])),
}
