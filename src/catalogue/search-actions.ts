import type { InputOf, OutputOf } from '../platform/contract/call.ts'
import type { Ctx } from '../platform/http/ctx.ts'
import { projectItemOf } from './actions.ts'
import type { deviceSearch, suggest } from './contract.ts'
import { listProjects, scopesOf } from './list-actions.ts'
import {
  aliasesOf,
  gramCounts,
  type ListedCard,
  mostCounted,
  searchPostings,
  walkGram,
  type Window,
} from './listing-store.ts'
import { normaliseText, type QueryToken, queryTokens, recheckText, searchPlan, tokenGrams } from './search-rules.ts'

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
  if (tokens.length > 0) return searchTokens(ctx, input, tokens, scopesOf(input), window)
  const listed = await listProjects(ctx, input, { ...window, after: cursorOf(input.after) })
  return answer(input, listed, false, listed.pagedByKey)
}

async function searchTokens(
  ctx: DbCtx,
  input: SearchInput,
  tokens: QueryToken[],
  scopes: string[],
  window: Window,
  most = mostCounted + 1,
): Promise<SearchOutput> {
  const grams = [...new Set(tokens.flatMap(tokenGrams))]
  const texts = tokens.map(recheckText).filter((text) => text !== undefined)
  const [only] = grams
  if (grams.length === 1 && only !== undefined && texts.length === 0 && scopes.length === 0 && window.sort === 'hot') {
    return answer(input, await walkGram(ctx.db, only, window.offset, window.limit), false)
  }
  const counts = await gramCounts(ctx.db, grams)
  if (counts.grams.size < grams.length) return answer(input, { total: 0, cards: [] }, false)
  const plan = searchPlan(input.kw, { ...counts, most })
  const found = await searchPostings(ctx.db, { ...plan, texts, scopes, most, window })
  return answer(input, found, true)
}

function cursorOf(after: string): { key: number; id: number } | undefined {
  const [key, id] = after.split('.').map(Number)
  return key === undefined || id === undefined ? undefined : { key, id }
}

function answer(
  input: SearchInput,
  found: { total: number; cards: ListedCard[] },
  counted: boolean,
  pagedByKey = false,
): SearchOutput {
  const last = found.cards.at(-1)
  return {
    list: found.cards.map(projectItemOf),
    total: counted ? Math.min(found.total, mostCounted) : found.total,
    totalIsCapped: counted && found.total > mostCounted,
    page: input.page,
    size: input.size,
    next: pagedByKey && last && found.cards.length === input.size ? `${last.sortKey}.${last.id}` : null,
  }
}

const mostSuggestions = 8
const mostRanked = 20

/** Names first that begin as typed, by name, alias or sound; the alias is told when the name does not show the match. */
export async function suggestProjects(ctx: DbCtx, kw: string): Promise<OutputOf<typeof suggest>> {
  const tokens = queryTokens(kw)
  if (tokens.length === 0) return []
  const input = { kw, tag: '', price: '', days: '', sort: 'hot', after: '', page: 1, size: mostRanked } as const
  // Nobody is told how many there are, so no more are looked for than are ranked.
  const window = { sort: 'hot', offset: 0, limit: mostRanked } as const
  const { list } = await searchTokens(ctx, input, tokens, [], window, mostRanked)
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
