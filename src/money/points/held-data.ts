import { detachFiles } from '../../core/files/actions.ts'
import type { HeldData } from '../../platform/held-data.ts'
import {
  clearAddresses,
  countToShip,
  heldClaims,
  heldEarnings,
  heldExchanges,
  heldHolder,
  heldLots,
  heldTransfers,
  releaseClaimFiles,
} from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'point_holders', title: '欠退的积分', closing: 'kept by law', rows: heldHolder },
    { table: 'point_earnings', title: '获得的积分', closing: 'kept by law', rows: heldEarnings },
    { table: 'point_lots', title: '各批积分', closing: 'kept by law', rows: heldLots },
    { table: 'point_exchanges', title: '积分兑换', closing: 'kept without contact', rows: heldExchanges },
    { table: 'point_claims', title: '致谢积分申请', closing: 'kept as proof', rows: heldClaims },
    { table: 'point_transfers', title: '积分转赠', closing: 'kept by law', rows: heldTransfers },
  ],
  clear: async (db, { customerId }) => {
    await clearAddresses(db, customerId)
    await detachFiles({ db }, await releaseClaimFiles(db, customerId))
  },
  obstacles: async (db, customerId) =>
    (await countToShip(db, customerId)) > 0
      ? [{ text: '有积分兑换的商品等待发货', to: '/member/integral?tab=exchanges' }]
      : [],
}
