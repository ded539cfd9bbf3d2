import type { HeldData } from '../../platform/held-data.ts'
import { clearPlans, countWaiting, heldBindings, heldPromoters, heldRebates } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'promoters', title: '推广合伙人申请', closing: 'kept by law', rows: heldPromoters },
    { table: 'promoter_bindings', title: '推广绑定', closing: 'kept without contact', rows: heldBindings },
    { table: 'rebates', title: '推广返利', closing: 'kept by law', rows: heldRebates },
  ],
  clear: (db, { customerId, now }) => clearPlans(db, customerId, now),
  obstacles: async (db, customerId) =>
    (await countWaiting(db, customerId)) > 0
      ? [{ text: '还有待结算的推广返利，请等待结算后再注销', to: '/member/promotion' }]
      : [],
}
