import type { HeldData } from '../../platform/held-data.ts'
import { samplesUnderWay } from '../samples/under-way-actions.ts'
import { clearOrderContacts, heldOrders, heldReadable, openOrders } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    {
      table: 'orders',
      title: '订单（含项目和过程：答复、复测与异议的原因、处理结果）',
      closing: 'kept by law',
      rows: heldOrders,
    },
    { table: 'order_readers', title: '您可以查看结果的他人订单', closing: 'gone', rows: heldReadable },
  ],
  clear: clearOrderContacts,
  obstacles: async (db, customerId) => {
    const open = await openOrders(db, customerId)
    const finished = open.filter(({ paid }) => paid).map(({ id }) => id)
    const underWay = await samplesUnderWay({ db }, finished)
    const count = open.filter(({ id, paid }) => !paid || underWay.has(id)).length
    return count > 0 ? [{ text: `有 ${count} 个订单尚未关闭`, to: '/member/order' }] : []
  },
}
