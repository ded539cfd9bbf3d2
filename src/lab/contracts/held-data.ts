import type { HeldData } from '../../platform/held-data.ts'
import { countUnsigned, heldContracts } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'contracts', title: '合同', closing: 'kept by law', rows: heldContracts }],
  obstacles: async (db, customerId) => {
    const count = await countUnsigned(db, customerId)
    return count > 0 ? [{ text: '有合同尚未签署完成', to: '/experiment/contract' }] : []
  },
}
