import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface CreditFacts {
  customerId: number
  grantedFen?: number | null
  reason?: string
}

/** A customer applies for more credit; finance decides, and above the amount in the settings a second person confirms. */
export const creditApplicationLifecycle = defineLifecycle({
  entity: 'credit',
  table: 'credit_applications',
  facts: factsOf<CreditFacts>(),
  stages: { pending: '待审核', checking: '待复核', approved: '已通过', rejected: '已驳回', cancelled: '已撤销' },
  transitions: {
    raise: { label: '通过', from: ['pending'], to: 'approved', by: ['staff'] },
    propose: { label: '提交复核', from: ['pending'], to: 'checking', by: ['staff'] },
    confirmRaise: { label: '复核通过', from: ['checking'], to: 'approved', by: ['staff'] },
    reject: { label: '驳回', from: ['pending', 'checking'], to: 'rejected', by: ['staff'], reason: 'required' },
    cancel: { label: '撤销', from: ['pending'], to: 'cancelled', by: ['customer'] },
  },
})

export type CreditApplicationStage = keyof typeof creditApplicationLifecycle.stages

export interface CreditPosition {
  opened: boolean
  limitFen: number
  heldFen: number
  usedFen: number
  /** Negative after the limit was lowered below the sum of held and used credit: no new holds, existing ones stay. */
  availableFen: number
}

/** The initial limit of a customer of this type. */
export function openingLimitFen(
  userType: number | null,
  limits: { student: number; individual: number; enterprise: number; teacher: number },
): number {
  if (userType === 0) return limits.student
  if (userType === 3) return limits.teacher
  return userType === 2 ? limits.enterprise : userType === 1 ? limits.individual : 0
}
