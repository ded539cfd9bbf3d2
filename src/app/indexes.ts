import { bankLines } from '../money/prestore/match-actions.ts'
import { receivedMoney } from '../money/prestore/received-actions.ts'
import { campaigns } from '../money/coupons/campaign-actions.ts'
import { settlements } from '../billing/settlements/list-actions.ts'
import { invoices } from '../billing/invoices/list-actions.ts'
import { days } from '../money/books/day-actions.ts'
import { orders, ordersToVerify } from '../desk/order-page/list-actions.ts'
import { customers } from '../people/customers/list-actions.ts'
import type { AnyListed } from '../ground/lists/listed-actions.ts'

/** Every list of the console that is an index; saved views and exports work with these. */
export const lists: readonly AnyListed[] = [
  orders,
  ordersToVerify,
  customers,
  settlements,
  invoices,
  campaigns,
  bankLines,
  receivedMoney,
  days,
]

export const indexes = lists.map(({ index }) => index)
