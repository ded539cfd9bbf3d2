import { factsOfIncome } from '../../billing/settlements/income/income-actions.ts'
import { factsOfOrders } from '../../lab/orders/figures/figure-actions.ts'
import { factsOfUse } from '../../lab/reports/figure-actions.ts'
import type { DailyFacts } from '../../platform/db/daily-facts.ts'

/** Everything that is counted by day, each by the slice that has the records. */
export const dailyFactsOfAll: readonly DailyFacts[] = [...factsOfOrders, ...factsOfIncome, ...factsOfUse]

/** The fact with this name. */
export function factNamed(measure: string): DailyFacts {
  const facts = dailyFactsOfAll.find((each) => each.measure === measure)
  if (!facts) throw new Error(`no fact ${measure}`)
  return facts
}
