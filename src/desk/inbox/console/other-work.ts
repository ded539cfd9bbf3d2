import { staffContractList } from '../../../lab/contracts/contract.ts'
import { staffCreditList } from '../../../money/credit/contract.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { staffTransferList } from '../../../money/prestore/contract.ts'
import { staffRefundList } from '../../../money/refunds/contract.ts'
import { staffWithdrawList } from '../../../money/withdrawals/contract.ts'
import { staffGroupList } from '../../../people/groups/list-contract.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import type { StaffAction } from '../../../ground/staff/rules.ts'

// Work that is listed on other pages. The counts are the totals of those lists.

const works = [
  { key: 'groups', label: '课题组待核验', action: 'group.verify', to: '/console/groups' },
  { key: 'seal', label: '待盖章合同', action: 'contract.seal', to: '/console/contracts?stage=to_seal' },
  { key: 'prestore', label: '待核销转账', action: 'transfer.match', to: '/console/transfers' },
  { key: 'prestoreCheck', label: '转账待复核', action: 'transfer.match', to: '/console/transfers?stage=checking' },
  { key: 'withdrawals', label: '提现待审核', action: 'withdrawal.approve', to: '/console/withdrawals' },
  {
    key: 'withdrawalCheck',
    label: '提现待复核',
    action: 'withdrawal.approve',
    to: '/console/withdrawals?stage=checking',
  },
  {
    key: 'withdrawalPay',
    label: '提现待打款',
    action: 'withdrawal.approve',
    to: '/console/withdrawals?stage=approved',
  },
  { key: 'refundCheck', label: '退款待复核', action: 'refund.confirm', to: '/console/refunds' },
  { key: 'credit', label: '额度申请待审核', action: 'credit.raise', to: '/console/credit' },
  { key: 'creditCheck', label: '额度待复核', action: 'credit.raise', to: '/console/credit' },
] as const satisfies readonly { key: string; label: string; action: StaffAction; to: string }[]

export interface OtherWork {
  key: string
  label: string
  count: number
  to: string
}

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
  const one = { page: 1, size: 1 }
  const every = (action: StaffAction) => ({ enabled: may(action), refetchSeconds: 60 })
  const groups = useCall(staffGroupList, { tab: 'pending', size: 1 }, every('group.verify'))
  const seal = useCall(staffContractList, { stage: 'to_seal', ...one }, every('contract.seal'))
  const prestore = useCall(staffTransferList, { stage: 'pending', ...one }, every('transfer.match'))
  const prestoreCheck = useCall(staffTransferList, { stage: 'checking', ...one }, every('transfer.match'))
  const withdrawals = useCall(staffWithdrawList, { stage: 'pending', ...one }, every('withdrawal.approve'))
  const withdrawalCheck = useCall(staffWithdrawList, { stage: 'checking', ...one }, every('withdrawal.approve'))
  const withdrawalPay = useCall(staffWithdrawList, { stage: 'approved', ...one }, every('withdrawal.approve'))
  const refundCheck = useCall(staffRefundList, { stage: 'checking', ...one }, every('refund.confirm'))
  const credit = useCall(staffCreditList, { stage: 'pending', ...one }, every('credit.raise'))
  const creditCheck = useCall(staffCreditList, { stage: 'checking', ...one }, every('credit.raise'))
  return {
    groups: groups.data?.total,
    seal: seal.data?.total,
    prestore: prestore.data?.total,
    prestoreCheck: prestoreCheck.data?.total,
    withdrawals: withdrawals.data?.total,
    withdrawalCheck: withdrawalCheck.data?.total,
    withdrawalPay: withdrawalPay.data?.total,
    refundCheck: refundCheck.data?.total,
    credit: credit.data?.total,
    creditCheck: creditCheck.data?.total,
  }
}
