import { ridsBySlug } from '../catalogue/actions.ts'
import { type Ctx, inTx } from '../platform/http/ctx.ts'
import { fromShanghai } from '../platform/time.ts'
import { demoAcknowledgements, demoArticles, demoBanners, demoCases, demoPartners } from './demo/texts.ts'
import { hasContent, insertContent } from './store.ts'

/** The demo content, once: what editors change or remove afterwards stays changed. Comes after the catalogue, which it speaks of. */
export function seedContent(ctx: Ctx): Promise<void> {
  return inTx(ctx, async (inner) => {
    if (await hasContent(inner.db)) return
    const slugs = [...demoBanners, ...demoCases].map((item) => item.project)
    const rids = await ridsBySlug(inner, [...slugs, ...demoArticles.flatMap((article) => article.projects)])
    await insertContent(inner.db, {
      banners: demoBanners.map(({ project, ...banner }) => ({ ...banner, redirect: String(rids.get(project) ?? '') })),
      cases: demoCases.map(({ project, date, ...item }) => ({
        ...item,
        source: '',
        project_id: rids.get(project) ?? null,
        created_on: date,
      })),
      acknowledgements: demoAcknowledgements.map(({ date, ...item }) => ({ ...item, source: '', published_on: date })),
      partners: demoPartners.map((name) => ({ name })),
      articles: demoArticles.map(({ projects, date, ...article }) => ({
        ...article,
        project_ids: projects.flatMap((slug) => rids.get(slug) ?? []),
        published_at: fromShanghai(`${date} 09:00`).toISOString(),
      })),
    })
    inner.db.afterCommit(() => ctx.cache.purge(['banner', 'case', 'acknowledgement', 'partner', 'article']))
  })
}
