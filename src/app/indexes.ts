import { bankLines } from '../money/prestore/match-actions.ts'
import { receivedMoney } from '../money/prestore/received-actions.ts'
import { campaigns } from '../money/coupons/campaign-actions.ts'
import { settlements } from '../billing/settlements/list-actions.ts'
import { invoices } from '../billing/invoices/list-actions.ts'
import { days } from '../money/books/day-actions.ts'
import { groups } from '../people/groups/staff-actions.ts'
import type { AnyListed } from '../ground/lists/listed-actions.ts'

/** Every list of the console that is an index; saved views and exports work with these. */
export const lists: readonly AnyListed[] = [settlements, invoices, campaigns, bankLines, receivedMoney, days, groups]

export const indexes = lists.map(({ index }) => index)
