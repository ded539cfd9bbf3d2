import { staffOrderDetail, staffOrderList } from '../../../lab/orders/staff-contract.ts'

/** Reads that every move of an order makes stale. */
export const orderReads = [staffOrderDetail, staffOrderList] as const
