import { staffOrderList, staffVerifyList } from '../../../lab/orders/list-contract.ts'
import { staffOrderDetail } from '../../../lab/orders/staff-contract.ts'
import { staffTaskList } from '../../../lab/orders/task-contract.ts'

/** Reads to refresh after every move of an order. */
export const orderReads = [staffOrderDetail, staffOrderList, staffVerifyList, staffTaskList] as const
