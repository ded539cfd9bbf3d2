import type { Page } from '@playwright/test'
import { accessibilityFaults, expect, test, widthFaults } from '../journey.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const publicPages = [
  '/',
  '/project',
  '/project?typeId=1',
  '/project?typeId=1&price=100&days=5',
  '/project?price=quote&days=3&tag=没有',
  '/project/compare?rid=1&rid=2&rid=3',
  '/detail/1',
  '/search?kw=xrd',
  '/search?kw=ramna',
  '/search?kw=qqqqqq',
  '/list/news',
  '/list/course',
  '/list/service',
  '/list/thanks',
  '/televised',
  '/article/1',
  '/contact',
  '/guide',
  '/require',
  '/require?receipt=XQ26010100001',
  '/license',
  '/policy',
  '/agreement',
  '/verify',
  '/verify/ABCDEFGHJKMN',
  '/no-such-page',
]

test.describe('every public page', () => {
  // Each page is loaded once and then checked in every size.
  const third = Math.ceil(publicPages.length / 3)
  for (const part of [0, 1, 2])
    test(`has one heading, is accessible at 375 and 1440 px, and at 400 % zoom does not scroll sideways (${part + 1} of 3)`, async ({
      page,
    }) => {
      test.setTimeout(600_000)
      const more = part === 0 ? [...(await aboutPages(page)), await detailOf(page, 'XRD')] : []
      for (const path of [...publicPages.slice(part * third, (part + 1) * third), ...more]) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(path)
        await expect(page.locator('h1'), path).toHaveCount(1)
        for (const width of [1440, 375]) {
          await page.setViewportSize({ width, height: 900 })
          expect([path, await widthFaults(page)]).toEqual([path, []])
          expect([path, await accessibilityFaults(page)]).toEqual([path, []])
        }
        await expectToFit(page, path)
      }
    })
})

async function aboutPages(page: Page): Promise<string[]> {
  const html = await (await page.request.get('/about/profile')).text()
  const found = new Set([...html.matchAll(/href="(\/about\/\w+)"/g)].map(([, path = '']) => path))
  expect(found.size).toBeGreaterThan(1)
  return [...found]
}

async function detailOf(page: Page, kw: string): Promise<string> {
  const answer = await page.request.get(`/api/open/web/device/search?kw=${encodeURIComponent(kw)}`)
  return `/detail/${(await answer.json()).data.list[0].rid}`
}

/** 400 % of 1280 × 1024 is a window of 320 × 256: nothing scrolls sideways, the heading is there and bars leave room to read. */
async function expectToFit(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeAttached()
  expect([path, await widthFaults(page)]).toEqual([path, []])
  await page.evaluate(() => window.scrollTo(0, 700))
  const covered = await page.evaluate(() => {
    const rows = Array.from({ length: 16 }, (_, i) => document.elementFromPoint(160, i * 16 + 8))
    const sticks = (each: Element | null): boolean =>
      each !== null && (['fixed', 'sticky'].includes(getComputedStyle(each).position) || sticks(each.parentElement))
    return rows.filter(sticks).length
  })
  // Sticky bars may cover at most half of the 16 rows of the window.
  expect([path, covered <= 8]).toEqual([path, true])
}

