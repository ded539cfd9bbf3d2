import type { HeldData } from '../../platform/held-data.ts'
import { countPending, heldClaims, heldPaid, heldReceived } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'transfer_claims', title: '转账申请', closing: 'kept by law', rows: heldClaims },
    { table: 'received_money', title: '待分配到账', closing: 'kept by law', rows: heldReceived },
    { table: 'paid_orders', title: '已付款与已开票金额', closing: 'kept by law', rows: heldPaid },
  ],
  obstacles: async (db, customerId) => {
    const count = await countPending(db, customerId)
    return count > 0 ? [{ text: '有转账申请正在处理', to: '/member/prestore' }] : []
  },
}
