import type { InputOf, OutputOf } from '../platform/contract/call.ts'
import type { Ctx } from '../platform/http/ctx.ts'
import { projectItemOf } from './actions.ts'
import type { deviceSearch, suggest } from './contract.ts'
import { daysScope, priceScope } from './filter-rules.ts'
import {
  aliasesOf,
  gramCounts,
  type ListedCard,
  listSeveral,
  listScope,
  mostCounted,
  scopeCounts,
  searchPostings,
  walkGram,
  type Window,
} from './listing-store.ts'
import { normaliseText, type QueryToken, queryTokens, recheckText, tokenGrams } from './search-rules.ts'

type DbCtx = Pick<Ctx, 'db'>
type SearchInput = InputOf<typeof deviceSearch>
type SearchOutput = OutputOf<typeof deviceSearch>

/** A list when nothing is searched for, else a search; at most two statements either way. */
export async function searchProjects(ctx: DbCtx, input: SearchInput): Promise<SearchOutput> {
  const window: Window = {
    sort: input.sort,
    offset: (input.page - 1) * input.size,
    limit: input.size,
    after: undefined,
  }
  const tokens = queryTokens(input.kw)
  // Text without a letter or digit, such as 「%」, is in no name.
  if (tokens.length === 0 && input.kw.trim() !== '') return answer(input, { total: 0, cards: [] }, false)
  const scopes = scopesOf(input)
  if (tokens.length > 0) return searchTokens(ctx, input, tokens, scopes, window)
  const [scope = 'all'] = scopes
  if (scopes.length > 1) {
    const counts = await scopeCounts(ctx.db, scopes)
    // The smallest list is walked, whichever it is: a rare tag in a large category and the other way round.
    const [walked = '', ...others] = scopes.sort((left, right) => (counts.get(left) ?? 0) - (counts.get(right) ?? 0))
    return answer(input, await listSeveral(ctx.db, walked, others, window), true)
  }
  const after = cursorOf(input.after)
  return answer(input, await listScope(ctx.db, scope, { ...window, ...(after ? { after, offset: 0 } : {}) }), false)
}

async function searchTokens(
  ctx: DbCtx,
  input: SearchInput,
  tokens: QueryToken[],
  scopes: string[],
  window: Window,
): Promise<SearchOutput> {
  const grams = [...new Set(tokens.flatMap(tokenGrams))]
  const texts = tokens.map(recheckText).filter((text) => text !== undefined)
  const [only] = grams
  if (grams.length === 1 && only !== undefined && texts.length === 0 && scopes.length === 0 && window.sort === 'hot') {
    return answer(input, await walkGram(ctx.db, only, window.offset, window.limit), false)
  }
  const counts = await gramCounts(ctx.db, grams)
  if (counts.size < grams.length) return answer(input, { total: 0, cards: [] }, false)
  // The rarest gram is walked: the others only have to be looked up for its few projects.
  const [gram = '', ...others] = grams.sort((left, right) => (counts.get(left) ?? 0) - (counts.get(right) ?? 0))
  return answer(input, await searchPostings(ctx.db, { gram, grams: others, texts, scopes, window }), true)
}

/** The narrowest list of the tree, and one for every filter. */
function scopesOf(input: SearchInput): string[] {
  const node = input.childId ?? input.typeId
  const tag = normaliseText(input.tag)
  return [
    ...(node === undefined ? [] : [`n${node}`]),
    ...(tag === '' ? [] : [tagScope(tag)]),
    ...(input.price === '' ? [] : [priceScope(input.price)]),
    ...(input.days === '' ? [] : [daysScope(input.days)]),
  ]
}

export function tagScope(tag: string): string {
  return `g${normaliseText(tag)}`
}

function cursorOf(after: string): { key: number; id: number } | undefined {
  const [key, id] = after.split('.').map(Number)
  return key === undefined || id === undefined ? undefined : { key, id }
}

function answer(input: SearchInput, found: { total: number; cards: ListedCard[] }, counted: boolean): SearchOutput {
  const last = found.cards.at(-1)
  const listed = input.kw === '' && !counted
  return {
    list: found.cards.map(projectItemOf),
    total: counted ? Math.min(found.total, mostCounted) : found.total,
    totalIsCapped: counted && found.total > mostCounted,
    page: input.page,
    size: input.size,
    next: listed && last && found.cards.length === input.size ? `${last.sortKey}.${last.id}` : null,
  }
}

const mostSuggestions = 8

/** Names first that begin as typed, by name, alias or sound; the alias is told when the name does not show the match. */
export async function suggestProjects(ctx: DbCtx, kw: string): Promise<OutputOf<typeof suggest>> {
  const tokens = queryTokens(kw)
  if (tokens.length === 0) return []
  const page = { kw, tag: '', price: '', days: '', sort: 'hot', after: '', page: 1, size: 20 } as const
  const { list } = await searchProjects(ctx, { ...page, typeId: undefined, childId: undefined })
  if (list.length === 0) return []
  const aliases = new Map(
    (
      await aliasesOf(
        ctx.db,
        list.map((item) => item.rid),
      )
    ).map((row) => [row.id, row.aliases]),
  )
  const wanted = normaliseText(kw)
  const ranked = list.map((item) => {
    const others = aliases.get(item.rid) ?? []
    const inName = normaliseText(item.name).includes(wanted)
    const exact = [item.name, ...others].some((text) => normaliseText(text) === wanted)
    const match = inName ? '' : (others.find((alias) => normaliseText(alias).includes(wanted)) ?? '')
    return { rid: item.rid, name: item.name, match, exact }
  })
  ranked.sort((left, right) => Number(right.exact) - Number(left.exact))
  return ranked.slice(0, mostSuggestions).map(({ rid, name, match }) => ({ rid, name, match }))
}
