import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AccountKind } from './rules.ts'

export interface StatementEntry {
  at: Date
  account: AccountKind
  kind: string
  operation: string
  memo: string
  amountFen: number
  /** The other accounts of the same transfer. */
  counters: AccountKind[]
}

/** Every entry of a customer's accounts in a time, oldest first. */
export function entriesBetween(db: Db, customerId: number, from: Date, until: Date): Promise<StatementEntry[]> {
  return db.rows(sql`
    select t.at, a.kind as account, t.kind, t.operation, t.memo, e.amount_fen,
      (select jsonb_agg(distinct o.kind) from ledger_entries x join ledger_accounts o on o.id = x.account_id
        where x.transfer_id = t.id and x.account_id <> a.id) as counters
    from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    where a.owner = ${`customer:${customerId}`} and t.at >= ${from} and t.at < ${until} order by t.at, e.id`)
}

/** What stood in each account of a customer before a moment. */
export function balancesBefore(db: Db, customerId: number, at: Date): Promise<{ account: AccountKind; fen: number }[]> {
  return db.rows(sql`
    select a.kind as account, sum(e.amount_fen)::bigint as fen
    from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    where a.owner = ${`customer:${customerId}`} and t.at < ${at} group by a.kind`)
}

/** Customers with money that moved in a time. */
export function customersMoved(db: Db, from: Date, until: Date): Promise<{ id: number }[]> {
  return db.rows(sql`
    select distinct substr(a.owner, 10)::bigint as id
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.at >= ${from} and t.at < ${until} and a.owner like 'customer:%' and a.kind not like 'credit%' order by 1`)
}
