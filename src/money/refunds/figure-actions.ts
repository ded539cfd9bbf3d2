import type { Sql } from '../../platform/db/sql.ts'
import { balanceRefundsRelation } from './store.ts'

/** For figures of other slices: the refunds to balances as a relation (id, order_no). */
export function balanceRefunds(): Sql {
  return balanceRefundsRelation()
}
