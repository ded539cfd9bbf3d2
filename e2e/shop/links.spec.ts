import { callAt, type Tokens } from '../demo-orders.ts'
import { DEMO_PASSWORD } from '../customer-steps.ts'
import { expect, test } from '../journey.ts'
import { consoleNav } from '../../src/app/layouts/console-nav.ts'
import { openMemberPages } from '../../src/app/member-pages.ts'
import { openSettled } from '../settled.ts'
import { roles } from '../../src/core/staff/rules.ts'

/** With one filter at a time the demo has about 2000 pages; a crawl far beyond that has found an endless set of links. */
const MOST_PAGES = 3000
/** Parameters that identify a list; all others filter, sort or page it, in endless combinations. */
const LIST_PARAMETERS = ['typeId', 'childId', 'title', 'kw']

test('[N-03] every internal link of every public page leads to a page', async ({ server }) => {
  // About 2000 pages, each rendered for the first time.
  test.setTimeout(600_000)
  const from = new Map([['/', 'the start']])
  const dead: string[] = []
  for (const path of from.keys()) {
    const response = await fetch(server.url + path, { redirect: 'follow' })
    if (response.status >= 400) dead.push(`${response.status} ${path} (linked from ${from.get(path)})`)
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue
    for (const link of linksOf(await response.text(), server.url + path)) {
      if (!from.has(link) && from.size < MOST_PAGES && filtersOf(link) <= 1) from.set(link, path)
    }
  }
  expect(dead).toEqual([])
  expect(from.size).toBeGreaterThan(40)
  expect(from.size).toBeLessThan(MOST_PAGES)
})

test('[N-03] [N-08] sections redirect to their first page and every menu entry leads to a page', async ({ server }) => {
  for (const [section, first] of [
    ['/about', '/about/profile'],
    ['/member', '/member/center'],
    ['/experiment', '/experiment/plan'],
  ] as const) {
    const answer = await fetch(server.url + section, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, first])
  }
  const entries = Object.keys(roles)
    .flatMap((role) => consoleNav({ role, actions: null }))
    .flatMap((group) => group.items.map(({ to }) => to))
  for (const path of new Set([...openMemberPages, ...entries]))
    expect((await fetch(server.url + path)).status, path).toBe(200)
  expect((await fetch(`${server.url}/member/no-such-page`)).status).toBe(404)
})

test('[N-08] every link on the pages of the member menu leads to a page', async ({ page, server }) => {
  const { token, refreshToken, expires } = await callAt<Tokens>(server.url, 'open/login', {
    account: '13800000001',
    password: DEMO_PASSWORD,
  })
  await page.addInitScript(
    (record) => localStorage.setItem('mingxi.session', record),
    JSON.stringify({ access: token, refresh: refreshToken, expires }),
  )
  const found = new Set<string>()
  for (const path of openMemberPages) {
    await openSettled(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const link of linksOf(await page.content(), page.url())) found.add(link)
  }
  for (const path of found) expect((await fetch(server.url + path)).status, path).toBeLessThan(400)
})

function filtersOf(path: string): number {
  const { searchParams } = new URL(path, 'http://localhost')
  return [...searchParams.keys()].filter((name) => !LIST_PARAMETERS.includes(name)).length
}

/** Addresses of this site, without the fragment after `#`. */
function linksOf(html: string, at: string): string[] {
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].flatMap(([, href = '']) => {
    const url = new URL(href.replaceAll('&amp;', '&'), at)
    return url.origin === new URL(at).origin ? [url.pathname + url.search] : []
  })
}