test('[N-01] with JavaScript the page names the chosen files in Chinese', async ({ page }) => {
  await page.goto('/require')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByText('还没有选择文件')).toBeVisible()
  await page.getByLabel('附件').setInputFiles({ name: '照片.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(page.getByText('已选 1 个：照片.txt')).toBeVisible()
  await page.getByLabel(/^想测什么/).fill('薄膜厚度，约 200 nm')
  await expect(page.getByText('草稿已存在这台设备上')).toBeVisible()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByLabel(/^想测什么/)).toHaveValue('薄膜厚度，约 200 nm')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('[F-43] controls that need JavaScript are hidden or say so', async ({ page }) => {
    await page.goto('/')
    for (const name of [/轮播/, /暂停滚动/, /展开其余/]) await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('group', { name: '合作单位标志' }).locator('> div')).toHaveCSS('animation-name', 'none')
    await page.getByRole('banner').getByRole('link', { name: '登录/注册' }).click()
    await expect(page).toHaveURL(/\?login#needs-script$/)
    // Playwright does not see text and roles inside noscript, although the browser shows them.
    const note = page.locator('#needs-script')
    await expect(note).toBeInViewport()
    expect(await note.innerText()).toContain('需要启用 JavaScript')
    await page.goto('/member/center')
    const heading = page.locator('noscript h1')
    await expect(heading).toBeInViewport()
    expect(await heading.innerText()).toBe('需要启用 JavaScript')
    await expect(page.getByText('正在加载')).toBeHidden()
  })

  test('[F-43] an empty requirement is answered in Chinese', async ({ page }) => {
    await page.goto('/require')
    await page.getByRole('button', { name: '提交需求' }).click()
    await expect(page.locator('form').getByRole('alert').first()).toContainText('请填写称呼')
  })

  test('[N-02] filters are links that combine, the filter sheet opens and methods are compared', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto('/project?typeId=1')
    await page.getByRole('button', { name: '筛选' }).click()
    const sheet = page.locator('#filters')
    await expect(sheet).toBeVisible()
    await expect(sheet.getByRole('button', { name: /^查看 \d+ 项$/ })).toBeVisible()
    await sheet.getByRole('link', { name: '¥100 以内' }).click()
    await expect(page).toHaveURL(/typeId=1&price=100/)
    await page.getByRole('button', { name: '筛选（1）' }).click()
    await sheet.getByRole('link', { name: '5 个工作日内' }).click()
    await expect(page).toHaveURL(/typeId=1&price=100&days=5/)
    await page.getByRole('link', { name: '去掉条件：¥100 以内' }).click()
    await expect(page).toHaveURL(/typeId=1&days=5$/)
    // The address changes before the whole page is there.
    await page.waitForLoadState()
    const boxes = page.getByRole('checkbox', { name: /^对比/ })
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: '对比所选' }).click()
    await expect(page).toHaveURL(/\/project\/compare\?rid=\d+&rid=\d+$/)
    await expect(page.getByRole('columnheader')).toHaveCount(2)
    // The phone's menu cannot open without scripts, so the header contains all links and the search.
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: '技能课程' })).toBeVisible()
    await header.getByRole('combobox').fill('衍射')
    await header.getByRole('button', { name: '搜索' }).click()
    await expect(page).toHaveURL(/\/search\?kw=/)
    await page.goBack()
    for (const row of ['能回答什么', '样品用量', '价格', '周期', '限制与注意'])
      await expect(page.getByRole('rowheader', { name: row })).toBeVisible()
  })

  test('[N-01] a requirement is sent with a file, and wrong input comes back as it was typed', async ({ page }) => {
    await page.goto('/require')
    await page.getByLabel(/^称呼/).fill('王老师')
    await page.getByLabel(/^手机号/).fill('12345')
    await page.getByLabel(/^想测什么/).fill('涂层附着力，两种基体')
    const file = { name: '照片.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
    // The browser's validation message is in the browser's language, so the page adds one in Chinese.
    await expect(page.getByText('选择文件', { exact: true })).toBeVisible()
    await expect(page.getByText('选好的文件名显示在按钮旁。')).toBeVisible()
    await page.getByLabel('附件').setInputFiles(file)
    await page.getByRole('button', { name: '提交需求' }).click()
    await expect(page.locator('form').getByRole('alert')).toContainText('手机号格式不正确')
    await expect(page.getByLabel(/^想测什么/)).toHaveValue('涂层附着力，两种基体')
    await page.getByLabel(/^手机号/).fill('138 0000 3333')
    await page.getByLabel('附件').setInputFiles(file)
    await page.getByRole('button', { name: '提交需求' }).click()
    await expect(page).toHaveURL(/receipt=XQ\d+$/)
    await expect(page.getByRole('status').filter({ hasText: '回执号' })).toContainText('2 小时内')
  })

  test('[N-13] a misspelt search shows the corrected word, and a search without hits leads to an advisor', async ({
    page,
  }) => {
    await page.goto('/search?kw=ramna')
    await expect(page.locator('main')).toContainText('没有找到「ramna」')
    await expect(page.locator('mark').first()).toHaveText(/raman/i)
    await page.goto('/search?kw=qqqqqq')
    await page.getByRole('link', { name: '提交需求' }).click()
    await expect(page.getByLabel('需求名称')).toHaveValue('qqqqqq')
  })
})

