import type { HeldData } from '../../platform/held-data.ts'
import { clearNames, heldReviews } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'reviews', title: '评价', closing: 'kept without contact', read: heldReviews }],
  clear: (db, { customerId }) => clearNames(db, customerId),
}
