import { orderLifecycle } from '../../lab/orders/rules.ts'
import { on, onJob } from '../../platform/jobs/worker.ts'
import { settlementLifecycle } from '../settlements/rules.ts'
import { askInvoiceJob, askRedJob, mailInvoiceJob, requestInvoiceJob, requestRedJob } from './events.ts'
import { mailInvoice } from './mail-actions.ts'
import { offerForOrder, offerForSettlement } from './offer-actions.ts'
import { askForInvoice, requestInvoice } from './provider/provider-actions.ts'
import { askForRed, requestRed } from './red-letters/red-actions.ts'

export const handlers = [
  onJob(mailInvoiceJob, (ctx, { id }) => mailInvoice(ctx, id)),
  onJob(requestInvoiceJob, (ctx, { id }) => requestInvoice(ctx, id)),
  onJob(askInvoiceJob, (ctx, { id, asked }) => askForInvoice(ctx, id, asked)),
  onJob(requestRedJob, (ctx, { id }) => requestRed(ctx, id)),
  onJob(askRedJob, (ctx, { id, asked }) => askForRed(ctx, id, asked)),
]

export const subscribers = [
  on(settlementLifecycle.events.pay, 'offer-invoice', (ctx, move) => offerForSettlement(ctx, move)),
  on(settlementLifecycle.events.payByChannel, 'offer-invoice', (ctx, move) => offerForSettlement(ctx, move)),
  on(settlementLifecycle.events.payFromReceived, 'offer-invoice', (ctx, move) => offerForSettlement(ctx, move)),
  on(settlementLifecycle.events.confirmTransfer, 'offer-invoice', (ctx, move) => offerForSettlement(ctx, move)),
  on(orderLifecycle.events.prepaid, 'offer-invoice', (ctx, move) => offerForOrder(ctx, move)),
]
