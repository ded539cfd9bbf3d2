import type { Ctx } from '../../platform/http/ctx.ts'
import { countOpenPlans } from './store.ts'

/** Customers with projects in their plan that were added in this time and are not ordered. */
export function openPlans({ db }: Pick<Ctx, 'db'>, from: Date, to: Date): Promise<number> {
  return countOpenPlans(db, from, to)
}
