import { expect, test } from '../journey.ts'

// Reads what the seed wrote: other journeys change counts, messages and articles of the shared installation.
test.use({ installation: 'as-seeded' })

// The pages of text that the specification names, and their required content.

const PAGES: readonly [path: string, heading: string, says: readonly RegExp[]][] = [
  ['/about/profile', '公司简介', [/实验室/, /送样检测/, /现场预约/, /数据分析/]],
  ['/about/culture', '企业文化', [/原始数据/, /2 小时/, /48 小时/]],
  ['/about/recruit', '人才招聘', [/电镜工程师/, /简历/, /service@mingxi\.example/]],
  ['/license', '用户协议', [/账号/, /下单与价格/, /样品与安全/, /数据与保密/, /付款与发票/, /责任与争议/]],
  ['/policy', '隐私政策', [/我们收集什么/, /用来做什么/, /保存多久/, /您的权利/, /400-000-0000/]],
  ['/agreement', '检测服务协议', [/样品要求/, /费用与付款/, /取消与修改/, /数据交付与复测/, /保密/]],
  ['/guide', '送样指南', [/先下单，再寄样/, /怎么包装/, /上门取样/]],
  ['/contact', '联系我们', [/400-000-0000/, /周一至周六 8:30-18:30/]],
]

for (const [path, heading, says] of PAGES)
  test(`[N-01] ${path} shows its own content with settings filled in, also without JavaScript`, async ({
    request,
    server,
  }) => {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    const html = await answer.text()
    expect(html.match(/<h1[ >][^]*?<\/h1>/)?.[0]).toContain(heading)
    const words = html.replace(/<script[^]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ')
    for (const pattern of says) expect([path, words]).toEqual([path, expect.stringMatching(pattern)])
    // A placeholder with an unknown name would stay in its braces.
    expect(words).not.toMatch(/\{\{|\}\}/)
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}"/)
    expect(html).toContain(`rel="canonical" href="${path}"`)
    expect(server.log()).not.toContain('"level":50')
  })

