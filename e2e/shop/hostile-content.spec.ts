import { settled } from '../settled.ts'
import type { Page } from '@playwright/test'
import { hostileTexts } from '../../src/app/testing/hostile-texts.ts'
import { DEMO_PASSWORD } from '../customer-steps.ts'
import { callAt, type Tokens } from '../demo-orders.ts'
import { expect, test } from '../journey.ts'
import { openStaffPage } from '../staff-steps.ts'

test.use({ installation: 'hostile' })

/** Records every dialog and every call of `pwned()`, which is what the hostile texts would run. */
async function watch(page: Page): Promise<() => Promise<string[]>> {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const found: unknown[] = []
    Object.assign(window, { pwnedBy: found, pwned: (what: unknown) => found.push(what) })
  })
  return async () => [...dialogs, ...(await page.evaluate(() => (window as unknown as { pwnedBy: string[] }).pwnedBy))]
}

/** Plain texts refuse control characters (unit tests check this), so they are removed here. */
const chunks = (length: number) =>
  hostileTexts.map((text) =>
    text
      .replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, '')
      .slice(0, length)
      .toWellFormed(),
  )

/** Publishes hostile texts in every field of every kind with items; answers the ids of the articles. */
async function publishHostile(url: string): Promise<number[]> {
  const { token } = await callAt<Tokens>(url, 'open/staff/login', { account: 'editor@demo', password: DEMO_PASSWORD })
  const put = async (kind: string, data: object, at: { id?: number; baseVersion: number } = { baseVersion: 0 }) => {
    const saved = await callAt<{ id: number; version: number }>(url, 'staff/content/save', { kind, ...at, data }, token)
    await callAt(url, 'staff/content/publish', { kind, ...saved }, token)
    return saved.id
  }
  // Links to a script or to another site are refused; other HTML is cleaned.
  const allowed: string[] = []
  for (const text of hostileTexts) {
    const body = { type: 'news', title: 'x', sketch: 'x', body: `<p>y</p>${text}`, publishedAt: '2026-03-01 09:00' }
    const saved = await callAt<unknown>(
      url,
      'staff/content/save',
      { kind: 'article', baseVersion: 0, data: body },
      token,
    ).catch(() => undefined)
    if (saved !== undefined) allowed.push(text)
  }
  const part = (index: number, length: number) => chunks(length)[index % hostileTexts.length] || 'x'
  const articles: number[] = []
  for (let i = 0; i < 6; i++) {
    const title = part(i * 7, 80)
    const texts = { title, sketch: part(i * 11 + 1, 300), tags: [part(i, 20), part(i + 90, 20)] }
    const body = allowed.filter((_, index) => index % 6 === i).join('\n')
    articles.push(
      await put('article', { ...texts, type: 'news', body: `<p>z</p>${body}`, publishedAt: '2026-03-01 09:00' }),
    )
    await put('serviceCase', { title, sketch: part(i * 13, 300), createdOn: '2026-03-02', body: `<p>z</p>${body}` })
    await put('banner', { title: part(i * 17 + 2, 60), description: part(i * 19, 200) })
    await put('partner', { name: part(i * 23 + 3, 40) })
    const [company, service, code] = [part(i * 29, 80), part(i * 31, 80), part(i * 37, 200)]
    await put('acknowledgement', {
      company,
      title: service,
      code,
      content: part(i, 600),
      sketch: part(i + 5, 600),
      publishedOn: '2026-03-02',
    })
    await put('notice', { title: part(i * 41, 80), shownFrom: '2026-03-01 09:00', shownUntil: '' })
  }
  for (const [kind, id] of [
    ['page', 4],
    ['settingContact', 1],
    ['settingSite', 1],
    ['category', 31],
  ] as const) {
    const { data, version } = await callAt<{ data: Record<string, unknown>; version: number }>(
      url,
      'staff/content/item',
      { kind, id },
      token,
    )
    const changed = Object.fromEntries(
      Object.entries(data).map(([name, value], index) => [
        name,
        name === 'body'
          ? `<p>z</p>${allowed.join('\n')}`
          : // Fields of links, phones and e-mail addresses accept nothing else (unit tests check this).
            typeof value === 'string' && name !== 'img' && !/link|phone|email/i.test(name)
            ? part(index * 43 + id, 30)
            : value,
      ]),
    )
    await put(kind, changed, { id, baseVersion: version })
  }
  return articles
}

