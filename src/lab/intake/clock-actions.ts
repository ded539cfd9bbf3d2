import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { clocksSince, type MonthRow } from '../orders/promises/clock-actions.ts'

const MONTHS = 12

/** How each promise was kept in the last twelve months, the newest first. Months without anything due are left out. */
export async function promiseRecords(ctx: Ctx<Staff>) {
  const since = firstOfMonth(ctx.clock.now(), MONTHS - 1)
  const clocks = await clocksSince(ctx, since)
  const months = [...new Set(Object.values(clocks).flatMap((rows) => rows.map(({ month }) => month)))]
  const of = (rows: readonly MonthRow[], month: string) => {
    const { due = 0, kept = 0 } = rows.find((row) => row.month === month) ?? {}
    return { due, kept }
  }
  return {
    months: months
      .toSorted()
      .toReversed()
      .map((month) => ({
        month,
        call: of(clocks.call, month),
        data: of(clocks.data, month),
        promisedDay: of(clocks.promisedDay, month),
        returned: of(clocks.returned, month),
      })),
  }
}

/** Midnight in Shanghai of the first day of the month, so many months ago. */
function firstOfMonth(now: Date, monthsAgo: number): Date {
  const [year = 0, month = 1] = shanghaiDate(now).split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - monthsAgo, 1))
  return fromShanghai(first.toISOString().slice(0, 10))
}
