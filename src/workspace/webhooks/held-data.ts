import type { HeldData } from '../../platform/held-data.ts'
import { clearWebhooks, heldDeliveries, heldWebhooks } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'webhooks', title: '推送地址', closing: 'gone', rows: heldWebhooks },
    { table: 'webhook_deliveries', title: '推送记录', closing: 'gone', rows: heldDeliveries },
  ],
  clear: (db, { customerId }) => clearWebhooks(db, customerId),
}
