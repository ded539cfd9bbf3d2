import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface WithdrawalFacts {
  customerId: number
  withdrawalNo: string
  amountFen: number
  /** The last digits of the account that gets the money. */
  tail: string
  reason?: string
}

/** Money out of an account of the customer, held from the request on. Above the limit a second person approves. */
export const withdrawalLifecycle = defineLifecycle({
  entity: 'withdrawal',
  table: 'withdrawals',
  facts: factsOf<WithdrawalFacts>(),
  stages: {
    pending: '待审核',
    checking: '待复核',
    approved: '待打款',
    paid: '已打款',
    rejected: '已驳回',
    cancelled: '已撤销',
  },
  transitions: {
    approve: { label: '通过', from: ['pending'], to: 'approved', by: ['staff'] },
    propose: { label: '提交复核', from: ['pending'], to: 'checking', by: ['staff'] },
    confirmApproval: { label: '复核通过', from: ['checking'], to: 'approved', by: ['staff'] },
    sendBack: { label: '退回审核', from: ['checking'], to: 'pending', by: ['staff'], reason: 'required' },
    reject: {
      label: '驳回',
      from: ['pending', 'checking', 'approved'],
      to: 'rejected',
      by: ['staff'],
      reason: 'required',
    },
    pay: { label: '登记打款', from: ['approved'], to: 'paid', by: ['staff'] },
    cancel: { label: '撤销', from: ['pending', 'checking'], to: 'cancelled', by: ['customer'] },
  },
})
export type WithdrawalStage = keyof typeof withdrawalLifecycle.stages

/** The accounts of the ledger that can be withdrawn from. */
export const withdrawalSources = { prestore: '预存款', rebate: '推广返利' } as const
export type WithdrawalSource = keyof typeof withdrawalSources

/** TX260302 followed by five digits. */
export function withdrawalNo(day: string, number: number): string {
  return `TX${day.slice(2).replaceAll('-', '')}${String(number % 100_000).padStart(5, '0')}`
}

export function tailOf(account: string): string {
  return account.slice(-4)
}

/** 尾号 1234; the number itself is shown to those who pay only. */
export function maskAccount(account: string): string {
  return `**** ${tailOf(account)}`
}
