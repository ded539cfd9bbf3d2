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
  handle(staffOrdersToFix, (ctx, input) => ordersToFix(ctx, input)),
  handle(staffFixAmount, (ctx, input) => fixAmount(ctx, input)),
  handle(staffSettlementList, (ctx, input) => allSettlements(ctx, input)),
]
