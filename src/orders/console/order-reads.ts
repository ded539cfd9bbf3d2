import type { OutputOf } from '../../platform/contract/call.ts'
import { inboxRead } from '../inbox-contract.ts'
import { staffOrderDetail, staffOrderList } from '../staff-contract.ts'

export type StaffOrder = OutputOf<typeof staffOrderDetail>

/** Reads that every move of an order makes stale. */
export const orderReads = [staffOrderDetail, staffOrderList, inboxRead] as const
