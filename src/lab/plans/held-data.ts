import type { HeldData } from '../../platform/held-data.ts'
import { detachAll } from '../../core/files/actions.ts'
import { clearLines, heldLines, heldShares } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'plan_lines', title: '实验方案', closing: 'gone', rows: heldLines },
    { table: 'plan_shares', title: '实验方案的分享', closing: 'gone', rows: heldShares },
  ],
  clear: async (db, account) => {
    await clearLines(db, account)
    await detachAll({ db }, `plan-of:${account.customerId}`)
  },
}
