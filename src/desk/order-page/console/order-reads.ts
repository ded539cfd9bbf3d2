import type { OutputOf } from '../../../platform/contract/call.ts'
import { inboxRead } from '../../inbox/inbox-contract.ts'
import { staffOrderDetail, staffOrderList } from '../../../lab/orders/staff-contract.ts'

export type StaffOrder = OutputOf<typeof staffOrderDetail>

/** Reads that every move of an order makes stale. */
export const orderReads = [staffOrderDetail, staffOrderList, inboxRead] as const
