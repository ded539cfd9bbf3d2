import type { HeldData } from '../../platform/held-data.ts'
import { heldRefunds } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'refunds', title: '退款', closing: 'kept by law', rows: heldRefunds }],
}
