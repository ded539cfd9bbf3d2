import { staffOrderList, staffVerifyList } from '../../../lab/orders/lists/list-contract.ts'
import { staffOrderDetail } from '../../../lab/orders/staff/staff-contract.ts'
import { staffTaskList } from '../../../lab/orders/tasks/task-contract.ts'
import { staffReportDetail } from '../../../lab/reports/contract.ts'

/** Reads to refresh after every move of an order. */
export const orderReads = [staffOrderDetail, staffOrderList, staffVerifyList, staffTaskList, staffReportDetail] as const
