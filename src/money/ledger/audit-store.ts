import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import { accountKinds } from './rules.ts'

/** Every violation of an invariant as a sentence; none when the ledger is consistent. */
export async function bookFaults(db: Db): Promise<string[]> {
  const assets = Object.entries(accountKinds).map(([kind, { asset, floorFen, hardFloor }]) => ({
    kind,
    asset,
    floor_fen: hardFloor ? floorFen : null,
  }))
  const faults = await db.rows<{ fault: string }>(sql`
    with kinds as (select * from jsonb_to_recordset(${json(assets)}::jsonb) as k (kind text, asset text, floor_fen bigint)),
    lines as (
      select e.id, e.transfer_id, e.account_id, e.amount_fen, e.balance_after_fen, k.asset,
        lag(e.balance_after_fen, 1, 0::bigint) over (partition by e.account_id order by e.id) as before_fen,
        row_number() over (partition by e.account_id order by e.id desc) as from_last
      from ledger_entries e join ledger_accounts a on a.id = e.account_id left join kinds k on k.kind = a.kind)
    select 'transfer ' || t.id || ' has fewer than two entries' as fault
      from ledger_transfers t where (select count(*) from ledger_entries e where e.transfer_id = t.id) < 2
    union all
    select 'transfer ' || transfer_id || ' sums to ' || sum(amount_fen) || ' in ' || coalesce(asset, 'no asset')
      from lines group by transfer_id, asset having sum(amount_fen) <> 0
    union all
    select 'entry ' || id || ' leads from ' || before_fen || ' by ' || amount_fen || ' to ' || balance_after_fen
      from lines where before_fen + amount_fen <> balance_after_fen
    union all
    select 'account ' || a.id || ' (' || a.owner || ' ' || a.kind || ') stores ' || a.balance_fen || ', its entries sum to ' || coalesce(s.total, 0)
        || ', its last says ' || coalesce(s.last_fen, 0)
      from ledger_accounts a
      left join (select account_id, sum(amount_fen) as total, max(balance_after_fen) filter (where from_last = 1) as last_fen from lines group by account_id) s
        on s.account_id = a.id
      where a.balance_fen <> coalesce(s.total, 0) or a.balance_fen <> coalesce(s.last_fen, 0)
    union all
    select 'account ' || a.id || ' (' || a.owner || ' ' || a.kind || ') is below its floor: ' || a.balance_fen
      from ledger_accounts a join kinds k on k.kind = a.kind where k.floor_fen is not null and a.balance_fen < k.floor_fen
    union all
    select 'credit of ' || owner || ' does not add up: ' || sum(balance_fen)
      from ledger_accounts where kind like 'credit%' group by owner having sum(balance_fen) <> 0
    union all
    select 'all ' || coalesce(k.asset, 'unknown') || ' sums to ' || sum(a.balance_fen)
      from ledger_accounts a left join kinds k on k.kind = a.kind group by k.asset having sum(a.balance_fen) <> 0`)
  return faults.map((row) => row.fault)
}
