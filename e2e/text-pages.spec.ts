import { expect, test } from './journey.ts'

// The pages of text that the specification names, by what they have to say.

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
  test(`[N-01] ${path} says what it is for, with its settings filled in, also without JavaScript`, async ({
    request,
    server,
  }) => {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    const html = await answer.text()
    expect(html.match(/<h1[ >][^]*?<\/h1>/)?.[0]).toContain(heading)
    const words = html.replace(/<script[^]*?<\/script>/g, '').replace(/<[^>]*>/g, ' ')
    for (const pattern of says) expect([path, words]).toEqual([path, expect.stringMatching(pattern)])
    // A name of a setting that nobody knows would stay in its braces.
    expect(words).not.toMatch(/\{\{|\}\}/)
    expect(html).toMatch(/<meta name="description" content="[^"]{10,}"/)
    expect(html).toContain(`rel="canonical" href="${path}"`)
    expect(server.log()).not.toContain('"level":50')
  })

test('[N-04] an invitation leads home, with its code where it has one; [N-03] sections lead to their first page', async ({
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
