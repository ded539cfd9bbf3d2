import type { HeldData } from '../../platform/held-data.ts'
import {
  clearTitles,
  countWaiting,
  heldApplications,
  heldLines,
  heldRedLetters,
  heldTitles,
} from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'invoice_titles', title: '发票抬头', closing: 'gone', rows: heldTitles },
    { table: 'invoice_applications', title: '开票申请', closing: 'kept by law', rows: heldApplications },
    { table: 'invoice_lines', title: '开票申请明细', closing: 'kept by law', rows: heldLines },
    { table: 'invoice_red_letters', title: '红字发票', closing: 'kept by law', rows: heldRedLetters },
  ],
  clear: clearTitles,
  obstacles: async (db, customerId) => {
    const count = await countWaiting(db, customerId)
    return count > 0 ? [{ text: '有开票申请正在处理', to: '/member/invoiceLs' }] : []
  },
}