test('[N-04] [N-03] an invitation redirects home with its code, and sections redirect to their first page', async ({
  request,
}) => {
  for (const [path, to] of [
    ['/invited', '/'],
    ['/invited/FRIEND-7_a', '/#invited=FRIEND-7_a'],
    ['/invited/no%20code', '/'],
    [`/invited/${'a'.repeat(41)}`, '/'],
    ['/about', '/about/profile'],
    ['/member', '/member/center'],
    ['/experiment', '/experiment/plan'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect([path, answer.status(), answer.headers().location]).toEqual([path, 302, to])
  }
})

/** The text of a page's HTML without spaces, so that line wrapping does not matter. */
function wordsOf(html: string): string {
  const text = html.replace(/<(script|style)[^]*?<\/\1>/g, '').replace(/<[^>]*>/g, '')
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" }
  return text.replace(/&(lt|gt|quot|amp|#x27);/g, (_, name: string) => entities[name] ?? '').replace(/\s/g, '')
}

interface Detail {
  name: string
  sketch: string
  days: string
  order: number
  tags: string[]
  aliases: string[]
  form: { fields: { label: string; showWhen?: object }[] }
  rule: { kind: string; rates?: { label: string; unitFen: Record<string, number> }[]; addOns?: { label: string }[] }
  content: {
    intro: string[]
    requirements: { least?: string; size?: string; refused?: string; note?: string }[]
    consumed: boolean
    notices: string[]
    instruments: { name: string; note: string }[]
    results: { title: string; text: string }[]
    faq: { question: string; answer: string }[]
  }
  cases: { rid: number; title: string; source: string }[]
  related: { rid: number; name: string }[]
}

test('[N-01] the page of every project shows all its content without JavaScript', async ({ request }) => {
  const get = async (path: string) => (await (await request.get(path)).json()).data
  const { list } = (await get('/api/open/web/device/search?size=100')) as { list: { rid: number }[] }
  expect(list.length).toBeGreaterThanOrEqual(24)
  for (const { rid } of list) {
    const project = (await get(`/api/open/web/device/detail?rid=${rid}`)) as Detail
    const html = await (await request.get(`/detail/${rid}`)).text()
    const words = wordsOf(html)
    const { name, sketch, aliases, tags, rule, content, cases, related } = project
    const price = (fen: number) => `¥${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
    for (const text of [
      ...[name, sketch, ...aliases.slice(0, 5), ...tags, ...content.intro, ...content.notices],
      ...[`收样后 ${project.days} 个工作日`, `${project.order}下单`, '高校院所', '个人', '企业', '加入实验方案'],
      content.consumed ? '消耗样品，不可回收' : '样品可寄回',
      ...content.requirements.flatMap(({ least, size, refused, note }) => [least, size, refused, note]),
      ...content.instruments.flatMap((each) => [each.name, each.note]),
      ...content.results.flatMap(({ title, text: said }) => [title, said]),
      ...content.faq.flatMap(({ question, answer }) => [question, answer]),
      ...project.form.fields.filter(({ showWhen }) => !showWhen).map(({ label }) => label),
      ...(rule.rates ?? []).flatMap(({ label, unitFen }) => [label, ...Object.values(unitFen).map(price)]),
      ...(rule.addOns ?? []).map(({ label }) => label),
      ...[...cases.map(({ title }) => title), ...related.map((each) => each.name)],
    ])
      expect([name, text, words.includes((text ?? '').replace(/\s/g, ''))]).toEqual([name, text, true])
    for (const link of [
      ...related.map((each) => `/detail/${each.rid}`),
      ...cases.map(({ rid: at, source }) => source || `/article/${at}`),
      ...['#order', 'tel:4000000000'],
    ])
      expect([name, link, html.includes(`href="${link}"`)]).toEqual([name, link, true])
  }
})

test('[N-02] filters and sort orders of a list are links that lead to what they name', async ({ request }) => {
  const html = await (await request.get('/project?typeId=1')).text()
  for (const [label, parameter, least] of [
    ['类别', 'typeId', 10],
    ['价格', 'price', 5],
    ['周期', 'days', 3],
    ['标签', 'tag', 4],
    ['排序', 'sort', 2],
  ] as const) {
    const [nav = ''] = new RegExp(`<nav aria-label="${label}"[^]*?</nav>`).exec(html) ?? []
    const links = [...nav.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
    const named = links.filter((link) => link.includes(`${parameter}=`))
    expect(named.length, label).toBeGreaterThanOrEqual(least)
    for (const link of named) {
      const { searchParams } = new URL(link, 'http://shop.test')
      searchParams.delete('title')
      const answer = await request.get(`/api/open/web/device/search?${searchParams}&size=100`)
      const { list, total } = (await answer.json()).data as { list: { rid: number; tags: string[] }[]; total: number }
      const page = await (await request.get(link)).text()
      expect([link, /role="status">共 <span[^>]*>(\d+)<\/span> 个项目/.exec(page)?.[1]]).toEqual([link, String(total)])
      const cards = [...page.matchAll(/name="rid" value="(\d+)"/g)].map(([, rid]) => Number(rid))
      expect([link, cards]).toEqual([link, list.slice(0, 12).map(({ rid }) => rid)])
      const counted = nav.split(`href="${link.replaceAll('&', '&amp;')}"`)[1]?.match(/^[^<]*<span[^>]*>(\d+)</)?.[1]
      expect([link, counted ?? String(total)]).toEqual([link, String(total)])
      const tag = searchParams.get('tag')
      if (tag) expect([link, total > 0, list.every(({ tags }) => tags.includes(tag))]).toEqual([link, true, true])
    }
  }
})

test('[N-02] a list without hits offers similar projects, a link to clear the filters and a contact; filtered lists are not indexed', async ({
  request,
}) => {
  const html = await (await request.get('/project?typeId=31&price=100&days=3&tag=没有这个')).text()
  const [near = ''] = /<section aria-labelledby="near"[^]*?<\/section>/.exec(html) ?? []
  expect([...near.matchAll(/href="\/detail\/\d+"/g)].length).toBeGreaterThan(0)
  expect(html).toContain('href="/require"')
  // The category stays, all filters are removed.
  expect(html).toMatch(/href="\/project\?typeId=31"[^>]*>清除筛选/)
  for (const path of ['/project?typeId=31&price=100', '/search?kw=xrd', '/require?about=x'])
    expect([path, (await (await request.get(path)).text()).includes('name="robots" content="noindex"')]).toEqual([
      path,
      true,
    ])
})

test('[N-01] every page has a skip link, breadcrumbs and one heading', async ({ request }) => {
  const lists = ['/list/news', '/list/course', '/list/service', '/list/thanks', '/televised', '/search?kw=xrd']
  const projects = [
    '/project',
    '/project/1',
    '/project?typeId=31&childId=3101',
    '/project/compare?rid=1&rid=2',
    '/detail/1',
  ]
  const others = ['/article/1', '/require', '/verify']
  for (const path of [...PAGES.map(([each]) => each), ...lists, ...projects, ...others]) {
    const html = await (await request.get(path)).text()
    expect([path, html.match(/<h1[ >]/g)?.length]).toEqual([path, 1])
    expect([path, html.includes('href="#main"'), html.includes('id="main"')]).toEqual([path, true, true])
    expect([path, /<nav aria-label="面包屑"[^]*?<a href="\/">首页<\/a>/.test(html)]).toEqual([path, true])
  }
})

test('[N-01] lists of cases, services and acknowledgements are complete and link to their pages', async ({
  request,
}) => {
  const get = async (path: string) => (await (await request.get(path)).json()).data.list
  for (const [path, call] of [
    ['/televised', 'ability'],
    ['/list/service', 'service'],
  ] as const) {
    const html = await (await request.get(path)).text()
    for (const { rid, title, sketch, created, source } of await get(`/api/open/web/${call}?size=12`)) {
      const words = wordsOf(html)
      for (const text of [title, sketch, created])
        expect([path, words]).toEqual([path, expect.stringContaining(text.replace(/\s/g, ''))])
      expect(html).toContain(`href="${source || `/article/${rid}`}"`)
    }
  }
  const thanks = wordsOf(await (await request.get('/list/thanks')).text())
  for (const { company, title, code, content, sketch } of await get('/api/open/web/acknowledge?size=12'))
    for (const text of [company, title, code, content, sketch]) expect(thanks).toContain(text.replace(/\s/g, ''))
})

test('[N-01] articles show date, tags and projects; the contact page can dial, mail, show the map and copy', async ({
  request,
}) => {
  for (const type of ['news', 'course', 'service']) {
    const { list } = (await (await request.get(`/api/open/web/news?type=${type}`)).json()).data
    const page = await (await request.get(`/list/${type}`)).text()
    for (const { id, title, created, tags } of list as {
      id: number
      title: string
      created: string
      tags: string[]
    }[]) {
      expect([type, title, page.includes(`href="/article/${id}"`)]).toEqual([type, title, true])
      const { projects } = (await (await request.get(`/api/open/web/news/detail?id=${id}`)).json()).data
      const html = await (await request.get(`/article/${id}`)).text()
      const words = wordsOf(html)
      for (const text of [title, created, ...tags, '复制引用'])
        expect([title, text, words.includes(text.replace(/\s/g, ''))]).toEqual([title, text, true])
      expect([title, words.includes('文中用到的项目')]).toEqual([title, projects.length > 0])
      for (const { rid } of projects as { rid: number }[])
        expect([title, rid, html.includes(`href="/detail/${rid}"`)]).toEqual([title, rid, true])
    }
  }
  const contact = await (await request.get('/contact')).text()
  for (const link of ['tel:4000000000', 'mailto:service@mingxi.example', 'https://uri.amap.com/search?keyword='])
    expect(contact).toContain(`href="${link}`)
  for (const words of ['复制地址', '复制收件信息', '收样组']) expect(wordsOf(contact)).toContain(words)
})
