import { staffOrderSettleDispute } from '../orders/staff-contract.ts'
import { handle } from '../platform/http/handler.ts'
import { allSettlements, assignSettlement, cancelSettlement, settlementsOf, unsettledRows } from './actions.ts'
import {
  assignSettlementCall,
  orderReady2pay,
  payCreate,
  payStateCall,
  settlementCancel,
  settlementList,
  settlementRows,
  staffFixAmount,
  staffOrdersToFix,
  staffSettlementList,
} from './contract.ts'
import { settleDispute } from './dispute-actions.ts'
import { fixAmount, ordersToFix } from './fix-actions.ts'
import { pay, payState, readyToPay } from './pay-actions.ts'

export const routes = [
  handle(settlementRows, (ctx) => unsettledRows(ctx)),
  handle(settlementList, (ctx, input) => settlementsOf(ctx, input)),
  handle(assignSettlementCall, (ctx, input) => assignSettlement(ctx, input)),
  handle(settlementCancel, async (ctx, { settlementNo }) => {
    await cancelSettlement(ctx, settlementNo)
    return {}
  }),
  handle(payCreate, (ctx, input) => pay(ctx, input)),
  handle(payStateCall, (ctx, input) => payState(ctx, input)),
  handle(orderReady2pay, (ctx) => readyToPay(ctx)),
  handle(staffOrdersToFix, (ctx) => ordersToFix(ctx)),
  handle(staffFixAmount, (ctx, input) => fixAmount(ctx, input)),
  handle(staffOrderSettleDispute, (ctx, input) => settleDispute(ctx, input)),
  handle(staffSettlementList, (ctx, input) => allSettlements(ctx, input)),
]
