import type { HeldData } from '../../platform/held-data.ts'
import { countToReturn, heldSamples } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'samples', title: '样品', closing: 'kept by law', rows: heldSamples }],
  obstacles: async (db, customerId) => {
    const count = await countToReturn(db, customerId)
    return count > 0 ? [{ text: '有样品等待寄回', to: '/member/sample' }] : []
  },
}
