import type { Ctx } from '../../../platform/http/ctx.ts'
import { returnsOf } from '../../samples/actions.ts'
import type { ClockName } from './clock-contract.ts'
import { type MonthRow, promisesByMonth } from './clock-store.ts'
import { promiseFacts } from '../figures/figure-store.ts'

export type { MonthRow }

/** How each promise was kept, by the month in which it was due. */
export async function clocksSince({ db, clock }: Pick<Ctx, 'db' | 'clock'>, since: Date) {
  const now = clock.now()
  const facts = promiseFacts(returnsOf)
  const of = (name: ClockName) => promisesByMonth(db, facts[name], since, now)
  const [call, data, promisedDay, returned] = await Promise.all([
    of('call'),
    of('data'),
    of('promisedDay'),
    of('returned'),
  ])
  return { call, data, promisedDay, returned }
}
