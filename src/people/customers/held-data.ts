import type { HeldData } from '../../platform/held-data.ts'
import { clearAccount, heldAccount, heldConsents } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'customers', title: '账户资料', closing: 'kept without contact', rows: heldAccount },
    { table: 'consents', title: '同意记录', closing: 'kept as proof', rows: heldConsents },
  ],
  clear: clearAccount,
}
