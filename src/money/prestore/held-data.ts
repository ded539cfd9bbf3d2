import type { HeldData } from '../../platform/held-data.ts'
import { countPending, heldApplications, heldPaid, heldReceived } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'prestore_applications', title: '预存申请', closing: 'kept by law', read: heldApplications },
    { table: 'received_money', title: '待分配到账', closing: 'kept by law', read: heldReceived },
    { table: 'paid_orders', title: '已付款与已开票金额', closing: 'kept by law', read: heldPaid },
  ],
  obstacles: async (db, customerId) => {
    const count = await countPending(db, customerId)
    return count > 0 ? ['有预存申请正在处理'] : []
  },
}
