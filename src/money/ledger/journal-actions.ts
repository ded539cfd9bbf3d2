import type { Ctx } from '../../platform/http/ctx.ts'
import { type DailyMove, movesByDay, movesByPosting, type PostingMove } from './journal-store.ts'

// The ledger as an accountant reads it: money only, without credit and points, which are promises and not money.

type Reader = Pick<Ctx, 'db'>

/** Both directions of each account on each day in Shanghai, by day. */
export function dailyMoves({ db }: Reader, from: Date, until: Date): Promise<DailyMove[]> {
  return movesByDay(db, from, until)
}

/** Every entry, posting by posting; at most `most`. */
export function postingMoves({ db }: Reader, from: Date, until: Date, most: number): Promise<PostingMove[]> {
  return movesByPosting(db, from, until, most)
}
