import { refuse } from '../../platform/contract/refusal.ts'
import { runCheck } from '../../platform/book-check.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { actorIdOf, type Ctx, inTx } from '../../platform/http/ctx.ts'
import { bookChecks } from './book-checks.ts'
import { ledgerErrors } from './errors.ts'
import {
  type AccountKind,
  type AccountRef,
  accountKey,
  accountKinds,
  customerAccount,
  faultOf,
  type LaboratoryAccountKind,
  type Leg,
  type Posting,
  sameLegs,
} from './rules.ts'
import {
  type AccountRow,
  balancesRelation,
  balances,
  countMovements,
  countSteps,
  insertPosting,
  firstTransfer,
  incomeRelation,
  type KindMoves,
  laboratorySums,
  legsOfTransfer,
  lockAccounts,
  type MovementRow,
  movedInto,
  movements,
  movesByDayRelation,
  type NewEntry,
  openAccounts,
  stepsRelation,
  type StepSum,
  sumMoves,
  sumSteps,
} from './store.ts'

export interface Posted {
  transferId: number
  /** True when this step was posted before with the same legs; nothing was moved now. */
  repeated: boolean
}

/**
 * The only writer of the ledger. Opens accounts of customers as needed and locks them in the order of their ids, so that concurrent
 * postings wait instead of deadlocking (for several postings see `lockCustomers`); floors are checked under these locks. Accounts of the laboratory are not locked. Joins the caller's transaction. Refuses belowFloor, and differentPosting
 * for a step that was posted with other amounts.
 */
export async function post(ctx: Ctx, posting: Posting): Promise<Posted> {
  const fault = faultOf(posting)
  if (fault) throw new Error(`${fault}: ${JSON.stringify(posting)}`)
  return inTx(ctx, async ({ db }) => {
    const { kind, operation, memo, legs } = posting
    const accounts = await openAndLock(
      db,
      legs.map(({ account }) => account).filter(({ owner }) => owner !== 'laboratory'),
    )
    const shortage = shortageOf(accounts, legs)
    if (shortage) return repeatOf(db, posting, shortage)
    const transfer = {
      ...{ kind, operation, memo },
      businessId: String(posting.businessId),
      actorKind: ctx.actor.kind,
      actorId: actorIdOf(ctx.actor),
      at: ctx.clock.now(),
    }
    const entries = legs.map((leg) => entryFor(accounts, leg))
    const fresh = await insertPosting(db, transfer, entries)
    return fresh ? { transferId: fresh.id, repeated: false } : repeatOf(db, posting)
  })
}

/** The legs that a business step posted; undefined when it was not posted. */
export async function postedLegs(
  ctx: Ctx,
  step: Pick<Posting, 'kind' | 'businessId' | 'operation'>,
): Promise<Leg[] | undefined> {
  const rows = await legsOfTransfer(ctx.db, step.kind, String(step.businessId), step.operation)
  return rows.length === 0
    ? undefined
    : rows.map(({ owner, kind, amountFen }) => ({ account: { owner, kind }, amountFen }))
}

/**
 * The name of a step that can be taken back: `charge` at first, `charge.2` after it was taken back once. The caller holds the lock of an
 * account of that business, so that the answer stays valid.
 */
export async function openStep(ctx: Ctx, kind: string, businessId: number | string, step: string): Promise<string> {
  const takenBack = await countSteps(ctx.db, kind, String(businessId), `${step}.back`)
  return takenBack === 0 ? step : `${step}.${takenBack + 1}`
}

/** Posts the opposite of a step, so that the step can be posted again. Moves nothing where the step moved nothing. */
export async function takeBackStep(
  ctx: Ctx,
  kind: string,
  businessId: number | string,
  step: string,
  memo: string,
): Promise<void> {
  const operation = await openStep(ctx, kind, businessId, step)
  const legs = await postedLegs(ctx, { kind, businessId, operation })
  if (!legs) return
  const back = legs.map(({ account, amountFen }) => ({ account, amountFen: -amountFen, mayPassFloor: true }))
  const number = operation === step ? 1 : Number(operation.slice(step.length + 1))
  await post(ctx, { kind, businessId, operation: `${step}.back.${number}`, memo, legs: back })
}

/** Locks an account of a customer, opening it if necessary, and answers its balance, which stays valid until the transaction ends. */
export async function lockBalance(ctx: Ctx, account: AccountRef): Promise<number> {
  const accounts = await openAndLock(ctx.db, [account])
  return accounts.get(accountKey(account))?.balanceFen ?? 0
}

/**
 * Locks these customers in the order of their accounts. A transaction that posts for several customers, one after the other, calls it before
 * the first of these postings: two such transactions in opposite order then wait instead of deadlocking. One posting that names several customers does it by itself.
 */
export async function lockCustomers(ctx: Ctx, customerIds: readonly number[]): Promise<void> {
  const ids = [...new Set(customerIds)]
  await openAndLock(
    ctx.db,
    ids.map((id) => customerAccount(id, 'prestore')),
  )
}

/** The sum that all steps of one business hold in an account. Lock the account first when a decision depends on it. */
export function heldFor(
  ctx: Pick<Ctx, 'db'>,
  account: AccountRef,
  kind: string,
  businessId: number | string,
): Promise<number> {
  return movedInto(ctx.db, account, kind, String(businessId))
}

