import { mayAct } from '../../core/staff/rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { cardsOf, type LinkedList, linkedLists } from './card-rules.ts'
import { cardMakers } from './card-actions.ts'
import type { figuresRead } from './contract.ts'
import { figureErrors } from './errors.ts'
import { dailyFactsOfAll } from './fact-actions.ts'
import { type DayRange, dayPlus, daysBetween, MOST_DAYS, rangeBefore, type RangeKind, rangeOf } from './rules.ts'
import { filledUntil, sumsOf } from './store.ts'
import { sumsIn } from './sums-rules.ts'

/** The cards of the caller's role for a range of days, beside the range before it. */
export async function readFigures(ctx: Ctx<Staff>, asked: InputOf<typeof figuresRead>) {
  const now = ctx.clock.now()
  const range = askedRange(asked, shanghaiDate(now))
  const before = rangeBefore(asked.range, range)
  const filled = (await filledUntil(ctx.db)) ?? '2000-01-01'
  const sums = async ({ from, to }: DayRange) =>
    sumsIn(await sumsOf(ctx.db, { facts: dailyFactsOfAll, from, to: dayPlus(to, 1), filledUntil: filled, now }))
  const [current, former] = await Promise.all([sums(range), sums(before)])
  const board = {
    ctx,
    range,
    filled,
    now: current,
    before: former,
    link: (list: LinkedList, filters: Record<string, string>) =>
      mayAct(ctx.actor, linkedLists[list]) ? `${list}?${addressOf(filters)}` : null,
  }
  const cards = await Promise.all(cardsOf(ctx.actor).map((key) => cardMakers[key](board)))
  return { range, before, at: shanghaiTime(now), cards }
}

function askedRange({ range, from, to }: { range: RangeKind; from?: string; to?: string }, today: string): DayRange {
  if (range !== 'own') return rangeOf(range, today, { from: today, to: today })
  if (from === undefined || to === undefined) throw refuse(figureErrors.rangeMissing)
  if (from > to) throw refuse(figureErrors.rangeBackwards)
  if (to > today) throw refuse(figureErrors.rangeAhead)
  if (daysBetween({ from, to }) > MOST_DAYS) throw refuse(figureErrors.rangeTooLong)
  return { from, to }
}

/** As the list writes its own address, so that two dots and commas stay readable. */
function addressOf(filters: Record<string, string>): string {
  return new URLSearchParams(filters).toString().replaceAll('%2C', ',')
}
