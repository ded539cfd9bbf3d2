import { ridsBySlug } from '../../src/shop/catalogue/actions.ts'
import { type Ctx, inTx } from '../../src/platform/http/ctx.ts'
import { fromShanghai } from '../../src/platform/time.ts'
import type { Block } from './blocks.ts'
import { wordsOf } from '../../src/shop/media/rich-text-rules.ts'
import { indexOutdated } from '../../src/shop/articles/search-actions.ts'
import { addFirstQuestions, hasQuestions } from '../../src/shop/method-guide/actions.ts'
import { fillEmptyPages, hasContent, insertContent } from '../../src/shop/articles/store.ts'

/** Adds the demo content once, so that later changes by editors are kept. Runs after the catalogue, because it refers to projects. */
export async function seedContent(ctx: Ctx): Promise<void> {
  await seedQuestions(ctx)
  if (await hasContent(ctx.db)) return
  // Loaded only when needed, so that later starts do not load the texts.
  const { articles, banners, cases, acknowledgements, partners, pages, htmlOf } = await demoTexts()
  const bodyOf = (blocks: readonly Block[]) => {
    const html = htmlOf(blocks)
    return { body: wordsOf(html), body_html: html }
  }
  await inTx(ctx, async (inner) => {
    const slugs = [...banners, ...cases].map((item) => item.project)
    const rids = await ridsBySlug(inner, [...slugs, ...articles.flatMap((article) => article.projects)])
    await insertContent(inner.db, {
      banners: banners.map(({ project, ...banner }) => ({ ...banner, redirect: String(rids.get(project) ?? '') })),
      cases: cases.map(({ project, date, body, ...item }) => ({
        ...item,
        ...bodyOf(body),
        source: '',
        project_id: rids.get(project) ?? null,
        created_on: date,
      })),
      acknowledgements: acknowledgements.map(({ date, ...item }) => ({ ...item, source: '', published_on: date })),
      partners,
      articles: articles.map(({ projects, date, body, ...article }) => ({
        ...article,
        ...bodyOf(body),
        project_ids: projects.flatMap((slug) => rids.get(slug) ?? []),
        published_at: fromShanghai(`${date} 09:00`).toISOString(),
      })),
    })
    await fillEmptyPages(
      inner.db,
      pages.map(({ slug, page: { body, ...page } }) => ({ slug, ...page, body_html: body, body: wordsOf(body) })),
    )
    await indexOutdated(inner)
    inner.db.afterCommit(() => ctx.cache.purge(['banner', 'case', 'acknowledgement', 'partner', 'article', 'page']))
  })
}

/** An installation that has the texts already, but is older than the questions, gets them too. */
async function seedQuestions(ctx: Ctx): Promise<void> {
  if (await hasQuestions(ctx)) return
  const { demoQuestions } = await import('./questions.ts')
  await inTx(ctx, async (inner) => {
    const rids = await ridsBySlug(
      inner,
      demoQuestions.flatMap(({ methods }) => methods.map(({ project }) => project)),
    )
    await addFirstQuestions(
      inner,
      demoQuestions.map(({ methods, ...question }) => ({
        ...question,
        methods: methods.flatMap(({ project, ...texts }) => {
          const projectId = rids.get(project)
          return projectId === undefined ? [] : [{ projectId, ...texts }]
        }),
      })),
    )
    inner.db.afterCommit(() => ctx.cache.purge(['guide']))
  })
}

async function demoTexts() {
  const [{ htmlOf }, site, { demoCases }, { demoNews }, { demoCourses }, { demoServices }, { demoPages }] =
    await Promise.all([
      import('./blocks.ts'),
      import('./site.ts'),
      import('./cases.ts'),
      import('./news.ts'),
      import('./courses.ts'),
      import('./services.ts'),
      import('./pages.ts'),
    ])
  return {
    htmlOf,
    pages: demoPages,
    cases: demoCases,
    articles: [...demoNews, ...demoCourses, ...demoServices],
    banners: site.demoBanners,
    acknowledgements: site.demoAcknowledgements,
    partners: site.demoPartners.map((name, index) => ({ name, img: site.partnerLogo(index) })),
  }
}