/** Balances of a customer's accounts; accounts that were never used are zero. */
export async function balancesOf(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<Record<AccountKind, number>> {
  const rows = await balances(ctx.db, `customer:${customerId}`)
  const all = Object.fromEntries(Object.keys(accountKinds).map((kind) => [kind, 0])) as Record<AccountKind, number>
  for (const row of rows) all[row.kind] = row.balanceFen
  return all
}

/** Balances of the laboratory's own accounts, summed from their entries: an expensive question for finance, not for a page of customers. */
export async function laboratoryBalances(ctx: Pick<Ctx, 'db'>): Promise<Record<LaboratoryAccountKind, number>> {
  const rows = await laboratorySums(ctx.db)
  return Object.fromEntries(rows.map(({ kind, balanceFen }) => [kind, balanceFen])) as Record<
    LaboratoryAccountKind,
    number
  >
}

/** Movements of one account of a customer, newest first; of all operations unless one is named. */
export async function movementsOf(
  ctx: Pick<Ctx, 'db'>,
  customerId: number,
  kind: AccountKind,
  { page, size, operation = '' }: { page: number; size: number; operation?: string },
): Promise<{ list: MovementRow[]; total: number; page: number; size: number }> {
  const account = customerAccount(customerId, kind)
  const list = await movements(ctx.db, account, size, (page - 1) * size, operation)
  return { list, total: await countMovements(ctx.db, account, operation), page, size }
}

/** Checks the whole ledger against its own invariants; the answer lists faults and is empty when the ledger is consistent. */
export async function verifyBooks(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const check of bookChecks) found.push(...(await runCheck(db, check, new Date(0))).faults)
  return found
}

/** For checks of other slices: the legs of all steps of one kind of business as a relation (business_id, operation, owner, account, amount_fen). */
export function stepsOf(kind: string): Sql {
  return stepsRelation(kind)
}

/** Sums of positive and of negative entries by kind of account in this time; null: from the beginning. */
export function movesBetween(ctx: Pick<Ctx, 'db'>, from: Date | null, until: Date): Promise<KindMoves[]> {
  return sumMoves(ctx.db, from, until)
}

/** Counts and sums of the steps with these names (`kind.operation`) in this time; names without a step are absent. */
export function stepsBetween(
  ctx: Pick<Ctx, 'db'>,
  names: readonly string[],
  from: Date,
  until: Date,
): Promise<StepSum[]> {
  return sumSteps(ctx.db, names, from, until)
}

/** When the first transfer was posted. */
export async function firstPosting(ctx: Pick<Ctx, 'db'>): Promise<Date | undefined> {
  return (await firstTransfer(ctx.db))?.at
}

/** For checks of other slices: the sums of every day as a relation (day, account, up_fen, down_fen). */
export function movesByDay(): Sql {
  return movesByDayRelation()
}

/** For figures of other slices: every entry of the account of income as a relation (entry_id, kind, business_id, at, amount_fen). */
export function incomeEntries(): Sql {
  return incomeRelation()
}

/** For checks of other slices: the stored balances of all customers as a relation (customer_id, balance_fen). */
export function storedBalances(kind: AccountKind): Sql {
  return balancesRelation(kind)
}

async function openAndLock(db: Db, refs: AccountRef[]): Promise<Map<string, AccountRow>> {
  if (refs.length === 0) return new Map()
  const owners = [...new Set(refs.map(({ owner }) => owner))]
  const lock = async () => new Map((await lockAccounts(db, owners)).map((row) => [accountKey(row), row]))
  const accounts = await lock()
  if (refs.every((ref) => accounts.has(accountKey(ref)))) return accounts
  await openAccounts(db, refs)
  return lock()
}

interface Shortage {
  account: AccountKind
  shortFen: number
}

/** The first account that these legs would take below its floor. */
function shortageOf(accounts: Map<string, AccountRow>, legs: readonly Leg[]): Shortage | undefined {
  for (const { account, amountFen, mayPassFloor = false } of legs) {
    const { floorFen, hardFloor } = accountKinds[account.kind]
    if (account.owner === 'laboratory' || floorFen === null || amountFen >= 0 || (mayPassFloor && !hardFloor)) continue
    const afterFen = balanceIn(accounts, account) + amountFen
    if (afterFen < floorFen) return { account: account.kind, shortFen: floorFen - afterFen }
  }
  return undefined
}

function entryFor(accounts: Map<string, AccountRow>, { account, amountFen }: Leg): NewEntry {
  if (account.owner === 'laboratory') return { ...account, amountFen, balanceAfterFen: null }
  return { ...account, amountFen, balanceAfterFen: balanceIn(accounts, account) + amountFen }
}

function balanceIn(accounts: Map<string, AccountRow>, account: AccountRef): number {
  const row = accounts.get(accountKey(account))
  if (!row) throw new Error(`account ${accountKey(account)} was not locked`)
  return row.balanceFen
}

/** The answer for a step that was posted before, which may have used what is missing for it now. */
async function repeatOf(db: Db, posting: Posting, shortage?: Shortage): Promise<Posted> {
  const rows = await legsOfTransfer(db, posting.kind, String(posting.businessId), posting.operation)
  if (!rows[0] && shortage) throw refuse(ledgerErrors.belowFloor, undefined, { ...shortage })
  const before = rows.map(({ owner, kind, amountFen }) => ({ account: { owner, kind }, amountFen }))
  if (!rows[0] || !sameLegs(before, posting.legs)) throw refuse(ledgerErrors.differentPosting)
  return { transferId: rows[0].transferId, repeated: true }
}
