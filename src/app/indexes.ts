import { settlements } from '../billing/settlements/list-actions.ts'
import { invoices } from '../billing/invoices/list-actions.ts'
import type { AnyListed } from '../ground/lists/listed-actions.ts'

/** Every list of the console that is an index; saved views and exports work with these. */
export const lists: readonly AnyListed[] = [settlements, invoices]

export const indexes = lists.map(({ index }) => index)
