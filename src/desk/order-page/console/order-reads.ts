import { staffOrderDetail, staffOrderList } from '../../../lab/orders/staff-contract.ts'

/** Reads to refresh after every move of an order. */
export const orderReads = [staffOrderDetail, staffOrderList] as const
