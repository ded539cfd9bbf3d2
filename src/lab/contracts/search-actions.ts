import type { Related } from '../../platform/db/related.ts'
import { ordersByContract } from './store.ts'

/** Orders with a contract whose number matches. */
export function ordersOfContracts(typed: string): Related {
  return ordersByContract(typed)
}
