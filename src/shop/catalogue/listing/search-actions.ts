import type { InputOf, OutputOf } from '../../../platform/contract/call.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { projectItemOf } from '../actions.ts'
import type { deviceSearch, suggest } from '../contract.ts'
import { listProjects, scopesOf } from './list-actions.ts'
import {
  asCards,
  asSuggestions,
  gramCounts,
  type ListedCard,
  mostCounted,
  type Reading,
  searchPostings,
  walkGram,
  type Window,
} from './listing-store.ts'
import {
  normaliseText,
  type QueryToken,
  queryTokens,
  recheckText,
  searchPlan,
  tokenGrams,
} from '../../search/search-rules.ts'

type DbCtx = Pick<Ctx, 'db'>
type SearchInput = InputOf<typeof deviceSearch>
type SearchOutput = OutputOf<typeof deviceSearch>

/** Lists projects, or searches them when there are search words; at most two statements in both cases. */
export async function searchProjects(ctx: DbCtx, input: SearchInput): Promise<SearchOutput> {
  const window: Window = {
    sort: input.sort,
    offset: (input.page - 1) * input.size,
    limit: input.size,
    after: undefined,
  }
  const tokens = queryTokens(input.kw)
  // Text without letters and digits, such as 「%」, matches no name.
  if (tokens.length === 0 && input.kw.trim() !== '') return answer(input, { total: 0, cards: [] }, false)
  if (tokens.length > 0) {
    const question = { kw: input.kw, tokens, scopes: scopesOf(input), most: mostCounted + 1, window }
    const found = await searchTokens(ctx, question, asCards)
    return answer(input, found, found.counted)
  }
  const listed = await listProjects(ctx, input, { ...window, after: cursorOf(input.after) })
  return answer(input, listed, false, listed.pagedByKey)
}

type TokenQuestion = { kw: string; tokens: QueryToken[]; scopes: string[]; most: number; window: Window }

/** `counted` is true when the total was counted up to `most`, and false when it comes from a counter. */
async function searchTokens<T extends { id: number }>(
  ctx: DbCtx,
  { kw, tokens, scopes, most, window }: TokenQuestion,
  reading: Reading<T>,
): Promise<{ total: number; cards: T[]; counted: boolean }> {
  const grams = [...new Set(tokens.flatMap(tokenGrams))]
  const texts = tokens.map(recheckText).filter((text) => text !== undefined)
  const [only] = grams
  if (grams.length === 1 && only !== undefined && texts.length === 0 && scopes.length === 0 && window.sort === 'hot')
    return { ...(await walkGram(ctx.db, only, window, reading)), counted: false }
  const counts = await gramCounts(ctx.db, grams)
  if (counts.size < grams.length) return { total: 0, cards: [], counted: false }
  const plan = searchPlan(kw, counts)
  const found = await searchPostings(ctx.db, { ...plan, texts, scopes, most, window }, reading)
  return { ...found, counted: true }
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

/** Suggests projects, first those whose name, alias or pinyin begins with the typed text. The alias is included when the name does not show the match. */
export async function suggestProjects(ctx: DbCtx, kw: string): Promise<OutputOf<typeof suggest>> {
  const tokens = queryTokens(kw)
  if (tokens.length === 0) return []
  // The total is not shown, so only as many are searched for as are ranked.
  const window = { sort: 'hot', offset: 0, limit: mostRanked } as const
  const { cards } = await searchTokens(ctx, { kw, tokens, scopes: [], most: mostRanked, window }, asSuggestions)
  const wanted = normaliseText(kw)
  const ranked = cards.map(({ id: rid, name, aliases }) => {
    const plainName = normaliseText(name)
    const plainAliases = aliases.map(normaliseText)
    const match = plainName.includes(wanted) ? undefined : aliases.find((_, n) => plainAliases[n]?.includes(wanted))
    return { rid, name, match: match ?? '', exact: plainName === wanted || plainAliases.includes(wanted) }
  })
  ranked.sort((left, right) => Number(right.exact) - Number(left.exact))
  return ranked.slice(0, mostSuggestions).map(({ rid, name, match }) => ({ rid, name, match }))
}
