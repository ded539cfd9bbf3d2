import { sql } from '../../../src/platform/db/sql.ts'
import type { World } from '../world.ts'

/** Withdrawals that finance made for customers, as they were acknowledged. */
export class PayoutBook {
  readonly made = new Map<number, { accountId: number; amountFen: number; by: number }>()
}

/** Withdrawals hold what they are about to pay, one that finance made is as it was acknowledged, and nobody confirms the own proposal. */
export async function payoutsAreHeld({ model, database }: World): Promise<string | undefined> {
  const rows = await database.rows<{ id: number; customerId: number; amountFen: number; madeBy: number }>(sql`
    select id, customer_id, amount_fen, made_by from withdrawals where made_by is not null order by id`)
  const known = model.payouts.made
  for (const { id, customerId, amountFen, madeBy } of rows) {
    const { accountId, amountFen: wanted, by } = known.get(id) ?? {}
    if (customerId !== accountId || amountFen !== wanted || madeBy !== by)
      return `withdrawal ${id} of ${amountFen} for ${customerId} was acknowledged as ${wanted} for ${accountId}`
  }
  if (rows.length !== known.size) return `${known.size} withdrawals were made by finance, there are ${rows.length}`
  const alone = await database.row<{ id: number }>(
    sql`select id from withdrawals where proposed_by is not null and proposed_by = approved_by limit 1`,
  )
  if (alone) return `withdrawal ${alone.id} was approved twice by one person`
  const wrong = await database.row<{ owner: string; heldFen: number; openFen: number }>(sql`
    with open as (
      select 'customer:' || customer_id as owner, sum(amount_fen)::bigint as fen from withdrawals
      where stage in ('pending', 'checking', 'approved') group by 1),
    held as (
      select a.owner, sum(e.amount_fen)::bigint as fen from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.kind = 'withdraw_held' group by 1)
    select coalesce(o.owner, h.owner) as owner, coalesce(h.fen, 0) as held_fen, coalesce(o.fen, 0) as open_fen
    from open o full join held h on h.owner = o.owner where coalesce(h.fen, 0) <> coalesce(o.fen, 0) limit 1`)
  return wrong && `${wrong.owner} holds ${wrong.heldFen} for withdrawals of ${wrong.openFen}`
}

/** What lies on the balance of an account, by its entries. */
export async function balanceOf({ database }: World, accountId: number): Promise<number> {
  const { fen } = await database.one<{ fen: number }>(sql`
    select coalesce(sum(e.amount_fen), 0)::bigint as fen from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.owner = ${`customer:${accountId}`} and a.kind = 'prestore'`)
  return fen
}
