import type { HeldData } from '../../platform/held-data.ts'
import { clearContacts, countOpen, heldDemands } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'demands', title: '需求', closing: 'kept without contact', rows: heldDemands }],
  clear: clearContacts,
  obstacles: async (db, customerId) => {
    const count = await countOpen(db, customerId)
    return count > 0 ? [{ text: '有需求尚未处理完', to: '/experiment/demand' }] : []
  },
}
