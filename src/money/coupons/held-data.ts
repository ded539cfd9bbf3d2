import type { HeldData } from '../../platform/held-data.ts'
import { heldCoupons } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'coupons', title: '优惠券', closing: 'kept by law', rows: heldCoupons }],
}
