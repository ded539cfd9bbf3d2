import { detachFiles } from '../../core/files/actions.ts'
import type { HeldData } from '../../platform/held-data.ts'
import { clearNames, heldReviews, releaseFiles } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'reviews', title: '评价', closing: 'kept without contact', rows: heldReviews }],
  clear: async (db, { customerId }) => {
    await clearNames(db, customerId)
    await detachFiles({ db }, await releaseFiles(db, customerId))
  },
}
