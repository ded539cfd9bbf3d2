import type { Ctx } from '../../platform/http/ctx.ts'
import { callsByMonth, dataByMonth, type MonthRow, promisedByMonth, returnsDue } from './clock-store.ts'

export type { MonthRow }
type Reader = Pick<Ctx, 'db' | 'clock'>

/** How the promises about calls and data were kept, by month. */
export async function clocksSince({ db, clock }: Reader, since: Date) {
  const now = clock.now()
  const [call, data, promisedDay] = await Promise.all([
    callsByMonth(db, since, now),
    dataByMonth(db, since, now),
    promisedByMonth(db, since, now),
  ])
  return { call, data, promisedDay }
}

/** Orders whose samples were to be sent back since. */
export function returnsDueSince({ db }: Pick<Ctx, 'db'>, since: Date) {
  return returnsDue(db, since)
}
