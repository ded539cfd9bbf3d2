import { staffInvoiceList } from '../../../billing/invoices/list-contract.ts'
import { pickupSearch } from '../../../lab/pickups/list-contract.ts'
import { staffContractList } from '../../../lab/contracts/list-contract.ts'
import { staffCreditList } from '../../../money/credit/list-contract.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { staffTransferList } from '../../../money/prestore/list-contract.ts'
import { staffRefundList } from '../../../money/refunds/list-contract.ts'
import { staffWithdrawList } from '../../../money/withdrawals/list-contract.ts'
import { staffClaimList, staffExchangeList } from '../../../money/points/list-contract.ts'
import { staffReviewList } from '../../../shop/reviews/list-contract.ts'
import { staffGroupList } from '../../../people/groups/list-contract.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import type { StaffAction } from '../../../ground/staff/rules.ts'

// Work that is listed on other pages. The counts are the totals of those lists.

export const works = [
  { key: 'pickups', label: '上门取样待派单', action: 'pickup.assign', to: '/console/pickups?tab=requested' },
  { key: 'groups', label: '课题组待核验', action: 'group.verify', to: '/console/groups' },
  { key: 'reviews', label: '评价待审核', action: 'review.publish', to: '/console/reviews' },
  { key: 'claims', label: '致谢积分待审核', action: 'pointClaim.approve', to: '/console/points/claims' },
  { key: 'exchanges', label: '积分商品待发货', action: 'pointExchange.ship', to: '/console/points/exchanges' },
  { key: 'seal', label: '待盖章合同', action: 'contract.seal', to: '/console/contracts?tab=to_seal' },
  { key: 'invoices', label: '开票申请待审核', action: 'invoice.approve', to: '/console/invoices?tab=pending' },
  { key: 'issuing', label: '待人工开票', action: 'invoice.issue', to: '/console/invoices?tab=issuing&way=manual' },
  { key: 'reddening', label: '红冲待处理', action: 'invoice.redden', to: '/console/invoices?tab=reddening' },
  { key: 'transfers', label: '待核销转账', action: 'transfer.match', to: '/console/transfers?tab=pending' },
  { key: 'transferCheck', label: '转账待复核', action: 'transfer.match', to: '/console/transfers?tab=checking' },
  { key: 'withdrawals', label: '提现待审核', action: 'withdrawal.approve', to: '/console/withdrawals?tab=pending' },
  {
    key: 'withdrawalCheck',
    label: '提现待复核',
    action: 'withdrawal.approve',
    to: '/console/withdrawals?tab=checking',
  },
  { key: 'withdrawalPay', label: '提现待打款', action: 'withdrawal.approve', to: '/console/withdrawals?tab=approved' },
  { key: 'refundCheck', label: '退款待复核', action: 'refund.confirm', to: '/console/refunds?tab=checking' },
  { key: 'credit', label: '额度申请待审核', action: 'credit.raise', to: '/console/credit?tab=pending' },
  { key: 'creditCheck', label: '额度待复核', action: 'credit.raise', to: '/console/credit?tab=checking' },
] as const satisfies readonly { key: string; label: string; action: StaffAction; to: string }[]

export interface OtherWork {
  key: string
  label: string
  count: number
  to: string
}

/** Applications that a person issues; the others wait for the platform. */
export const byHand = { tab: 'issuing' as const, filters: { way: ['manual'] }, size: 1 }

/** `any` is false when this role has none of these lists, so that the page can say that there is no work at all. */
export function useOtherWork(): { any: boolean; waiting: OtherWork[] } {
  const { may } = useStaff()
  const totals = useTotals(may)
  const mine = works.filter(({ action }) => may(action))
  return {
    any: mine.length > 0,
    waiting: mine
      .map(({ key, label, to }) => ({ key, label, to, count: totals[key] ?? 0 }))
      .filter(({ count }) => count > 0),
  }
}

function useTotals(may: (action: StaffAction) => boolean): Record<(typeof works)[number]['key'], number | undefined> {
  const first = { size: 1 }
  const every = (action: StaffAction) => ({ enabled: may(action), refetchSeconds: 60 })
  const pickups = useCall(pickupSearch, { tab: 'requested', size: 1 }, every('pickup.assign'))
  const groups = useCall(staffGroupList, { tab: 'pending', size: 1 }, every('group.verify'))
  const reviews = useCall(staffReviewList, { tab: 'pending', size: 1 }, every('review.publish'))
  const claims = useCall(staffClaimList, { tab: 'pending', size: 1 }, every('pointClaim.approve'))
  const exchanges = useCall(staffExchangeList, { tab: 'toShip', size: 1 }, every('pointExchange.ship'))
  const seal = useCall(staffContractList, { tab: 'to_seal' as const, ...first }, every('contract.seal'))
  const invoices = useCall(staffInvoiceList, first, every('invoice.approve')).data?.counts
  const issuing = useCall(staffInvoiceList, byHand, every('invoice.issue')).data?.total
  const transfers = useCall(staffTransferList, first, every('transfer.match')).data?.counts
  const withdrawals = useCall(staffWithdrawList, first, every('withdrawal.approve')).data?.counts
  const refunds = useCall(staffRefundList, first, every('refund.confirm')).data?.counts
  const credit = useCall(staffCreditList, first, every('credit.raise')).data?.counts
  return {
    pickups: pickups.data?.total,
    groups: groups.data?.total,
    reviews: reviews.data?.total,
    claims: claims.data?.total,
    exchanges: exchanges.data?.total,
    seal: seal.data?.total,
    invoices: invoices?.pending,
    issuing,
    reddening: invoices?.reddening,
    transfers: transfers?.pending,
    transferCheck: transfers?.checking,
    withdrawals: withdrawals?.pending,
    withdrawalCheck: withdrawals?.checking,
    withdrawalPay: withdrawals?.approved,
    refundCheck: refunds?.checking,
    credit: credit?.pending,
    creditCheck: credit?.checking,
  }
}
