import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type HeldRow, heldRows } from '../../platform/held-data.ts'

export function heldEntries(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`
      select jsonb_build_object('account', a.kind, 'amount_fen', e.amount_fen, 'balance_after_fen', e.balance_after_fen, 'memo', t.memo, 'at', t.at) as row
      from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
      where a.owner = ${`customer:${customerId}`} order by e.id`,
  )
}
