import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectItems } from '../../shop/catalogue/actions.ts'
import { seedCatalogue } from '../../../demo/catalogue/seed.ts'
import { ability, news } from '../../shop/articles/contract.ts'
import { seedContent } from '../../../demo/content/seed.ts'
import { figureKinds } from '../../shop/media/figure-kind-rules.ts'
import { figureKindNames } from '../../shop/media/figure-rules.ts'
import { runWorker } from '../../platform/child-work.ts'
import { imageHead } from '../../shop/media/image-rules.ts'
import { cardName, sharePicture } from '../../shop/site/share-card-rules.ts'
import { sql } from '../../platform/db/sql.ts'
import { seedSettings } from '../../../demo/settings.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { drawingColours, drawingSvg } from './share-drawing.tsx'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'

let app: TestApp
let siteName: string
beforeAll(async () => {
  app = await testApp({ REMOVED_FILES_DAYS: '0' })
  await seedSettings(app.system)
  await seedCatalogue(app.system)
  await seedContent(app.system)
  siteName = await readSetting(app.system, 'siteName')
})
afterAll(() => app.close())

const get = (name: string) => app.server.inject({ method: 'GET', url: `/share/${name}` })
const project = async () => {
  const [{ rid, name, figure } = { rid: 0, name: '', figure: null }] = await projectItems(app.system, [1])
  return { kind: 'project' as const, id: rid, title: name, figure }
}
const cards = () => app.db.rows<{ name: string; storageKey: string }>(sql`select name, storage_key from share_cards`)

describe('the pictures of shared links', () => {
  it('a project, an article and a case have different pictures of 1200 × 630 that are cached for a year', async () => {
    const article = (await app.call(news, {})).list[0]
    const shownCase = (await app.call(ability, {})).list[0]
    if (!article || !shownCase) throw new Error('no demo content')
    const names = [
      cardName(await project(), siteName),
      cardName({ kind: 'article', ...article }, siteName),
      cardName({ kind: 'article', id: shownCase.rid, title: shownCase.title, figure: shownCase.figure }, siteName),
    ]
    const pictures = new Set<string>()
    for (const name of names) {
      const response = await get(name)
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(imageHead(response.rawPayload)).toEqual({ format: 'jpeg', width: 1200, height: 630 })
      expect(response.rawPayload.length).toBeLessThan(200_000)
      pictures.add(response.rawPayload.toString('base64'))
    }
    expect(pictures.size).toBe(names.length)
  })

  it('parallel requests draw a picture once', async () => {
    const page = (await app.call(news, { type: 'course' })).list[0]
    if (!page) throw new Error('no demo content')
    const name = cardName({ kind: 'article', ...page }, siteName)
    const before = (await cards()).length
    const answers = await Promise.all([get(name), get(name), get(name), get(name)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1)
    expect((await cards()).length).toBe(before + 1)
  })

  it('a changed page gets a new card: the old address redirects to it, and the old card is deleted', async () => {
    const page = await project()
    const old = cardName(page, siteName)
    await get(old)
    const [{ storageKey } = { storageKey: '' }] = (await cards()).filter(({ name }) => name === old)
    await app.db.run(sql`update projects set name = '改了名的项目' where id = ${page.id}`)
    const name = cardName({ ...page, title: '改了名的项目' }, siteName)
    // The old card is served until the new one is drawn.
    expect((await get(old)).statusCode).toBe(200)
    expect((await get(name)).statusCode).toBe(200)
    const moved = await get(old)
    expect([moved.statusCode, moved.headers.location]).toEqual([302, `/share/${name}`])
    await app.queueDue()
    app.clock.advance({ hours: 26 })
    await app.queueDue()
    await app.drain()
    await expect(app.system.files.open(storageKey)).rejects.toThrow()
    expect((await get(name)).statusCode).toBe(200)
  })

  it('names of unknown pages and malformed names are not found', async () => {
    for (const name of [
      'project-999999-00000000.jpg',
      'article-999999-00000000.jpg',
      'project-1-zzzzzzzz.jpg',
      'project-99999999999999999999-00000000.jpg',
      'x',
      '..%2f..%2fetc%2fpasswd',
      '%00',
      'project-1-00000000.png',
    ])
      expect([name, (await get(name)).statusCode]).toEqual([name, 404])
  })

  it('a page with an uploaded picture uses that picture', () => {
    const page = { kind: 'article' as const, id: 3, title: '题', figure: null }
    const site = { settings: { siteName: '站', imageBase: '/' }, publicUrl: 'https://shop.test' }
    expect(sharePicture({ ...page, img: 'img/0123456789abcdef-800x400.jpg' }, site)).toEqual({
      url: 'https://shop.test/img/0123456789abcdef-800x400.jpg',
      width: 800,
      height: 400,
    })
    expect(sharePicture({ ...page, img: '' }, site).url).toMatch(
      /^https:\/\/shop\.test\/share\/article-3-[0-9a-f]{8}\.jpg$/,
    )
  })

  it('every kind of drawing and every title can be drawn', async () => {
    const worker = new URL('../../shop/site/share-card-worker.ts', import.meta.url)
    const all = figureKindNames.map((kind) => drawingSvg({ kind, ...figureKinds[kind].sample }, '', 7))
    const titles = ['', 'A', '很长'.repeat(60), '<script>&"\'𠮷🧪', 'Ω ± µm ℃']
    for (const [index, title] of titles.entries()) {
      const svg = all[index * 6] ?? ''
      const card = await runWorker<Uint8Array>(worker, { svg, title, siteName }, 20)
      expect(card && imageHead(card)).toEqual({ format: 'jpeg', width: 1200, height: 630 })
    }
  })

  it('uses the colours of the pages', () => {
    const tokens = readFileSync('src/ui/tokens.css', 'utf8')
    for (const [name, colour] of Object.entries(drawingColours)) expect(tokens).toContain(`--trace-${name}: ${colour};`)
    expect(tokens).toContain('--ink-900: #0c1b22;')
  })
})
