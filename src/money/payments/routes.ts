import { type Handler, handle } from '../../platform/http/handler.ts'
import { payClose, payCreate, payStateCall, payWays } from './contract.ts'
import { closePayment, createPayment, openPayment, payState, waysToPay } from './pay-actions.ts'
import type { Paying } from './payable-actions.ts'

export const routes = (paying: Paying): Handler[] => [
  handle(payWays, (ctx) => waysToPay(ctx, paying)),
  handle(
    payCreate,
    (ctx, input) => createPayment(ctx, paying, input),
    (ctx, answer) => openPayment(ctx, paying, answer),
  ),
  handle(payStateCall, (ctx, { paymentNo }) => payState(ctx, paying, paymentNo)),
  handle(payClose, (ctx, { paymentNo }) => closePayment(ctx, paying, paymentNo)),
]
