import type { HeldData } from '../../platform/held-data.ts'
import { clearSecondFactor, heldRecoveryCodes, heldSecondFactors } from './second-factor/second-factor-store.ts'
import { clearAccount, heldAccount, heldConsents } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'customers', title: '账户资料', closing: 'kept without contact', rows: heldAccount },
    { table: 'consents', title: '同意记录', closing: 'kept as proof', rows: heldConsents },
    { table: 'customer_second_factors', title: '两步验证', closing: 'gone', rows: heldSecondFactors },
    { table: 'customer_recovery_codes', title: '两步验证的恢复码', closing: 'gone', rows: heldRecoveryCodes },
  ],
  clear: async (db, account) => {
    await clearSecondFactor(db, account)
    await clearAccount(db, account)
  },
}
