import type { HeldData } from '../../platform/held-data.ts'
import { clearMessages, heldBrowsers, heldDeliveries, heldMessages } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'messages', title: '站内信', closing: 'gone', rows: heldMessages },
    { table: 'notice_deliveries', title: '通知发送记录', closing: 'gone', rows: heldDeliveries },
    { table: 'push_subscriptions', title: '手机推送', closing: 'gone', rows: heldBrowsers },
  ],
  clear: clearMessages,
}
