import type { HeldData } from '../../platform/held-data.ts'
import { detachAll } from '../../core/files/actions.ts'
import { clearDraft, heldDraft } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'order_drafts', title: '订单草稿', closing: 'gone', rows: heldDraft }],
  clear: async (db, account) => {
    await clearDraft(db, account)
    await detachAll({ db }, `order-draft:${account.customerId}`)
  },
}
