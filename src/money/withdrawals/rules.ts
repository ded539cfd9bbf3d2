import type { FormFault } from '../../people/sign-in/sign-in-rules.ts'
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

export interface PayoutValues {
  holder: string
  bank: string
  account: string
  code: string
}

/** The first fault of the form of the payout account. */
export function payoutFault({ holder, bank, account, code }: PayoutValues): FormFault<PayoutValues> | undefined {
  if (holder.trim() === '') return { field: 'holder', message: '请填写收款户名' }
  if (bank.trim() === '') return { field: 'bank', message: '请填写开户银行' }
  const plain = account.normalize('NFKC').replace(/[\s-]/g, '')
  if (plain === '') return { field: 'account', message: '请填写收款账号' }
  if (!/^\d{6,32}$/.test(plain)) return { field: 'account', message: '收款账号应为6至32位数字' }
  return code.trim() === '' ? { field: 'code', message: '[验证码]不能为空' } : undefined
}

export interface RequestValues {
  source: WithdrawalSource
  /** NaN: text that is no amount. */
  amountFen: number | undefined
  code: string
}

/** The first fault of the request of a withdrawal. */
export function requestFault(
  { amountFen, code }: Pick<RequestValues, 'amountFen' | 'code'>,
  availableFen: number,
): FormFault<RequestValues> | undefined {
  if (amountFen === undefined) return { field: 'amountFen', message: '请填写提现金额' }
  if (Number.isNaN(amountFen)) return { field: 'amountFen', message: '请输入数字' }
  if (amountFen <= 0) return { field: 'amountFen', message: '金额必须大于零' }
  if (amountFen > availableFen) return { field: 'amountFen', message: '超过可提现金额' }
  return code.trim() === '' ? { field: 'code', message: '[验证码]不能为空' } : undefined
}