test.describe('metadata and robustness', () => {
  test('home, detail and article have structured data, share card and canonical link, and the content security policy blocks nothing', async ({
    page,
  }) => {
    const blocked: string[] = []
    page.on('console', (message) => message.type() === 'error' && blocked.push(message.text()))
    for (const [path, types] of [
      ['/', ['Organization', 'WebSite']],
      ['/project?typeId=31', ['BreadcrumbList']],
      ['/detail/1', ['Product', 'BreadcrumbList', 'FAQPage']],
      ['/article/1', ['Article', 'BreadcrumbList']],
    ] as const) {
      await page.goto(path)
      const found = await structured(page)
      expect(found.map((data) => data['@type'])).toEqual(types)
      // Projects and articles have their own share picture, all other pages the site's.
      const own = /^\/(detail|article)\//.test(path)
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
      expect(picture).toMatch(own ? /\/share\/(project|article)-\d+-[0-9a-f]{8}\.jpg$/ : /\/share\.png$/)
      const fetched = await page.request.get(picture ?? '')
      expect([path, fetched.status(), fetched.headers()['content-type']]).toEqual([
        path,
        200,
        own ? 'image/jpeg' : 'image/png',
      ])
      await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /./)
      await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
    }
    expect(blocked).toEqual([])
    const image = await page.request.get('/share.png')
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
  })

  test('links of the first page are prefetched until it is hydrated, and going back restores it', async ({ page }) => {
    const answer = await page.goto('/')
    expect(answer?.headers()['cache-control']).not.toContain('no-store')
    expect(answer?.headers().link).toMatch(/rel=preload; as=style/)
    const rules = JSON.parse((await page.locator('script[type=speculationrules]').textContent()) ?? '{}')
    expect(rules.prefetch[0].eagerness).toBe('moderate')
    await page.mouse.move(3, 3)
    await page.mouse.move(9, 9)
    await expect(page.locator('script[type=speculationrules]')).toHaveCount(0)
  })

  test('[F-80] bad input answers a page, never a server error, and never leaves the site', async ({
    request,
    server,
  }) => {
    for (const path of [
      '/project/1/%E0%A4%A',
      '/%',
      '/%ff%fe',
      '/detail/%E0%A4%A',
      '/detail/-1',
      '/detail/9e9',
      '/project?typeId=999999999',
      '/project?typeId=1&page=9999',
      '/project?sort=drop&price=x&days=x&tag=%00',
      '/project/compare?rid=x&rid=-1&rid=1e9',
      '/search?kw=%E0%A4%A',
      `/search?kw=${'长'.repeat(300)}`,
      '/list/news?page=99999',
      '/list/%2e%2e%2f',
      '/televised?page=0',
      '/article/0x1',
      '//evil.example',
      '/%5cevil.example',
      '/invited/%2F%2Fevil.example',
      '/invited/javascript:alert(1)',
      '/verify/%3Cscript%3E',
      '/sitemaps/..%2f..%2fetc%2fpasswd',
    ]) {
      const answer = await request.get(server.url + path, { maxRedirects: 0 })
      expect([path, answer.status() < 500]).toEqual([path, true])
      const to = answer.headers().location
      if (to !== undefined) expect([path, /^\/(?![/\\])/.test(to)]).toEqual([path, true])
    }
    for (const [path, status] of [
      ['/project?typeId=999999999', 404],
      ['/project?typeId=1&page=50', 404],
      ['/list/news?page=999', 404],
      ['/televised?page=999', 404],
      // A report number that was never issued.
      ['/verify/nothing', 404],
      ['/project?price=x', 200],
    ] as const)
      expect([path, (await request.get(path)).status()]).toEqual([path, status])
  })
})

async function structured(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text) as Record<string, unknown>)
}

test('[F-65] results are in the first view, filters open on demand, and the price of a project stays in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/project')
  const more = page.getByText('价格、周期与标签')
  await expect(more).toBeVisible()
  expect(await more.evaluate((summary) => summary.closest('details')?.open)).toBe(false)
  const card = page.locator('main li', { has: page.locator('a[href^="/detail/"]') }).first()
  const top = (await card.boundingBox())?.y ?? Number.POSITIVE_INFINITY
  expect(top).toBeLessThan(600)
  const drawing = await card.locator('svg, img').first().boundingBox()
  const compare = await card.getByText('对比').boundingBox()
  expect((compare?.y ?? 0) >= (drawing?.y ?? 0) + (drawing?.height ?? Number.POSITIVE_INFINITY)).toBe(true)

  await page.goto('/detail/1')
  // One button is in the form, the last is in the bar at the bottom of the window.
  const order = page.getByRole('button', { name: '加入实验方案' }).last()
  await page.mouse.move(700, 500)
  await page.mouse.wheel(0, 4000)
  await expect(order).toBeInViewport()
})
