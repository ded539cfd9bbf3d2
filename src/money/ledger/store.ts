import type { Db } from '../../platform/db/db.ts'
import { anyText, json, type Sql, sql } from '../../platform/db/sql.ts'
import {
  type AccountKind,
  type AccountOwner,
  type AccountRef,
  accountKinds,
  type LaboratoryAccountKind,
} from './rules.ts'

export interface AccountRow {
  id: number
  owner: AccountOwner
  kind: AccountKind
  balanceFen: number
}

/**
 * All accounts of these owners, locked in the order of their ids: two transactions with the same customer wait for each other at its first
 * account and never deadlock.
 */
export function lockAccounts(db: Db, owners: readonly AccountOwner[]): Promise<AccountRow[]> {
  return db.rows(sql`
    select id, owner, kind, balance_fen from ledger_accounts where owner = ${anyText(owners)} order by id for update`)
}

/** Opens the missing accounts, always in the same order, so that two transactions that open the same ones do not deadlock. */
export async function openAccounts(db: Db, refs: AccountRef[]): Promise<void> {
  const rows = refs.map((ref) => ({
    ...ref,
    floor_fen: accountKinds[ref.kind].hardFloor ? accountKinds[ref.kind].floorFen : null,
  }))
  await db.run(sql`
    insert into ledger_accounts (owner, kind, floor_fen)
    select owner, kind, floor_fen from jsonb_to_recordset(${json(rows)}::jsonb) as wanted (owner text, kind text, floor_fen bigint)
    order by owner, kind
    on conflict (owner, kind) do nothing`)
}

export interface NewTransfer {
  kind: string
  businessId: string
  operation: string
  memo: string
  actorKind: string
  actorId: number | null
  at: Date
}

export interface NewEntry {
  owner: AccountOwner
  kind: AccountKind
  amountFen: number
  /** Null for accounts of the laboratory, whose rows are neither locked nor written. */
  balanceAfterFen: number | null
}

/**
 * Writes a transfer, its entries and the new balances in one statement. Undefined, and nothing is written, when this business step was posted
 * before; waits for one that is being posted.
 */
export function insertPosting(
  db: Db,
  transfer: NewTransfer,
  entries: readonly NewEntry[],
): Promise<{ id: number } | undefined> {
  const rows = entries.map(({ amountFen, balanceAfterFen, ...of }) => ({
    ...of,
    amount_fen: amountFen,
    balance_after_fen: balanceAfterFen,
  }))
  return db.row(sql`
    with transfer as (
        insert into ledger_transfers (kind, business_id, operation, memo, actor_kind, actor_id, at)
        values (${transfer.kind}, ${transfer.businessId}, ${transfer.operation}, ${transfer.memo}, ${transfer.actorKind}, ${transfer.actorId}, ${transfer.at})
        on conflict (kind, business_id, operation) do nothing returning id),
      rows as (
        select transfer.id as transfer_id, a.id, r.amount_fen, r.balance_after_fen
        from transfer, jsonb_to_recordset(${json(rows)}::jsonb) as r (owner text, kind text, amount_fen bigint, balance_after_fen bigint)
        join ledger_accounts a on a.owner = r.owner and a.kind = r.kind),
      written as (
        insert into ledger_entries (transfer_id, account_id, amount_fen, balance_after_fen)
        select transfer_id, id, amount_fen, balance_after_fen from rows order by id),
      updated as (
        update ledger_accounts a set balance_fen = rows.balance_after_fen from rows
        where a.id = rows.id and rows.balance_after_fen is not null)
    select id from transfer`)
}

/** Sums of the laboratory's own accounts. */
export function laboratorySums(db: Db): Promise<{ kind: LaboratoryAccountKind; balanceFen: number }[]> {
  return db.rows(sql`
    select a.kind, coalesce(sum(e.amount_fen), 0)::bigint as balance_fen
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id where a.owner = 'laboratory' group by a.kind`)
}

/** The legs of all steps of one kind of business as a relation: business_id, operation, owner, account, amount_fen. */
export function stepsRelation(kind: string): Sql {
  return sql`(
    select t.business_id, t.operation, a.owner, a.kind as account, e.amount_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.kind = ${kind})`
}

