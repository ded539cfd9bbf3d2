import type { HeldData } from '../../platform/held-data.ts'
import { balancesOf } from './actions.ts'
import { heldEntries } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'ledger_entries', title: '账户流水', closing: 'kept by law', rows: heldEntries }],
  obstacles: async (db, customerId) => {
    const balances = await balancesOf({ db }, customerId)
    const isUsed = (...kinds: (keyof typeof balances)[]) => kinds.some((kind) => balances[kind] !== 0)
    return [
      ...(isUsed('credit_used', 'credit_held')
        ? [{ text: '信用额度还有已用或预占的金额', to: '/member/unsettled' }]
        : []),
      ...(isUsed('prestore', 'gift', 'advance', 'unassigned', 'refund_held', 'withdraw_held', 'rebate')
        ? [{ text: '账户还有余额，请先使用完或联系客服办理退款', to: '/member/prestore' }]
        : []),
    ]
  },
}
