import { handle } from '../../platform/http/handler.ts'
import {
  addWebhook,
  changeSecret,
  editWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  resendAll,
  resendDelivery,
  turnWebhook,
} from './actions.ts'
import {
  webhookAdd,
  webhookDelete,
  webhookDeliveries,
  webhookEdit,
  webhookList,
  webhookPing,
  webhookResend,
  webhookResendAll,
  webhookRotate,
  webhookSwitch,
} from './contract.ts'
import {
  deliveriesOfWebhook,
  pauseWebhook,
  resendAllByStaff,
  resendByStaff,
  webhooksOfCustomer,
} from './staff-actions.ts'
import {
  staffWebhookDeliveries,
  staffWebhookPause,
  staffWebhookResend,
  staffWebhookResendAll,
  staffWebhooks,
} from './staff-contract.ts'

export const routes = [
  handle(webhookList, (ctx) => listWebhooks(ctx)),
  handle(webhookAdd, (ctx, input) => addWebhook(ctx, input)),
  handle(webhookRotate, (ctx, { id }) => changeSecret(ctx, id)),
  handle(webhookDeliveries, (ctx, input) => listDeliveries(ctx, input)),
  handle(webhookEdit, async (ctx, input) => {
    await editWebhook(ctx, input)
    return {}
  }),
  handle(webhookSwitch, async (ctx, { id, on }) => {
    await turnWebhook(ctx, id, on)
    return {}
  }),
  handle(webhookDelete, async (ctx, { id }) => {
    await removeWebhook(ctx, id)
    return {}
  }),
  handle(webhookPing, async (ctx, { id }) => {
    await pingWebhook(ctx, id)
    return {}
  }),
  handle(webhookResend, async (ctx, { id }) => {
    await resendDelivery(ctx, id)
    return {}
  }),
  handle(webhookResendAll, (ctx, { id }) => resendAll(ctx, id)),
  handle(staffWebhookResendAll, (ctx, { id }) => resendAllByStaff(ctx, id)),
  handle(staffWebhooks, (ctx, { customerId }) => webhooksOfCustomer(ctx, customerId)),
  handle(staffWebhookDeliveries, (ctx, input) => deliveriesOfWebhook(ctx, input)),
  handle(staffWebhookPause, async (ctx, { id, reason }) => {
    await pauseWebhook(ctx, id, reason)
    return {}
  }),
  handle(staffWebhookResend, async (ctx, { id }) => {
    await resendByStaff(ctx, id)
    return {}
  }),
]
