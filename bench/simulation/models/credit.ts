import { creditApplyOperate } from '../../../src/money/credit/contract.ts'
import type { Database } from '../../../src/platform/db/db.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import type { Person } from '../base.ts'
import type { World } from '../world.ts'

/** The limits of credit that were there when the run began or were acknowledged to finance since. */
export class CreditBook {
  readonly limits = new Map<number, number>()
  /** What the first of two persons granted. */
  readonly proposed = new Map<number, number>()

  async read(db: Database): Promise<void> {
    const rows = await db.rows<{ accountId: number; fen: number }>(sql`
      select substr(owner, 10)::bigint as account_id, -balance_fen as fen from ledger_accounts
      where kind = 'credit_limit' and owner <> 'laboratory' order by 1`)
    for (const { accountId, fen } of rows) this.limits.set(accountId, fen)
  }
}

interface Position {
  accountId: number
  heldFen: number
  usedFen: number
  overdue: boolean
}

/**
 * The formula of the design: available = limit − held estimates − unsettled − unpaid. Orders of institutes hold what was agreed until their final amount is
 * fixed, then the amount is owed until it is paid, by whoever took the debt over.
 */
function positions({ database, now }: World): Promise<Position[]> {
  return database.rows(sql`
    with held as (
      select payer_id as account_id, sum(greatest(coalesce(quote_fen, estimate_fen) + retest_fee_fen - reduction_fen - discount_fen, 0)) as fen from orders
      where customer_group = 'institute' and final_fen is null and stage not in ('quoting', 'quoted', 'cancelled', 'rejected') group by payer_id),
    owed as (
      select owed_by as account_id, sum(amount_fen) filter (where kind = 'credit' or owed_by <> customer_id) as fen, bool_or(due_at < ${now}) as overdue
      from settlement_rows where paid_at is null group by owed_by)
    select coalesce(h.account_id, o.account_id) as account_id, coalesce(h.fen, 0)::bigint as held_fen, coalesce(o.fen, 0)::bigint as used_fen,
      coalesce(o.overdue, false) as overdue
    from held h full join owed o on o.account_id = h.account_id`)
}

/** Who reads the credit of which account: everybody the own, the owner that of the group. */
function readers({ model }: World): { accountId: number; as: Person; headers: Record<string, string>; name: string }[] {
  const { group, factors } = model
  const own = model.people.map((as) => ({ accountId: as.id, as, headers: {}, name: as.name }))
  if (!group.owner || factors.lacks(group.owner.id)) return own
  return [
    ...own,
    { accountId: group.accountId, as: group.owner, headers: { account: group.groupNo }, name: 'the group' },
  ]
}

/** Everybody reads the credit that follows from the acknowledged limit and from what the orders hold and owe. */
export async function creditIsRight(world: World): Promise<string | undefined> {
  const found = new Map((await positions(world)).map((each) => [each.accountId, each]))
  for (const { accountId, as, headers, name } of readers(world)) {
    const { credit, overdue } = await world.app.call(creditApplyOperate, { op: 'info' }, { as, headers })
    const limitFen = world.model.credit.limits.get(accountId) ?? 0
    const { heldFen = 0, usedFen = 0, overdue: late = false } = found.get(accountId) ?? {}
    const availableFen = limitFen - heldFen - usedFen
    const wanted = [limitFen, heldFen, usedFen, availableFen].join(', ')
    const read = [credit.limitFen, credit.heldFen, credit.usedFen, credit.availableFen].join(', ')
    if (read !== wanted) return `${name} reads ${read} of limit, held, used and available credit, instead of ${wanted}`
    if (overdue !== late) return `${name} reads that debts are ${overdue ? '' : 'not '}overdue`
  }
  return undefined
}

/** What is wrong with credit that was just taken by an account: more than there was, or while something is overdue. */
export async function creditFault(world: World, accountId: number): Promise<string | undefined> {
  const {
    heldFen = 0,
    usedFen = 0,
    overdue = false,
  } = (await positions(world)).find((each) => each.accountId === accountId) ?? {}
  const availableFen = (world.model.credit.limits.get(accountId) ?? 0) - heldFen - usedFen
  if (availableFen < 0) return `account ${accountId} took credit beyond its limit by ${-availableFen}`
  return overdue ? `account ${accountId} took credit with an overdue debt` : undefined
}
