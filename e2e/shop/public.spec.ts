import { accessibilityFaults, expect, test, widthFaults } from '../journey.ts'
import { openHydrated, ridOf, section } from './public-steps.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test.describe('home', () => {
  test('[H-01] the banner advances after 5000 ms with a transition of 1500 ms, in a loop, and can be paused', async ({
    page,
  }) => {
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await openHydrated(page, '/')
    const banner = page.getByRole('region', { name: '推荐内容' })
    const slides = banner.locator('[aria-roledescription="幻灯片"]')
    const count = await slides.count()
    expect(count).toBeGreaterThan(1)
    const current = () => slides.evaluateAll((all) => all.findIndex((slide) => !slide.hasAttribute('inert')))
    await expect(slides.first()).toHaveCSS('transition-duration', /^1\.5s/)
    await expect(slides.first().locator('p')).toHaveCount(2)
    await page.clock.runFor(4900)
    expect(await current()).toBe(0)
    await page.clock.runFor(200)
    await expect.poll(current).toBe(1)
    for (let step = 2; step <= count; step++) {
      await page.clock.runFor(6600)
      await expect.poll(current).toBe(step % count)
    }
    // Hovering pauses it.
    await page.mouse.move(700, 300)
    await page.clock.runFor(30_000)
    expect(await current()).toBe(0)
    await banner.getByRole('button', { name: '暂停轮播' }).click()
    await page.mouse.move(3, 3)
    await page.clock.runFor(30_000)
    expect(await current()).toBe(0)
  })

  test('[H-01] [H-09] with reduced motion nothing moves by itself', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openHydrated(page, '/')
    const banner = page.getByRole('region', { name: '推荐内容' })
    await expect(banner.getByRole('button', { name: '继续轮播' })).toBeVisible()
    const track = section(page, '合作单位').getByRole('group', { name: '合作单位标志' }).locator('> div')
    await expect(track).toHaveCSS('animation-name', 'none')
  })

  test('[H-02] a banner of a project opens its page', async ({ page }) => {
    await page.goto('/')
    const link = page.getByRole('region', { name: '推荐内容' }).getByRole('link').first()
    await expect(link).toHaveAttribute('href', /^\/detail\/\d+$/)
    await expect(link).not.toHaveAttribute('target', /.+/)
  })

  test('[H-03] a category and its children open the list with typeId, childId and title', async ({ page }) => {
    await page.goto('/')
    const categories = section(page, '服务项目')
    await expect(categories.getByRole('link', { name: '显微形貌' })).toHaveAttribute(
      'href',
      '/project?typeId=31&title=显微形貌',
    )
    await categories.getByRole('link', { name: '扫描电镜', exact: true }).click()
    await expect(page).toHaveURL(/\/project\?typeId=31&childId=3101&title=/)
    await expect(page.locator('h1')).toHaveText('扫描电镜')
  })

  test('[H-04] a hot area opens the project route with typeId and title', async ({ page }) => {
    await page.goto('/')
    const item = section(page, '热门专区').getByRole('listitem').filter({ hasText: '晶体结构' })
    await expect(item.locator('p')).not.toBeEmpty()
    await item.getByRole('link').click()
    await expect(page).toHaveURL(/\/project\/11\//)
    await expect(page.locator('h1')).toHaveText('晶体结构')
  })

  test('[H-05] the service process shows six steps for institutes by default and five for enterprises', async ({
    page,
  }) => {
    await openHydrated(page, '/')
    const process = section(page, '服务流程')
    await expect(process.getByRole('tab', { name: '高校院所客户' })).toHaveAttribute('aria-selected', 'true')
    const steps = process.getByRole('tabpanel').getByRole('listitem')
    await expect(steps).toHaveCount(6)
    for (const [index, words] of [
      ['注册', '完善', '先测后付', '客户经理'],
      ['登录', '下单', '实验方案自动生成'],
      ['协议', '样品', '北京市', '上海市', '免费上门取样'],
      ['短信', '客户经理', '2 小时'],
      ['实验结束后 2 小时', '短信', '邮件', '站内信'],
      ['结算', '发票', '全款付清后 48 小时内寄回', '预存'],
    ].entries())
      for (const word of words) await expect(steps.nth(index)).toContainText(word)
    // Each promise is also shown as a clock.
    for (const [index, clock] of [
      [3, '2 小时内'],
      [4, '2 小时内'],
      [5, '48 小时内'],
    ] as const)
      await expect(steps.nth(index).getByText(clock, { exact: true })).toBeVisible()
    await process.getByRole('tab', { name: '企业客户' }).click()
    await expect(steps).toHaveCount(5)
    for (const [index, words] of [
      ['注册', '客户经理'],
      ['客户经理', '锁定报价'],
      ['合同', '全额预付'],
      ['寄出样品', '客户经理', '2 小时'],
      ['实验结束后 2 小时', '短信', '邮件', '站内信'],
    ].entries())
      for (const word of words) await expect(steps.nth(index)).toContainText(word)
  })

  test('[H-06] hot projects show their order count and open their page', async ({ page }) => {
    await page.goto('/')
    const item = section(page, '热门项目').getByRole('listitem').first()
    await expect(item).toContainText(/\d+下单/)
    // A block that is still out of sight is not laid out, and has no inner text.
    const name = (await item.getByRole('link').textContent())?.trim() ?? ''
    expect(name).not.toBe('')
    await item.getByRole('link').click()
    await expect(page).toHaveURL(/\/detail\/\d+$/)
    await expect(page.locator('h1')).toHaveText(name)
  })

  test('[H-07] cases show their date and open their article', async ({ page }) => {
    await page.goto('/')
    const item = section(page, '能力展示').getByRole('listitem').first()
    await expect(item.locator('time')).toHaveText(/^\d{4}-\d{2}-\d{2}$/)
    await item.getByRole('link').click()
    await expect(page).toHaveURL(/\/article\/\d+$/)
  })

  test('[H-08] acknowledgements show five rows first and the rest on demand', async ({ page }) => {
    await openHydrated(page, '/')
    const thanks = section(page, '文章致谢')
    // Sections far below are laid out in idle time, or when somebody comes near.
    await thanks.scrollIntoViewIfNeeded()
    await expect(thanks.getByRole('columnheader')).toHaveText([
      '作者单位',
      '服务项目',
      '期刊',
      '致谢内容',
      '文章摘要',
      '原文',
    ])
    const rows = thanks.locator('tbody tr')
    await expect(rows).toHaveCount(5)
    await thanks.getByRole('button', { name: /展开其余/ }).click()
    await expect.poll(() => rows.count()).toBeGreaterThan(5)
  })

  test('[H-09] the partner strip moves a group of four in 10 s with gaps of 5 px, two in view and four from 961 px', async ({
    page,
  }) => {
    await openHydrated(page, '/')
    const strip = section(page, '合作单位')
    const logos = strip.getByRole('list').first().locator('li')
    const group = strip.getByRole('group', { name: '合作单位标志' })
    const count = await logos.count()
    const track = group.locator('> div')
    await expect(track).toHaveCSS('animation-duration', `${count * 2.5}s`)
    await expect(track).toHaveCSS('animation-timing-function', 'linear')
    await expect(track).toHaveCSS('animation-iteration-count', 'infinite')
    for (const [width, inView] of [
      [960, 2],
      [961, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const frame = (await group.boundingBox())?.width ?? 0
      const logo = (await logos.first().boundingBox())?.width ?? 0
      expect(Math.abs(logo * inView + 5 * (inView - 1) - frame)).toBeLessThan(1)
    }
    await strip.getByRole('button', { name: '暂停滚动' }).click()
    await expect(track).toHaveCSS('animation-play-state', 'paused')
  })

  test('[H-10] more links lead to the project, service and acknowledgement lists', async ({ page }) => {
    await page.goto('/')
    for (const [name, href] of [
      ['更多项目', '/project'],
      ['更多案例', '/list/service'],
      ['更多致谢', '/list/thanks'],
    ] as const)
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', href)
  })
})

test.describe('routes', () => {
  const pages: [path: string, h1: RegExp][] = [
    ['/', /明析科测/],
    ['/about/profile', /公司简介/],
    ['/about/culture', /企业文化/],
    ['/about/recruit', /人才招聘/],
    ['/project', /全部服务项目/],
    ['/project/1', /送样检测/],
    ['/project/2', /现场预约/],
    ['/project/3', /数据分析/],
    ['/project/31/3101/显微形貌/扫描电镜', /扫描电镜/],
    ['/project?typeId=2', /现场预约/],
    ['/list/news', /新闻/],
    ['/list/course', /课程/],
    ['/list/service', /案例/],
    ['/list/thanks', /致谢/],
    ['/televised', /能力展示/],
    ['/article/1', /./],
    ['/contact', /联系我们/],
    ['/guide', /送样指南/],
    ['/require', /需求/],
    ['/search?kw=XRD', /XRD/],
    ['/license', /用户协议/],
    ['/policy', /隐私政策/],
  ]
  test('[N-01] [N-02] every public route answers with its own page, one h1, title and description, without JavaScript', async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const titles = new Set<string>()
    for (const [path, h1] of pages) {
      const response = await page.goto(server.url + path)
      expect(response?.status(), path).toBe(200)
      await expect(page.locator('h1'), path).toHaveCount(1)
      await expect(page.locator('h1'), path).toHaveText(h1)
      expect(await page.locator('meta[name=description]').getAttribute('content'), path).not.toBe('')
      expect(await page.locator('link[rel=canonical]').getAttribute('href'), path).toMatch(/^(http|\/)/)
      titles.add(await page.title())
    }
    // /project/2 and its form with a query are the same page.
    expect(titles.size).toBe(pages.length - 1)
    await context.close()
  })

  test('[N-03] /about leads to /about/profile', async ({ request }) => {
    const answer = await request.get('/about', { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toBe('/about/profile')
  })

  test('[N-04] an invitation redirects home and opens the registration', async ({ page }) => {
    await page.goto('/invited/ABC123')
    await expect(page).toHaveURL(/\/(#invited=ABC123)?$/)
    await expect(page.getByRole('dialog')).toContainText('注册')
  })

  test('[N-10] a navigation starts at the top, with the focus on the heading', async ({ page }) => {
    await openHydrated(page, '/')
    const link = section(page, '热门项目').getByRole('link', { name: '更多项目' })
    await link.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
    await link.click()
    await expect(page.locator('h1')).toHaveText('全部服务项目')
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page.locator('h1')).toBeFocused()
  })

  test('[N-11] the side bar and the footer show the settings', async ({ page }) => {
    await openHydrated(page, '/contact')
    const side = page.getByRole('complementary', { name: '服务栏' })
    await side.getByText('扫码').click()
    await expect(side.getByRole('img', { name: /二维码/ })).toBeVisible()
    await side.getByText('热线', { exact: true }).click()
    await expect(side.getByRole('link', { name: '400-000-0000' })).toBeVisible()
    await side.getByText('时间', { exact: true }).click()
    await expect(side.getByText('周一至周六 8:30-18:30')).toBeVisible()
    await expect(page.getByRole('main').getByText(/^现在(营业，今天|休息，).*\d:\d\d/)).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
    await side.getByRole('link', { name: /返回顶部/ }).click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    const footer = page.getByRole('contentinfo')
    for (const text of ['示例市高新区', '400-000-0000', 'service@mingxi.example', '周一至周六 8:30-18:30'])
      await expect(footer).toContainText(text)
    await expect(footer.getByRole('link', { name: '送样指南' })).toBeVisible()
  })

  test('[N-13] a failing page shows an error and links to continue', async ({ page }) => {
    await openHydrated(page, '/')
    await page.route(/\.data(\?|$)/, (route) => route.abort())
    await section(page, '热门项目').getByRole('link', { name: '更多项目' }).click()
    await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
    await page.unroute(/\.data(\?|$)/)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.locator('h1')).not.toHaveCount(0)
  })

  test('[N-13] [Q-242] an unknown path, project, article or list answers a page with status 404 and links to continue', async ({
    page,
  }) => {
    for (const path of [
      '/nothing',
      '/detail/999999',
      '/detail/abc',
      '/article/999999',
      '/list/other',
      '/about/other',
    ]) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(404)
      await expect(page.locator('h1'), path).toHaveCount(1)
      await expect(page.getByRole('link', { name: '查看全部服务项目' }), path).toBeVisible()
    }
    expect((await page.goto('/member/nothing'))?.status()).toBe(404)
    await expect(page.getByRole('link', { name: '回到会员中心' })).toHaveAttribute('href', '/member')
  })
})

test.describe('search and forms', () => {
  test('the header search finds a project by its abbreviation with suggestions, and works without JavaScript', async ({
    page,
    browser,
    server,
  }) => {
    await openHydrated(page, '/')
    const box = page.getByRole('banner').getByRole('combobox')
    await page.keyboard.press('/')
    await expect(box).toBeFocused()
    await box.fill('xrd')
    await expect(page.getByRole('option').first()).toContainText('XRD')
    await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/detail\/\d+$/)
    await box.fill('比表面')
    await box.press('Enter')
    await expect(page.locator('h1')).toHaveText('搜索「比表面」')
    await box.fill('')
    await expect(page.getByRole('option', { name: /^比表面\s*搜过$/ })).toBeVisible()
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(server.url)
    await plain.getByRole('banner').getByRole('combobox').fill('衍射')
    await plain.getByRole('banner').getByRole('button', { name: '搜索' }).click()
    await expect(plain.locator('mark').first()).toHaveText('衍射')
    await context.close()
  })

  test('[Q-81] the price follows the parameters, the input survives the sign-in dialog, and a number that is too large is not cut without a word', async ({
    page,
  }) => {
    await openHydrated(page, `/detail/${await ridOf(page, 'XRD')}`)
    const order = section(page, '参数与下单')
    const total = order.getByRole('status').filter({ hasText: '预估合计' })
    await expect(total).toContainText('¥60.00')
    for (const [group, price] of [
      ['企业', '¥96.00'],
      ['个人', '¥75.00'],
      ['高校院所', '¥60.00'],
    ] as const) {
      await order.getByRole('radio', { name: group }).check()
      await expect(total).toContainText(price)
    }
    await order.getByLabel('样品数量').fill('120')
    await expect(order.getByLabel('样品数量')).toHaveValue('99')
    await expect(order.getByText('每项最多 99 个，更多请分项加入')).toBeVisible()
    await order.getByLabel('样品数量').fill('3')
    await expect(total).toContainText('¥180.00')
    await order.getByLabel('物相检索').check()
    await expect(total).toContainText('¥480.00')
    await order.getByRole('button', { name: '加入实验方案' }).click()
    await expect(page.getByRole('dialog')).toContainText('登录')
    await page.reload()
    await page.mouse.move(9, 9)
    await expect(order.getByLabel('样品数量')).toHaveValue('3')
    await expect(total).toContainText('¥480.00')
  })

  test('at most three methods can be compared, and the page says so', async ({ page }) => {
    await openHydrated(page, '/project')
    const boxes = page.getByRole('checkbox', { name: /^对比/ })
    for (const i of [0, 1, 2]) await boxes.nth(i).check()
    await expect(page.getByText('已选 3 项，最多 3 项')).toBeVisible()
    await expect(boxes.nth(3)).toBeDisabled()
    await boxes.nth(1).uncheck()
    await expect(boxes.nth(3)).toBeEnabled()
  })

  test('list, detail, search and article are accessible at 375 and 1440 px with their scripts and do not scroll sideways', async ({
    page,
  }) => {
    const detail = `/detail/${await ridOf(page, 'XRD')}`
    const lists = ['/project?typeId=1', '/search?kw=xrd', '/search?kw=qqqq', '/list/thanks']
    for (const path of [...lists, detail, '/article/1']) {
      await openHydrated(page, path)
      for (const width of [1440, 375]) {
        await page.setViewportSize({ width, height: 900 })
        expect([path, await widthFaults(page)]).toEqual([path, []])
        expect([path, await accessibilityFaults(page)]).toEqual([path, []])
      }
    }
  })
})
