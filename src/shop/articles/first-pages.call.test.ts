import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedSettings } from '../../../demo/settings.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { seedContent } from '../../../demo/content/seed.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { webAgreement } from '../../core/agreements/agreement-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { cleanHtml } from '../editing/clean-actions.ts'
import { webPage } from './contract.ts'
import { addFirstPages } from './first-page-actions.ts'
import { firstPages } from './first-pages.ts'
import { type PageSlug, pageSlugs } from './page-rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.db.run(sql`delete from pages`)
  await app.db.run(sql`delete from agreement_versions`)
})
afterAll(() => app.close())

const titlesOf = async (slug: PageSlug) => (await app.call(webPage, { slug })).sections.map(({ title }) => title)

it('an installation without demo data starts with agreement, terms and privacy policy, and with empty pages about the laboratory', async () => {
  await addFirstPages(app.system)
  expect(await titlesOf('agreement')).toContain('一、服务内容')
  expect(await titlesOf('license')).toContain('八、责任与争议')
  expect(await titlesOf('policy')).toContain('七、您的权利')
  const { texts } = await app.call(webAgreement, { name: 'account' })
  expect(texts.map(({ title }) => title)).toEqual(['用户协议', '隐私政策'])
  for (const slug of ['profile', 'culture', 'recruit'] as const) expect(await titlesOf(slug)).toEqual([])
})

it('a page that an editor has changed stays as it is when the first texts are added again', async () => {
  await app.db.run(sql`delete from pages where slug = 'policy'`)
  await app.db.run(sql`update pages set body_html = '<h2>改过</h2><p>改过的话</p>' where slug = 'agreement'`)
  app.services.cache.purge(['page'])
  await addFirstPages(app.system)
  expect(await titlesOf('agreement')).toEqual(['改过'])
  expect(await titlesOf('policy')).toContain('七、您的权利')
})

it('the demo fills the pages about the laboratory', async () => {
  await seedSettings(app.system)
  await seedCatalogue(app.system)
  await seedContent(app.system)
  expect(await titlesOf('profile')).toEqual(['我们是谁', '我们做什么', '我们怎么做'])
  expect(await titlesOf('recruit')).toContain('怎么应聘')
  expect(await titlesOf('agreement')).toEqual(['改过'])
})

it.each(pageSlugs)('the first text of %s is HTML that an editor can save unchanged', (slug) => {
  const { title, description, body } = firstPages[slug]
  expect(title).not.toBe('')
  expect(description).not.toBe('')
  expect(cleanHtml(body)).toBe(body.trim())
})
