import { handle } from '../../platform/http/handler.ts'
import { orderDetail, orderHistory } from '../../lab/orders/contract.ts'
import { staffOrderDetail, staffOrderList } from '../../lab/orders/staff-contract.ts'
import { ownDetail, staffDetail } from './detail-actions.ts'
import { allOrders, ordersOf } from './list-actions.ts'

export const routes = [
  handle(orderHistory, (ctx, input) => ordersOf(ctx, input)),
  handle(orderDetail, (ctx, input) => ownDetail(ctx, input.orderNo)),
  handle(staffOrderList, (ctx, input) => allOrders(ctx, input)),
  handle(staffOrderDetail, (ctx, input) => staffDetail(ctx, input.orderNo)),
]
