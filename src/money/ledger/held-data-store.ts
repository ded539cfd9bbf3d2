import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

export function heldEntries(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('account', a.kind, 'amount_fen', e.amount_fen, 'balance_after_fen', e.balance_after_fen, 'memo', t.memo, 'at', t.at) as row
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
      where a.owner = 'customer:' || ${customerId} order by e.id`
}
