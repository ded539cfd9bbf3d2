import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { orderDay, orderDayAgain } from '../../lab/orders/figures/figure-actions.ts'
import { dailyFactsOfAll } from './fact-actions.ts'
import { dayPlus } from './rules.ts'
import { filledUntil, lockFill, rewriteDays, setFilled } from './store.ts'

/** Before the first order of any laboratory. */
const FIRST_DAY = '2000-01-01'
/** Work that is entered late and samples that go back late change days up to so long ago. */
const DAYS_AGAIN = 100

/** Counts the days that are over and not kept yet, and the last hundred again. May run at any time, and again. */
export async function fillDays(ctx: Ctx): Promise<void> {
  const today = shanghaiDate(ctx.clock.now())
  await inTx(ctx, async ({ db, clock }) => {
    const filled = await lockFill(db, FIRST_DAY)
    const again = dayPlus(today, -DAYS_AGAIN)
    const from = filled < again ? filled : again
    for (const facts of dailyFactsOfAll) await rewriteDays(db, facts, { from, to: today }, clock.now())
    await setFilled(db, today)
  })
}

/** An order left its promises, or is measured again: its days from the one on which it was placed are counted again. */
export async function recountOrder(ctx: Ctx, orderId: number): Promise<void> {
  await recountFrom(ctx, await orderDay(ctx, orderId))
}

/** The same for an order that is received or delivered once more; the first time changes only the day of today. */
export async function recountAgain(ctx: Ctx, orderId: number): Promise<void> {
  await recountFrom(ctx, await orderDayAgain(ctx, orderId))
}

async function recountFrom(ctx: Ctx, from: string | undefined): Promise<void> {
  const filled = await filledUntil(ctx.db)
  if (filled === undefined || from === undefined || from >= filled) return
  await inTx(ctx, async ({ db, clock }) => {
    const to = await lockFill(db, FIRST_DAY)
    for (const facts of dailyFactsOfAll.filter(({ fixed }) => !fixed))
      await rewriteDays(db, facts, { from, to }, clock.now())
  })
}
