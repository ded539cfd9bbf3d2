import { handle } from '../../platform/http/handler.ts'
import { orderDetail, orderHistory } from '../../lab/orders/contract.ts'
import { orderHistoryFile, orderWhose } from '../../lab/orders/history/history-contract.ts'
import { staffOrderList, staffVerifyList } from '../../lab/orders/lists/list-contract.ts'
import { staffOrderDetail } from '../../lab/orders/staff/staff-contract.ts'
import { staffTaskList } from '../../lab/orders/tasks/task-contract.ts'
import { listPage } from '../../core/lists/listed-actions.ts'
import { ordersFile } from './file-actions.ts'
import { identitiesFor, ownDetail, staffDetail } from './detail-actions.ts'
import { ownPaper, staffPaper } from './paper-actions.ts'
import { orderPaper, staffOrderPaper } from './paper-contract.ts'
import { orders, ordersOf, ordersToVerify, tasksOf } from './list-actions.ts'

export const routes = [
  handle(orderPaper, (ctx, input) => ownPaper(ctx, input)),
  handle(staffOrderPaper, (ctx, input) => staffPaper(ctx, input)),
  handle(orderHistory, (ctx, input) => ordersOf(ctx, input)),
  handle(orderWhose, (ctx, { orderNo }) => identitiesFor(ctx, orderNo)),
  handle(orderHistoryFile, (ctx, input) => ordersFile(ctx, input)),
  handle(orderDetail, (ctx, input) => ownDetail(ctx, input.orderNo)),
  handle(staffOrderList, (ctx, input) => listPage(ctx, orders, input)),
  handle(staffVerifyList, (ctx, input) => listPage(ctx, ordersToVerify, input)),
  handle(staffTaskList, (ctx, input) => tasksOf(ctx, input)),
  handle(staffOrderDetail, (ctx, input) => staffDetail(ctx, input.orderNo)),
]
