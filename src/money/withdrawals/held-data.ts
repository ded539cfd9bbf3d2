import type { HeldData } from '../../platform/held-data.ts'
import { clearPayoutAccount, countOpen, heldPayoutAccounts, heldWithdrawals } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'payout_accounts', title: '收款账户', closing: 'gone', rows: heldPayoutAccounts },
    { table: 'withdrawals', title: '提现记录', closing: 'kept by law', rows: heldWithdrawals },
  ],
  clear: (db, { customerId }) => clearPayoutAccount(db, customerId),
  obstacles: async (db, customerId) =>
    (await countOpen(db, customerId)) > 0 ? [{ text: '有提现申请正在处理', to: '/member/prestore' }] : [],
}
