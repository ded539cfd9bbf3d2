import { staffOrderCancel, staffOrderSettleDispute } from '../../lab/orders/staff/staff-contract.ts'
import { handle } from '../../platform/http/handler.ts'
import { assignSettlement, cancelSettlement, settlementsOf, unsettledRows } from './actions.ts'
import { receivedAssign, receivedPayables } from '../../money/prestore/received/received-contract.ts'
import { cancelWithFee } from './cancel-actions.ts'
import {
  assignSettlementCall,
  orderReady2pay,
  payPrepaid,
  settlementAgree,
  settlementCancel,
  settlementDecline,
  settlementCoupons,
  settlementList,
  settlementRows,
  settlementTests,
  settlementWithdraw,
  staffConfirmAmount,
  staffFixAmount,
  staffSendBackAmount,
  staffTakeBackAmount,
} from './contract.ts'
import { agreeToPay, declineToPay, withdrawRequest } from './payers/assign-actions.ts'
import { choicesForRows } from './coupons/coupon-actions.ts'
import { settleDispute } from './dispute-actions.ts'
import { listPage } from '../../core/lists/listed-actions.ts'
import { income, receivables } from './income/income-actions.ts'
import { incomeList, receivableList } from './income/income-contract.ts'
import { settlements } from './list-actions.ts'
import { staffSettlementList, staffSettlementRemind } from './list-contract.ts'
import { remindByStaff } from './remind-actions.ts'
import { amounts, toFix } from './amount-list-actions.ts'
import { staffFinalAmounts, staffOrdersToFix } from './amount-list-contract.ts'
import { confirmAmount, sendBackAmount, takeBackAmount } from './final-amounts/final-actions.ts'
import { fixAmount, secondAbovePercent } from './final-amounts/fix-actions.ts'
import { assignReceived, payablesOfReceived } from './transfers/received-actions.ts'
import { paidPrepayments, readyToPay } from './pay-actions.ts'
import { testListLink } from './test-list-actions.ts'
import {
  transferApplyAdd,
  transferApplyCancel,
  transferApplyEdit,
  transferConfirmMatch,
  transferMatch,
  transferReject,
  transferReturnMatch,
} from '../../money/prestore/contract.ts'
import { staffRefundableOrder, staffRefundConfirm, staffRefundToBalance } from '../../money/refunds/contract.ts'
import { confirmAnyRefund, refundableOf, refundOrder } from './refund-actions.ts'
import {
  cancelTransfer,
  claimTransfer,
  confirmTransfer,
  editTransfer,
  matchTransfer,
  rejectTransfer,
  returnTransfer,
} from './transfers/transfer-actions.ts'

export const routes = [
  handle(settlementRows, (ctx) => unsettledRows(ctx)),
  handle(settlementList, (ctx, input) => settlementsOf(ctx, input)),
  handle(assignSettlementCall, (ctx, input) => assignSettlement(ctx, input)),
  handle(settlementCoupons, (ctx, { rowIds }) => choicesForRows(ctx, rowIds)),
  handle(settlementCancel, async (ctx, { settlementNo }) => {
    await cancelSettlement(ctx, settlementNo)
    return {}
  }),
  handle(settlementAgree, (ctx, { settlementNo }) => agreeToPay(ctx, settlementNo)),
  handle(settlementDecline, async (ctx, { settlementNo, reason }) => {
    await declineToPay(ctx, settlementNo, reason)
    return {}
  }),
  handle(settlementWithdraw, async (ctx, { settlementNo }) => {
    await withdrawRequest(ctx, settlementNo)
    return {}
  }),
  handle(settlementTests, (ctx, { settlementNo, browserKey }) => testListLink(ctx, settlementNo, browserKey)),
  handle(payPrepaid, (ctx, input) => paidPrepayments(ctx, input)),
  handle(orderReady2pay, (ctx) => readyToPay(ctx)),
  handle(staffOrdersToFix, async (ctx, input) => ({
    ...(await listPage(ctx, toFix, input)),
    secondAbovePercent: await secondAbovePercent(ctx),
  })),
  handle(staffFixAmount, (ctx, input) => fixAmount(ctx, input)),
  handle(staffConfirmAmount, (ctx, input) => confirmAmount(ctx, input)),
  handle(staffSendBackAmount, async (ctx, input) => {
    await sendBackAmount(ctx, input)
    return {}
  }),
  handle(staffTakeBackAmount, async (ctx, input) => {
    await takeBackAmount(ctx, input)
    return {}
  }),
  handle(staffFinalAmounts, (ctx, input) => listPage(ctx, amounts, input)),
  handle(staffOrderCancel, (ctx, input) => cancelWithFee(ctx, input)),
  handle(transferApplyAdd, (ctx, input) => claimTransfer(ctx, input)),
  handle(transferApplyEdit, async (ctx, { id, version, ...fields }) => {
    await editTransfer(ctx, id, version, fields)
    return {}
  }),
  handle(transferApplyCancel, async (ctx, { id }) => {
    await cancelTransfer(ctx, id)
    return {}
  }),
  handle(staffRefundableOrder, (ctx, { orderNo }) => refundableOf(ctx, orderNo)),
  handle(staffRefundToBalance, (ctx, input) => refundOrder(ctx, input)),
  handle(staffRefundConfirm, (ctx, input) => confirmAnyRefund(ctx, input)),
  handle(transferMatch, (ctx, input) => matchTransfer(ctx, input)),
  handle(transferConfirmMatch, (ctx, input) => confirmTransfer(ctx, input.claimId, input.version)),
  handle(transferReturnMatch, async (ctx, input) => {
    await returnTransfer(ctx, input.claimId, input.version, input.reason)
    return {}
  }),
  handle(transferReject, async (ctx, input) => {
    await rejectTransfer(ctx, input.claimId, input.version, input.reason)
    return {}
  }),
  handle(receivedAssign, (ctx, input) => assignReceived(ctx, input)),
  handle(receivedPayables, (ctx, { id }) => payablesOfReceived(ctx, id)),
  handle(staffOrderSettleDispute, (ctx, input) => settleDispute(ctx, input)),
  handle(incomeList, (ctx, input) => listPage(ctx, income, input)),
  handle(receivableList, (ctx, input) => listPage(ctx, receivables, input)),
  handle(staffSettlementList, (ctx, input) => listPage(ctx, settlements, input)),
  handle(staffSettlementRemind, async (ctx, { settlementNo }) => {
    await remindByStaff(ctx, settlementNo)
    return {}
  }),
]
