import type { Ctx } from '../../../platform/http/ctx.ts'
import { correction, type Term, termsOf } from './correction-rules.ts'
import { gramCounts, wantedNames } from './listing-store.ts'
import { syllablesOf } from '../publish-actions.ts'
import { queryTokens, tokenGrams } from '../../search/search-rules.ts'

/** In a large catalogue only the most ordered projects are used for corrections. */
const mostNames = 2000
const KEPT_SECONDS = 600

/** The search with each unknown word replaced by the word probably meant, or left out; empty when nothing changes or nothing is left. */
export async function correctedWords(ctx: Pick<Ctx, 'db' | 'cache' | 'clock'>, kw: string): Promise<string> {
  const tokens = queryTokens(kw)
  if (tokens.length === 0) return ''
  const known = await gramCounts(ctx.db, [...new Set(tokens.flatMap(tokenGrams))])
  const terms = await termsInUse(ctx)
  const words = tokens.map((token) =>
    tokenGrams(token).every((gram) => known.has(gram)) ? token.text : correction(token, terms, syllablesOf),
  )
  const corrected = words.filter((word) => word !== undefined).join(' ')
  return corrected === tokens.map(({ text }) => text).join(' ') ? '' : corrected
}

async function termsInUse({ db, cache, clock }: Pick<Ctx, 'db' | 'cache' | 'clock'>): Promise<Term[]> {
  const now = clock.now().getTime()
  const kept = cache.get<Term[]>('search-terms', now)
  if (kept) return kept
  const generation = cache.generation
  const rows = await wantedNames(db, mostNames)
  const terms = termsOf(
    rows.map(({ name, aliases, orderCount }) => ({ texts: [name, ...aliases], weight: orderCount })),
    syllablesOf,
  )
  cache.set('search-terms', terms, ['catalogue'], now + KEPT_SECONDS * 1000, generation)
  return terms
}
