import type { HeldData } from '../../platform/held-data.ts'
import { countUnpaid, heldSettlements, heldUnsettled } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'settlement_rows', title: '待结算款项', closing: 'kept by law', rows: heldUnsettled },
    { table: 'settlements', title: '结算单', closing: 'kept by law', rows: heldSettlements },
  ],
  obstacles: async (db, customerId) => {
    const count = await countUnpaid(db, customerId)
    return count > 0 ? [{ text: `有 ${count} 笔款项尚未付清`, to: '/member/unpaid' }] : []
  },
}
