import type { HeldData } from '../../platform/held-data.ts'
import { countOpen, heldPayments } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'payments', title: '在线付款', closing: 'kept by law', rows: heldPayments }],
  obstacles: async (db, customerId) =>
    (await countOpen(db, customerId)) > 0 ? [{ text: '有在线付款尚未完成', to: '/member/unpaid' }] : [],
}
