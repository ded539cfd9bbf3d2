import { listPage } from '../../core/lists/listed-actions.ts'
import { type Handler, handle } from '../../platform/http/handler.ts'
import {
  applyForClaim,
  approveClaim,
  claimsOf,
  rejectClaim,
  revokeClaim,
  withdrawClaim,
} from './claims/claim-actions.ts'
import * as own from './contract.ts'
import {
  cancelExchange,
  cancelExchangeByStaff,
  confirmExchange,
  exchangeAddress,
  exchangeGoods,
  exchangesOf,
  shipExchange,
} from './goods/exchange-actions.ts'
import { addGoods, editGoods, goodsForCustomers, showGoods } from './goods/goods-actions.ts'
import { pointClaims, pointExchanges, pointGoods } from './list-actions.ts'
import { staffClaimList, staffExchangeList, staffGoodsList } from './list-contract.ts'
import { dropPointRule, ownMovements, ownPoints, rulesForStaff, savePointRule } from './own-actions.ts'
import * as staff from './staff-contract.ts'
import {
  acceptTransfer,
  cancelTransfer,
  offerPoints,
  sendTransferCode,
  transfersOf,
} from './transfers/transfer-actions.ts'

const customerRoutes: Handler[] = [
  handle(own.integrationInit, (ctx) => ownPoints(ctx)),
  handle(own.integrationList, (ctx, input) => ownMovements(ctx, input)),
  handle(own.integrationGoods, (ctx, input) => goodsForCustomers(ctx, input)),
  handle(own.integrationApplyExchange, (ctx, input) => exchangeGoods(ctx, input)),
  handle(own.integrationExchanges, (ctx, input) => exchangesOf(ctx, input)),
  handle(own.integrationCancelExchange, (ctx, { id }) => answered(cancelExchange(ctx, id))),
  handle(own.integrationConfirmExchange, (ctx, { id }) => answered(confirmExchange(ctx, id))),
  handle(own.integrationApply, (ctx, input) => applyForClaim(ctx, input)),
  handle(own.integrationClaims, (ctx, input) => claimsOf(ctx, input)),
  handle(own.integrationCancelApply, (ctx, { id }) => answered(withdrawClaim(ctx, id))),
  handle(own.integrationCode, (ctx) => answered(sendTransferCode(ctx))),
  handle(own.integrationTransfer, (ctx, input) => offerPoints(ctx, input)),
  handle(own.integrationTransfers, (ctx, input) => transfersOf(ctx, input)),
  handle(own.integrationAcceptTransfer, (ctx, { id }) => answered(acceptTransfer(ctx, id))),
  handle(own.integrationCancelTransfer, (ctx, { id }) => answered(cancelTransfer(ctx, id))),
]

const staffRoutes: Handler[] = [
  handle(staffGoodsList, (ctx, input) => listPage(ctx, pointGoods, input)),
  handle(staff.staffGoodsAdd, (ctx, input) => addGoods(ctx, input)),
  handle(staff.staffGoodsEdit, (ctx, input) => editGoods(ctx, input)),
  handle(staff.staffGoodsShow, (ctx, input) => answered(showGoods(ctx, input))),
  handle(staffExchangeList, (ctx, input) => listPage(ctx, pointExchanges, input)),
  handle(staff.staffExchangeAddress, (ctx, { id }) => exchangeAddress(ctx, id)),
  handle(staff.staffExchangeShip, (ctx, input) => answered(shipExchange(ctx, input))),
  handle(staff.staffExchangeCancel, (ctx, input) => answered(cancelExchangeByStaff(ctx, input))),
  handle(staffClaimList, (ctx, input) => listPage(ctx, pointClaims, input)),
  handle(staff.staffClaimApprove, (ctx, input) => approveClaim(ctx, input)),
  handle(staff.staffClaimReject, (ctx, input) => answered(rejectClaim(ctx, input))),
  handle(staff.staffClaimRevoke, (ctx, input) => revokeClaim(ctx, input)),
  handle(staff.staffPointRules, (ctx) => rulesForStaff(ctx)),
  handle(staff.staffPointRuleSave, (ctx, input) => answered(savePointRule(ctx, input))),
  handle(staff.staffPointRuleDrop, (ctx, { from }) => answered(dropPointRule(ctx, from))),
]

export const routes = [...customerRoutes, ...staffRoutes]

/** The empty answer of a call that only does something. */
async function answered(work: Promise<void>): Promise<Record<string, never>> {
  await work
  return {}
}
