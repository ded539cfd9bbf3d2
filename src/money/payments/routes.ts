import { listPage } from '../../core/lists/listed-actions.ts'
import { type Handler, handle } from '../../platform/http/handler.ts'
import { askForCheck } from './bills/bill-actions.ts'
import { askNow, billsForStaff, differences, markResolved, paymentForStaff, payments } from './console-actions.ts'
import { payClose, payCreate, payStateCall, payWays } from './contract.ts'
import { staffDifferences } from './difference-list-contract.ts'
import { staffPaymentList } from './list-contract.ts'
import { closePayment, createPayment, openPayment, payState, waysToPay } from './pay-actions.ts'
import type { Paying } from './payable-actions.ts'
import {
  staffBills,
  staffCheckBill,
  staffPaymentAsk,
  staffPaymentDetail,
  staffResolveDifference,
} from './staff-contract.ts'

export const routes = (paying: Paying): Handler[] => [
  handle(payWays, (ctx, input) => waysToPay(ctx, paying, input)),
  handle(
    payCreate,
    (ctx, input) => createPayment(ctx, paying, input),
    (ctx, answer) => openPayment(ctx, paying, answer),
  ),
  handle(payStateCall, (ctx, { paymentNo }) => payState(ctx, paying, paymentNo)),
  handle(payClose, (ctx, { paymentNo }) => closePayment(ctx, paying, paymentNo)),
  handle(staffPaymentList, (ctx, input) => listPage(ctx, payments, input)),
  handle(staffPaymentDetail, (ctx, { paymentNo }) => paymentForStaff(ctx, paymentNo)),
  handle(
    staffPaymentAsk,
    (ctx, { paymentNo }) => paymentForStaff(ctx, paymentNo),
    (ctx, { payment }) => askNow(ctx, paying, payment.paymentNo),
  ),
  handle(staffDifferences, (ctx, input) => listPage(ctx, differences, input)),
  handle(staffBills, (ctx, input) => billsForStaff(ctx, paying, input)),
  handle(staffCheckBill, async (ctx, input) => {
    await askForCheck(ctx, input)
    return {}
  }),
  handle(staffResolveDifference, async (ctx, input) => {
    await markResolved(ctx, input)
    return {}
  }),
]
