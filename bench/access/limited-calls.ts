import type { LimitKind } from '../../src/core/staff/roles/role-rules.ts'
import type { Role } from '../../src/core/staff/rules.ts'

/** Decisions about amounts, and the kind of their limit; written from the list of limits of decision 0086. */
export const LIMITED: readonly [name: string, kind: LimitKind, role: Role][] = [
  ['refund/toBalance', 'refund', 'finance'],
  ['refund/toChannel', 'refund', 'finance'],
  ['refund/confirm', 'refund', 'finance'],
  ['withdraw/make', 'withdrawal', 'finance'],
  ['withdraw/approve', 'withdrawal', 'finance'],
  ['withdraw/confirmApproval', 'withdrawal', 'finance'],
  ['credit/raise', 'credit', 'finance'],
  ['credit/confirm', 'credit', 'finance'],
  ['group/verify', 'credit', 'manager'],
  ['transfer/match', 'transfer', 'finance'],
  ['transfer/confirmMatch', 'transfer', 'finance'],
  ['received/return', 'received', 'finance'],
  ['received/confirmReturn', 'received', 'finance'],
  ['settlement/fixAmount', 'reduction', 'manager'],
  ['settlement/confirmAmount', 'reduction', 'finance'],
  ['coupon/issue', 'coupon', 'finance'],
]

/** The decision is not carried out but waits for somebody else. */
export function isWaiting(data: unknown): boolean {
  const { stage, checking } = (data ?? {}) as { stage?: string; checking?: boolean }
  return checking === true || stage === 'checking' || stage === 'returning'
}