/** The stored balances of one kind of account as a relation: customer_id, balance_fen. */
export function balancesRelation(kind: AccountKind): Sql {
  return sql`(
    select substr(owner, 10)::bigint as customer_id, balance_fen from ledger_accounts where kind = ${kind} and starts_with(owner, 'customer:'))`
}

export interface TransferLegRow {
  transferId: number
  owner: AccountOwner
  kind: AccountKind
  amountFen: number
}

export function legsOfTransfer(db: Db, kind: string, businessId: string, operation: string): Promise<TransferLegRow[]> {
  return db.rows(sql`
    select t.id as transfer_id, a.owner, a.kind, e.amount_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.kind = ${kind} and t.business_id = ${businessId} and t.operation = ${operation}`)
}

/** How many steps of one business have a name with this beginning. */
export async function countSteps(db: Db, kind: string, businessId: string, beginning: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from ledger_transfers
    where kind = ${kind} and business_id = ${businessId} and starts_with(operation, ${beginning})`)
  return count
}

/** The sum that all steps of one business have moved into an account so far. */
export async function movedInto(db: Db, account: AccountRef, kind: string, businessId: string): Promise<number> {
  const { sum } = await db.one<{ sum: number }>(sql`
    select coalesce(sum(e.amount_fen), 0)::bigint as sum
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.kind = ${kind} and t.business_id = ${businessId} and a.owner = ${account.owner} and a.kind = ${account.kind}`)
  return sum
}

export function balances(db: Db, owner: AccountOwner): Promise<{ kind: AccountKind; balanceFen: number }[]> {
  return db.rows(sql`select kind, balance_fen from ledger_accounts where owner = ${owner}`)
}

export interface MovementRow {
  id: number
  at: Date
  kind: string
  operation: string
  businessId: string
  memo: string
  amountFen: number
  balanceAfterFen: number
}

/** Of all operations, or of one. */
export function movements(
  db: Db,
  account: AccountRef,
  size: number,
  offset: number,
  operation = '',
): Promise<MovementRow[]> {
  return db.rows(sql`
    select e.id, t.at, t.kind, t.operation, t.business_id, t.memo, e.amount_fen, e.balance_after_fen
    from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    where a.owner = ${account.owner} and a.kind = ${account.kind} and (${operation} = '' or t.operation = ${operation})
    order by e.id desc limit ${size} offset ${offset}`)
}

export async function countMovements(db: Db, account: AccountRef, operation = ''): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    where a.owner = ${account.owner} and a.kind = ${account.kind} and (${operation} = '' or t.operation = ${operation})`)
  return count
}

export interface KindMoves {
  kind: AccountKind
  upFen: number
  downFen: number
}

/** Sums of positive and of negative entries by kind of account, of transfers in this time; null: from the beginning. */
export function sumMoves(db: Db, from: Date | null, until: Date): Promise<KindMoves[]> {
  return db.rows(sql`
    select a.kind, coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint as up_fen,
      coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint as down_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where t.at >= coalesce(${from}::timestamptz, '-infinity') and t.at < ${until} group by a.kind`)
}

export interface StepSum {
  kind: string
  operation: string
  count: number
  amountFen: number
}

/** How many steps with one of these names were posted in this time, and what they moved; names without a step are absent. */
export function sumSteps(db: Db, names: readonly string[], from: Date, until: Date): Promise<StepSum[]> {
  return db.rows(sql`
    select t.kind, t.operation, count(distinct t.id) as count, coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint as amount_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.at >= ${from} and t.at < ${until} and t.kind || '.' || t.operation = any(${names}::text[]) group by t.kind, t.operation`)
}

export function firstTransfer(db: Db): Promise<{ at: Date } | undefined> {
  return db.row(sql`select at from ledger_transfers order by at limit 1`)
}

/** The same sums by day in Shanghai as a relation: day, account, up_fen, down_fen. */
export function movesByDayRelation(): Sql {
  return sql`(
    select (t.at at time zone 'Asia/Shanghai')::date as day, a.kind as account,
      coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0) as up_fen,
      coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0) as down_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id group by 1, 2)`
}

/** What came into the account of income, and what went out of it, as a relation: entry_id, kind, business_id, at, amount_fen. */
export function incomeRelation(): Sql {
  return sql`(
    select e.id as entry_id, t.kind, t.business_id, t.at, e.amount_fen
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
    where a.owner = 'laboratory' and a.kind = 'income')`
}
