import type { HeldData } from '../../platform/held-data.ts'
import { clearReads, heldMessages, heldReads, heldThreads } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'threads', title: '订单沟通', closing: 'kept as proof', rows: heldThreads },
    { table: 'thread_messages', title: '订单沟通的消息', closing: 'kept as proof', rows: heldMessages },
    { table: 'thread_reads', title: '订单沟通的已读标记', closing: 'gone', rows: heldReads },
  ],
  clear: (db, { customerId }) => clearReads(db, customerId),
}
