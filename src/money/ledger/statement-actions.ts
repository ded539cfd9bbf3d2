import type { Ctx } from '../../platform/http/ctx.ts'
import type { AccountKind } from './rules.ts'
import { balancesBefore, customersMoved, entriesBetween, type StatementEntry } from './statement-store.ts'

export type { StatementEntry } from './statement-store.ts'

// The ledger as a customer reads it: what stood in the accounts, and what moved.

type Reader = Pick<Ctx, 'db'>

export function entriesOf(
  { db }: Reader,
  customerId: number,
  { from, until }: { from: Date; until: Date },
): Promise<StatementEntry[]> {
  return entriesBetween(db, customerId, from, until)
}

export async function standBefore({ db }: Reader, customerId: number, at: Date): Promise<Map<AccountKind, number>> {
  return new Map((await balancesBefore(db, customerId, at)).map(({ account, fen }) => [account, fen]))
}

export async function customersWithMoves({ db }: Reader, from: Date, until: Date): Promise<number[]> {
  return (await customersMoved(db, from, until)).map(({ id }) => id)
}
