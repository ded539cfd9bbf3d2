import { invoiceLifecycle } from '../../billing/invoices/rules.ts'
import { paidForCustomer } from '../../billing/settlements/events.ts'
import { settlementLifecycle } from '../../billing/settlements/rules.ts'
import { orderSubmitted } from '../../lab/ordering/events.ts'
import { orderLifecycle } from '../../lab/orders/rules.ts'
import { reportPublished } from '../../lab/reports/events.ts'
import type { DeclaredEvent } from '../../platform/jobs/declared.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { onJob, onMany } from '../../platform/jobs/worker.ts'
import { type Message, sweepDeliveries, tellWebhooks } from './actions.ts'
import { deliverWebhooks } from './deliver-actions.ts'
import { deliverWebhooksJob } from './events.ts'
import type { WebhookType } from './rules.ts'

/** The facts of an event that its customer may read. Everything else stays inside. */
const TOLD = ['orderNo', 'code', 'edition', 'settlementNo', 'totalFen', 'applicationNo', 'invoiceNo', 'amountFen']

type Facts = { id: number; customerId?: number; version?: number; edition?: number }

const sources: readonly [WebhookType, readonly DeclaredEvent<unknown, Facts>[]][] = [
  ['order.submitted', [orderSubmitted]],
  ['order.received', [orderLifecycle.events.receive, orderLifecycle.events.checkIn]],
  ['order.in_test', [orderLifecycle.events.startTesting]],
  ['order.delivered', [orderLifecycle.events.verify]],
  ['order.completed', [orderLifecycle.events.confirm, orderLifecycle.events.autoConfirm]],
  ['report.published', [reportPublished]],
  [
    'settlement.paid',
    [
      settlementLifecycle.events.pay,
      settlementLifecycle.events.payByChannel,
      settlementLifecycle.events.confirmTransfer,
      settlementLifecycle.events.payFromReceived,
      // The events above name who paid; this one the customer whose orders somebody else paid.
      paidForCustomer,
    ],
  ],
  ['invoice.issued', [invoiceLifecycle.events.issue]],
]

export const subscribers = sources.flatMap(([type, events]) =>
  events.map((event) =>
    onMany(event, 'tell-webhooks', (ctx, facts) => tellWebhooks(ctx, type, facts.flatMap(messageOf))),
  ),
)

export const handlers = [onJob(deliverWebhooksJob, (ctx, { webhookId }) => deliverWebhooks(ctx, webhookId))]

export const periodicWork = [
  periodic('webhooks.sweep', daily('03:50'), async (ctx) => {
    ctx.log.info({ deliveries: await sweepDeliveries(ctx) }, 'old webhook deliveries swept')
  }),
]

function messageOf(facts: Facts): Message[] {
  const { id, customerId, version, edition } = facts
  // Events from before an upgrade may not name the customer.
  if (customerId === undefined) return []
  const data = Object.fromEntries(Object.entries(facts).filter(([name]) => TOLD.includes(name)))
  return [{ customerId, occurrence: `${id}_${version ?? edition ?? 1}`, data }]
}
