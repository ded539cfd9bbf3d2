import type { HeldData } from '../../platform/held-data.ts'
import { clearPickups, countOpenPickups, heldPickups } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'pickups', title: '上门取样', closing: 'kept without contact', rows: heldPickups }],
  clear: (db, { customerId }) => clearPickups(db, customerId),
  obstacles: async (db, customerId) =>
    (await countOpenPickups(db, customerId)) > 0 ? [{ text: '有上门取样正在进行', to: '/member/sample' }] : [],
}
