import type { HeldData } from '../../platform/held-data.ts'
import { countPending, heldApplications, heldDues } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'credit_applications', title: '额度申请', closing: 'kept by law', rows: heldApplications },
    { table: 'credit_dues', title: '账期', closing: 'kept by law', rows: heldDues },
  ],
  obstacles: async (db, customerId) => {
    const count = await countPending(db, customerId)
    return count > 0 ? [{ text: '有额度申请正在处理', to: '/member/center' }] : []
  },
}
