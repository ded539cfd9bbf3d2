import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { seedContent } from '../../../demo/content/seed.ts'
import { sql } from '../../platform/db/sql.ts'
import { addSitemap } from './sitemap.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import Fastify from 'fastify'

let app: TestApp
const server = Fastify()
beforeAll(async () => {
  app = await testApp()
  await seedCatalogue(app.system)
  await seedContent(app.system)
  const hosts = { siteUrl: 'https://mingxi.example', CONSOLE_URL: 'https://console.mingxi.example' }
  addSitemap(server, { ...app.services, config: { ...app.services.config, ...hosts } })
}, 60_000)
afterAll(async () => {
  await server.close()
  await app.close()
})

const get = (url: string) => server.inject({ url })
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc ?? '')

describe('for search engines', () => {
  it('robots.txt disallows personal areas and names the sitemap', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers['content-type']).toContain('text/plain')
    for (const path of ['/api/', '/member', '/experiment', '/console', '/search'])
      expect(body).toContain(`Disallow: ${path}\n`)
    expect(body).toContain('Sitemap: https://mingxi.example/sitemap.xml')
  })

  it('[V3.5.4] robots.txt disallows everything on the host of the console', async () => {
    const { body } = await server.inject({ url: '/robots.txt', headers: { host: 'console.mingxi.example' } })
    expect(body).toBe('User-agent: *\nDisallow: /\n')
  })

  it('the sitemap lists every published page once, in files of bounded size', async () => {
    const files = locations((await get('/sitemap.xml')).body)
    expect(files).toContain('https://mingxi.example/sitemaps/pages.xml')
    const pages = (
      await Promise.all(files.map(async (file) => locations((await get(new URL(file).pathname)).body)))
    ).flat()
    expect(new Set(pages).size).toBe(pages.length)
    const { n } = await app.db.one<{ n: number }>(sql`
      select (select count(*) from projects where published) + (select count(*) from articles where published)
        + (select count(*) from cases where published and source = '') as n`)
    expect(pages.filter((page) => /\/(detail|article)\/\d+$/.test(page))).toHaveLength(n)
    expect(pages).toContain('https://mingxi.example/guide')
    expect(pages).toContain('https://mingxi.example/project?typeId=31&amp;childId=3101')
  })

  it('[F-76] never uses the Host header, because the answers are cached for everybody', async () => {
    for (const url of ['/robots.txt', '/sitemap.xml', '/sitemaps/pages.xml'])
      expect((await server.inject({ url, headers: { host: 'evil.example' } })).body).not.toContain('evil.example')
  })

  it('an unknown file is 404', async () => {
    for (const file of [
      'x.xml',
      'projects-0.xml',
      'projects--1.xml',
      'projects-1e9.xml',
      '..%2f..%2fetc',
      'projects-9999999.xml',
    ])
      expect([file, (await get(`/sitemaps/${file}`)).statusCode]).toEqual([file, 404])
  })

  it('each file covers a thousand ids', async () => {
    await app.db.run(sql`
      insert into projects (id, slug, name, type_id, category_id, days_from, days_to, content, published, created_at, updated_at)
      select 1500, 'far', name, type_id, category_id, days_from, days_to, content, true, created_at, updated_at from projects limit 1`)
    const files = locations((await get('/sitemap.xml')).body).filter((file) => file.includes('projects'))
    expect(files).toHaveLength(2)
    expect(locations((await get('/sitemaps/projects-2.xml')).body)).toEqual(['https://mingxi.example/detail/1500'])
  })
})
