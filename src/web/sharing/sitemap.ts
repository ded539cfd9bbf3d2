import type { FastifyInstance, FastifyReply } from 'fastify'
import { categoryTree, lastProject, projectsForSitemap } from '../../shop/catalogue/actions.ts'
import { listPath } from '../../shop/catalogue/listing/list-link-rules.ts'
import { articlesForSitemap, lastArticle } from '../../shop/articles/actions.ts'
import type { Services } from '../../platform/http/ctx.ts'
import { isConsoleHost } from '../../platform/http/connections/console-host.ts'
import { shanghaiDate } from '../../platform/time.ts'
import type { Seo } from '../../core/settings/search-engines/seo-rules.ts'

interface Entry {
  path: string
  changedAt?: Date
}

/** Ids per file, far below the allowed fifty thousand. A file is one range of the primary key, so its cost does not grow with the catalogue. */
const PER_FILE = 1000

const fixedPages = [
  '/',
  '/project',
  '/choose',
  '/televised',
  '/list/news',
  '/list/course',
  '/list/service',
  '/list/thanks',
  '/about/profile',
  '/about/culture',
  '/about/recruit',
  '/contact',
  '/guide',
  '/require',
  '/license',
  '/policy',
  '/agreement',
]

/** `/robots.txt`, `/sitemap.xml` and the files it lists: pages and categories, projects, articles and cases. */
export function addSitemap(server: FastifyInstance, services: Services): void {
  server.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(isConsoleHost(services.config, request.headers.host) ? NOTHING : robotsText(services.config.siteUrl)),
  )
  server.get('/sitemap.xml', async (_request, reply) => {
    const files = [
      'pages',
      ...numbered('projects', await lastProject(services)),
      ...numbered('articles', await lastArticle(services)),
    ]
    const site = services.config.siteUrl
    const items = files.map((file) => `<sitemap><loc>${site}/sitemaps/${file}.xml</loc></sitemap>`)
    return sendXml(reply, 'sitemapindex', items)
  })
  server.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const entries = await entriesOf(services, request.params.file)
    if (!entries) return reply.callNotFound()
    const site = services.config.siteUrl
    return sendXml(
      reply,
      'urlset',
      entries.map(({ path, changedAt }) => {
        const day = changedAt ? `<lastmod>${shanghaiDate(changedAt)}</lastmod>` : ''
        return `<url><loc>${escapeXml(site + encodeURI(path))}</loc>${day}</url>`
      }),
    )
  })
}

/** The host of the console has nothing for search engines. */
const NOTHING = 'User-agent: *\nDisallow: /\n'

/** Disallows personal areas and pages that depend on user input, such as search. */
function robotsText(site: string): string {
  const closed = ['/api/', '/files/', '/member', '/experiment', '/console', '/search', '/invited', '/project/compare']
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${site}/sitemap.xml`, ''].join(
    '\n',
  )
}

function numbered(name: string, lastId: number): string[] {
  return Array.from({ length: Math.ceil((lastId + 1) / PER_FILE) }, (_, index) => `${name}-${index + 1}`)
}

async function entriesOf(services: Services, file: string): Promise<Entry[] | undefined> {
  if (file === 'pages.xml') return [...fixedPages.map((path) => ({ path })), ...(await categoryPages(services))]
  const [, name, text] = /^(projects|articles)-([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  if (text === undefined) return undefined
  const from = (Number(text) - 1) * PER_FILE
  if (name === 'projects') {
    const rows = await projectsForSitemap(services, from, from + PER_FILE)
    return rows.map(({ id, updatedAt }) => ({ path: `/detail/${id}`, changedAt: updatedAt }))
  }
  const rows = await articlesForSitemap(services, from, from + PER_FILE)
  return rows.map(({ id, updatedAt }) => ({ path: `/article/${id}`, changedAt: updatedAt }))
}

/** The canonical addresses of the list pages. */
async function categoryPages(services: Services): Promise<Entry[]> {
  const types = await categoryTree(services)
  const shown = ({ seo }: { seo?: Seo | undefined }) => seo?.indexed !== 'no'
  const at = (node: { seo?: Seo | undefined }, path: string) => (shown(node) ? [{ path }] : [])
  return types.flatMap((type) => [
    ...at(type, listPath({ typeId: type.id })),
    ...type.children.flatMap((category) => [
      ...at(category, listPath({ typeId: category.id })),
      ...category.children.flatMap((child) => at(child, listPath({ typeId: category.id, childId: child.id }))),
    ]),
  ])
}

function sendXml(reply: FastifyReply, root: string, items: readonly string[]): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=600')
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items.join('\n')}\n</${root}>\n`,
    )
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
