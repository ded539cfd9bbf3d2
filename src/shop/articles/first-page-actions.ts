import { recordFirstAgreement } from '../../core/agreements/agreement-actions.ts'
import { purgeWithCommit } from '../../platform/http/cache/cache-sync.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { wordsOf } from '../media/rich-text-rules.ts'
import { pageSlugs } from './page-rules.ts'
import { insertPages, pageCount } from './store.ts'

/** Adds the pages of text that are missing, each with its first text. A page that exists, edited or not, stays as it is. */
export async function addFirstPages(ctx: Ctx): Promise<void> {
  if ((await pageCount(ctx.db)) >= pageSlugs.length) return
  // Loaded only when needed, so that later starts do not read the texts.
  const { firstPages } = await import('./first-pages.ts')
  await inTx(ctx, async (inner) => {
    const pages = pageSlugs.map((slug, index) => {
      const { body, ...page } = firstPages[slug]
      return { id: index + 1, slug, ...page, body_html: body, body: wordsOf(body) }
    })
    await insertPages(inner.db, pages)
    for (const { slug, title, body_html: html } of pages) await recordFirstAgreement(inner, { slug, title, html })
    await purgeWithCommit(inner, ['page'])
  })
}
