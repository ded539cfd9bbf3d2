import type { HeldData } from '../../platform/held-data.ts'
import { heldEarnings, heldHolder, heldLots } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'point_holders', title: '欠退的积分', closing: 'kept by law', read: heldHolder },
    { table: 'point_earnings', title: '获得的积分', closing: 'kept by law', read: heldEarnings },
    { table: 'point_lots', title: '各批积分', closing: 'kept by law', read: heldLots },
  ],
}
