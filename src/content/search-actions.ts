import { syllablesOf } from '../catalogue/publish-actions.ts'
import { documentText, queryTokens, recheckText, searchDocument, tokenGrams } from '../catalogue/search-rules.ts'
import type { InputOf, OutputOf } from '../platform/contract/call.ts'
import { type Ctx, inTx } from '../platform/http/ctx.ts'
import { enqueue } from '../platform/jobs/outbox.ts'
import { articleItemOf, caseItemOf } from './actions.ts'
import type { articleSearch } from './contract.ts'
import {
  addArticleEntry,
  articleGramCounts,
  outdatedTexts,
  removeArticleEntry,
  searchArticlePostings,
  type SearchedKind,
  searchedText,
} from './search-store.ts'
import { articlesByIds, casesByIds } from './store.ts'

type DbCtx = Pick<Ctx, 'db'>
const mostCounted = 1000

/** Articles and cases by title, tags and sketch, by pinyin too; newest first. */
export async function searchArticles(
  ctx: DbCtx,
  { kw, kind, page, size }: InputOf<typeof articleSearch>,
): Promise<OutputOf<typeof articleSearch>> {
  const limit = { limit: size, offset: (page - 1) * size }
  const found = async (wanted: SearchedKind) =>
    kind === '' || kind === wanted ? findIn(ctx, wanted, kw, limit) : { total: 0, ids: [] }
  const [articles, cases] = [await found('article'), await found('case')]
  const articleRows = articles.ids.length > 0 ? await articlesByIds(ctx.db, articles.ids) : []
  const caseRows = cases.ids.length > 0 ? await casesByIds(ctx.db, cases.ids) : []
  return {
    articles: { ...counted(articles.total), list: inOrder(articles.ids, articleRows).map(articleItemOf) },
    cases: { ...counted(cases.total), list: inOrder(cases.ids, caseRows).map(caseItemOf) },
    page,
    size,
  }
}

async function findIn(ctx: DbCtx, kind: SearchedKind, kw: string, window: { limit: number; offset: number }) {
  const tokens = queryTokens(kw)
  const grams = [...new Set(tokens.flatMap(tokenGrams))]
  const counts = grams.length > 0 ? await articleGramCounts(ctx.db, kind, grams) : new Map<string, number>()
  if (grams.length === 0 || counts.size < grams.length) return { total: 0, ids: [] }
  // The rarest gram is walked, as in searches of projects.
  const [gram = '', ...others] = grams.sort((left, right) => (counts.get(left) ?? 0) - (counts.get(right) ?? 0))
  const texts = tokens.map(recheckText).filter((text) => text !== undefined)
  return searchArticlePostings(ctx.db, { kind, gram, grams: others, texts, most: mostCounted + 1, ...window })
}

function counted(total: number) {
  return { total: Math.min(total, mostCounted), totalIsCapped: total > mostCounted }
}

function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Brings the index of one article or case up to what is published now; nothing to do is the usual case. */
export function indexArticle(ctx: Ctx, id: number): Promise<void> {
  return inTx(ctx, async ({ db }) => {
    await removeArticleEntry(db, id)
    const text = await searchedText(db, id)
    if (!text) return
    const { kind, score, title, sketch, tags, fingerprint } = text
    const document = searchDocument([title], [sketch, ...tags], syllablesOf)
    await addArticleEntry(db, {
      ...{ id, kind, score, fingerprint },
      text: documentText(document),
      grams: document.grams.sort(),
    })
  })
}

const atOnce = 200

/** What was written before there was an index, or past the editor's desk. Publishing keeps it up to date by itself. */
export async function indexOutdated(ctx: Ctx): Promise<number> {
  const outdated = await outdatedTexts(ctx.db, atOnce)
  for (const { id } of outdated) await indexArticle(ctx, id)
  if (outdated.length === atOnce) await enqueue(ctx, 'content.index', {}, { key: 'all' })
  return outdated.length
}