test('[T-51] [T-52] hostile content of editors does not run on a page or in the console', async ({
  page,
  browser,
  server,
}) => {
  const articles = await publishHostile(server.url)
  const ranAt = await watch(page)
  const paths = [
    '/',
    '/list/news',
    '/list/service',
    '/list/thanks',
    '/televised',
    '/guide',
    '/contact',
    '/policy',
    '/project',
  ]
  for (const path of [...paths, ...articles.map((id) => `/article/${id}`)]) {
    await page.goto(path)
    await page.keyboard.press('Tab')
    await page.mouse.move(300, 400)
    // A link under the mouse is prefetched, and the browser does not report the end of a prefetch.
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
    expect([path, await ranAt()]).toEqual([path, []])
    expect(new URL(page.url()).origin).toBe(server.url)
    const foreign = await page.evaluate(
      () =>
        document.querySelectorAll(
          'main :is(script:not([type]), iframe, object, embed, form[action^="java"], [onerror], [onload], [onclick], [onfocus])',
        ).length,
    )
    expect([path, foreign]).toEqual([path, 0])
  }

  const staff = await openStaffPage(browser, server.url, 'editor')
  const ranInConsole = await watch(staff)
  for (const path of [
    'content',
    'content/article',
    'content/banner',
    'content/notice',
    'content/page/4',
    'settings',
    `content/article/${articles[0]}`,
    `content/article/${articles[3]}`,
  ]) {
    await staff.goto(`/console/${path}`)
    await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(staff)
    const changes = staff.getByRole('button', { name: /^查看修改/ }).first()
    if (await changes.isVisible()) await changes.click()
    await staff.mouse.move(700, 500)
    await settled(staff)
    expect([path, await ranInConsole()]).toEqual([path, []])
  }
})

/** Each requirement contains many texts, because a visitor may send only a few requirements per hour. */
function bodies(): string[] {
  const found: string[] = []
  for (const text of chunks(1900)) {
    const last = found.at(-1)
    if (last !== undefined && last.length + text.length < 1990) found[found.length - 1] = `${last}\n${text}`
    else found.push(text)
  }
  return found
}

test('[T-51] hostile input of visitors does not run on the answering page or in the console', async ({
  page,
  browser,
  request,
  server,
}) => {
  // Search words appear in the title, the heading, the box and the link to ask the laboratory; one text of each kind is enough.
  for (const text of chunks(60).filter((_, i) => i % 3 === 0)) {
    const answer = await request.get(`/search?kw=${encodeURIComponent(text)}`)
    const html = await answer.text()
    const trimmed = text.trim()
    expect([text, answer.status(), trimmed.includes('<') && html.includes(trimmed)]).toEqual([text, 200, false])
    expect([
      text,
      /(href|action|src)="\s*(javascript|data|vbscript):/i.test(html.slice(html.indexOf('<main'))),
    ]).toEqual([text, false])
  }
  const ranAt = await watch(page)
  const all = bodies()
  expect(all.length).toBeLessThan(20)
  for (const [i, body] of all.entries()) {
    const part = (no: number, length: number) => chunks(length)[(i * 17 + no) % hostileTexts.length]?.trim() || 'x'
    const texts = { name: part(1, 40), title: part(2, 60), company: part(3, 60), body }
    // The phone number is refused, and the form shows the typed values again.
    const refused = await request.post('/require', { multipart: { ...texts, phone: '1' } })
    expect(refused.status()).toBe(422)
    const html = await refused.text()
    await page.route('**/require?refused', (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto('/require?refused')
    await page.unroute('**/require?refused')
    await expect(page.getByLabel(/^想测什么/)).toHaveValue(body.replaceAll('\r\n', '\n'))
    await page.keyboard.press('Tab')
    expect([i, await ranAt()]).toEqual([i, []])
    const files = { name: `${part(4, 80)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') }
    const taken = await request.post('/require', { multipart: { ...texts, phone: `1390000${1000 + i}`, files } })
    expect([i, new URL(taken.url()).search]).toEqual([i, expect.stringMatching(/^\?receipt=XQ\d+$/)])
  }
  const staff = await openStaffPage(browser, server.url, 'manager')
  const ran = await watch(staff)
  await staff.goto('/console/demands?tab=all&kind=visitor')
  await expect(staff.getByRole('table', { name: '需求' })).toBeVisible()
  const links = await staff
    .locator('main a[href^="/console/demands/"]')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  expect(new Set(links).size).toBeGreaterThanOrEqual(all.length)
  for (const path of new Set(links)) {
    await staff.goto(path)
    await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
    await staff.mouse.move(700, 500)
    expect([path, await ran()]).toEqual([path, []])
    expect([path, await staff.locator('main :is(iframe, object, embed, [onerror], [onload])').count()]).toEqual([
      path,
      0,
    ])
  }
})
