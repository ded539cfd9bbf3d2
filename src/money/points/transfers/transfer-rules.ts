import { phoneFault } from '../../../people/customers/contact-rules.ts'
import type { FormFault } from '../../../people/sign-in/sign-in-rules.ts'
import { defineLifecycle, factsOf } from '../../../platform/lifecycle/lifecycle.ts'

export interface PointTransferFacts {
  /** Who is told. */
  customerId: number
  points: number
  phone: string
}

/**
 * Points for another customer. They leave the sender at once and reach the receiver who accepts them, so that a number without an account
 * looks like one whose owner does not answer.
 */
export const pointTransferLifecycle = defineLifecycle({
  entity: 'pointTransfer',
  table: 'point_transfers',
  facts: factsOf<PointTransferFacts>(),
  stages: { offered: '待领取', accepted: '已领取', returned: '已退回' },
  transitions: {
    accept: { label: '领取', from: ['offered'], to: 'accepted', by: ['customer'] },
    cancel: { label: '撤回', from: ['offered'], to: 'returned', by: ['customer'] },
    lapse: { label: '到期退回', from: ['offered'], to: 'returned', by: ['system'] },
  },
})
export type PointTransferStage = keyof typeof pointTransferLifecycle.stages

/** An offer that is not accepted goes back after this time. */
export const ANSWER_DAYS = 7

export interface TransferValues {
  phone: string
  /** NaN: text that is no number. */
  points: number | undefined
  code: string
}

/** The first fault of the form. */
export function transferFault(
  { phone, points, code }: TransferValues,
  own: { balance: number; transferMost: number },
): FormFault<TransferValues> | undefined {
  const phoneProblem = phoneFault(phone)
  if (phoneProblem) return { field: 'phone', message: phoneProblem }
  if (points === undefined) return { field: 'points', message: '请填写积分' }
  if (Number.isNaN(points)) return { field: 'points', message: '请输入数字' }
  if (!Number.isInteger(points) || points <= 0) return { field: 'points', message: '积分应为大于零的整数' }
  if (points > own.balance) return { field: 'points', message: '超过可用积分' }
  if (points > own.transferMost) return { field: 'points', message: `最多转赠 ${own.transferMost} 积分` }
  return code.trim() === '' ? { field: 'code', message: '[验证码]不能为空' } : undefined
}
