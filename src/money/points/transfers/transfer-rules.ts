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
