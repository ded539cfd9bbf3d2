import type { AnyIndex, Index, IndexQuery } from '../../platform/contract/index-list.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Counted } from '../../platform/db/bounded-count.ts'
import { keyPage } from '../../platform/db/index-page.ts'
import { allKeys, countRows, type IndexSource } from '../../platform/db/index-query.ts'
import { hitsOf } from '../../platform/db/index-search.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { mayAct } from '../staff/rules.ts'

/** An index with its rows. The call of its list and its export both read it through this. */
export interface Listed<Row> {
  index: Index<Row>
  source: (ctx: Ctx<Staff>) => IndexSource
  /** The rows of these keys in their order, as the call answers them. */
  rows: (ctx: Ctx<Staff>, keys: number[]) => Promise<Row[]>
}

// oxlint-disable-next-line typescript/no-explicit-any -- lists of every slice, whose rows only their own functions read
export type AnyListed = Listed<any>

export function listed<Row>(one: Listed<Row>): Listed<Row> {
  return one
}

/** One page of the list, with the number and the sums of all rows that match. */
export async function listPage<Row>(ctx: Ctx<Staff>, { index, source, rows }: Listed<Row>, query: IndexQuery) {
  const { keys, ...page } = await keyPage(ctx.db, allowed(ctx, index), source(ctx), query)
  return { ...page, list: await rows(ctx, keys), ids: keys, size: query.size ?? 20 }
}

/** How many rows match in each of these lists, as far as lists are counted. */
export function listTotals(
  ctx: Ctx<Staff>,
  wanted: readonly { list: AnyListed; query: IndexQuery }[],
): Promise<Counted[]> {
  const read = wanted.map(({ list: { index, source }, query }) => ({
    index: allowed(ctx, index),
    source: source(ctx),
    query,
  }))
  return countRows(ctx.db, read)
}

/** The keys of the whole list, at most so many; or of chosen rows, whether or not they still match the conditions. */
export function listKeys(
  ctx: Ctx<Staff>,
  { index, source }: AnyListed,
  query: IndexQuery,
  most: number,
  chosen: readonly number[] | null = null,
) {
  return allKeys(ctx.db, allowed(ctx, index), source(ctx), query, { most, chosen })
}

/** The first keys that match a word, in the order of the list. */
export async function firstKeys(
  ctx: Ctx<Staff>,
  { index, source }: AnyListed,
  kw: string,
  most: number,
): Promise<number[]> {
  // No tab of this name needs to exist: without one the whole list is searched.
  const query = { tab: 'all', kw, filters: {}, sort: index.sort }
  const whole = source(ctx)
  const find = (from: IndexSource) => allKeys(ctx.db, allowed(ctx, index), from, query, { most, chosen: null })
  const wide = await whole.wideSearch?.(kw)
  if (wide === undefined) return find(whole)
  const { match } = await hitsOf(ctx.db, index, whole, wide)
  return find({ ...whole, search: () => match })
}

/** The index, which this person may read. Refuses forbidden. */
export function allowed(ctx: Ctx<Staff>, index: AnyIndex): AnyIndex {
  if (!mayAct(ctx.actor, index.action)) throw refuse(commonErrors.forbidden)
  return index
}
