import { syllablesOf } from '../catalogue/publish-actions.ts'
import {
  documentText,
  queryTokens,
  recheckText,
  searchDocument,
  searchPlan,
  tokenGrams,
} from '../search/search-rules.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { articleItemOf, caseItemOf } from './actions.ts'
import type { articleSearch } from './contract.ts'
import {
  addArticleEntry,
  articleGramCounts,
  outdatedTexts,
  removeArticleEntry,
  searchArticlePostings,
  type ArticleEntry,
  type SearchedKind,
  type SearchedText,
  searchedText,
  walkArticleGram,
} from './search-store.ts'
import { articlesByIds, casesByIds } from './store.ts'
import { indexJob } from './events.ts'

type DbCtx = Pick<Ctx, 'db'>
const mostCounted = 300

type Found = { total: number; totalIsCapped?: boolean; ids: number[] }
const nothingFound: Found = { total: 0, ids: [] }

/** Searches articles and cases by title (also by its pinyin), tags and sketch; newest first. */
export async function searchArticles(
  ctx: DbCtx,
  { kw, kind, page, size }: InputOf<typeof articleSearch>,
): Promise<OutputOf<typeof articleSearch>> {
  const limit = { limit: size, offset: (page - 1) * size }
  const found = async (wanted: SearchedKind) =>
    kind === '' || kind === wanted ? findIn(ctx, wanted, kw, limit) : nothingFound
  const [articles, cases] = [await found('article'), await found('case')]
  const articleRows = articles.ids.length > 0 ? await articlesByIds(ctx.db, articles.ids) : []
  const caseRows = cases.ids.length > 0 ? await casesByIds(ctx.db, cases.ids) : []
  return {
    articles: { ...totalOf(articles), list: inOrder(articles.ids, articleRows).map(articleItemOf) },
    cases: { ...totalOf(cases), list: inOrder(cases.ids, caseRows).map(caseItemOf) },
    page,
    size,
  }
}

async function findIn(
  ctx: DbCtx,
  kind: SearchedKind,
  kw: string,
  window: { limit: number; offset: number },
): Promise<Found> {
  const tokens = queryTokens(kw)
  const grams = [...new Set(tokens.flatMap(tokenGrams))]
  if (grams.length === 0) return nothingFound
  const counts = await articleGramCounts(ctx.db, kind, grams)
  if (counts.size < grams.length) return nothingFound
  const texts = tokens.map(recheckText).filter((text) => text !== undefined)
  const [only = ''] = grams
  if (grams.length === 1 && texts.length === 0)
    return { total: counts.get(only) ?? 0, ids: await walkArticleGram(ctx.db, { kind, gram: only, ...window }) }
  // Counts are capped as in searches of projects.
  const most = mostCounted + 1
  const plan = searchPlan(kw, counts)
  const found = await searchArticlePostings(ctx.db, { kind, ...plan, texts, most, ...window })
  return { ...found, total: Math.min(found.total, mostCounted), totalIsCapped: found.total > mostCounted }
}

function totalOf({ total, totalIsCapped = false }: Found) {
  return { total, totalIsCapped }
}

function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Updates the index entry of one article or case to what is published now. */
export function indexArticle(ctx: Ctx, id: number): Promise<void> {
  return inTx(ctx, async ({ db }) => {
    await removeArticleEntry(db, id)
    const text = await searchedText(db, id)
    if (!text) return
    await addArticleEntry(db, articleEntryOf(text))
  })
}

/** The index entry of an article or a case: its title, also by pinyin, its sketch and its tags. */
export function articleEntryOf({ id, kind, score, title, sketch, tags, fingerprint }: SearchedText): ArticleEntry {
  const document = searchDocument([title], [sketch, ...tags], syllablesOf)
  return { id, kind, score, fingerprint, text: documentText(document), grams: document.grams.sort() }
}

const atOnce = 200

/** Indexes texts that were written before the index existed or without the editor. Publishing updates the index itself. */
export async function indexOutdated(ctx: Ctx): Promise<number> {
  const outdated = await outdatedTexts(ctx.db, atOnce)
  for (const { id } of outdated) await indexArticle(ctx, id)
  if (outdated.length === atOnce) await enqueue(ctx, indexJob, {}, { key: 'all' })
  return outdated.length
}
