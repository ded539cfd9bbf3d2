import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { MemoryRouter, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { PageRefusal, type ServerApi, serverApi } from '../../../platform/client/server-api.ts'
import { ProjectCard } from '../../catalogue/project-card.tsx'
import type { SiteSettings } from '../../../core/settings/contract.ts'
import { SiteProvider } from '../../../core/settings/site.tsx'
import { CaseGrid } from '../../articles/case-grid.tsx'
import { iconsOf } from '../../media/method-icon.tsx'
import { Banner, firstStayMs } from './home/banner.tsx'
import { Categories, HotArea } from './home/categories.tsx'
import { PartnerStrip } from './home/partner-strip.tsx'
import { ServiceProcess } from './home/service-process.tsx'
import { ThanksTable } from './home/thanks-table.tsx'
import { loader } from './home.tsx'

const load = (call: ServerApi['call']) => {
  const context = new RouterContextProvider()
  context.set(serverApi, { call, publicUrl: '', problemNumber: '', failed: () => {} })
  return loader({ context } as unknown as Parameters<typeof loader>[0])
}

it('[H-12] one home call loads the page', async () => {
  const paths: string[] = []
  const { data, init } = await load((async (call: { path: string }) => {
    paths.push(call.path)
    return { bannerArr: [] }
  }) as unknown as ServerApi['call'])
  expect(paths).toEqual(['/api/open/web/index'])
  expect(data.home).toEqual({ bannerArr: [], thanksArr: [], thanksTotal: 0 })
  expect(init?.status ?? 200).toBe(200)
})

it('[H-12] passes its refusal to the page, with a status that is not cached', async () => {
  const { data, init } = await load(() => Promise.reject(new PageRefusal('系统繁忙', 200)))
  expect(data).toEqual({ refused: '系统繁忙' })
  expect(init?.status).toBe(503)
})

it('passes an unexpected error on to the error page', async () => {
  await expect(load(() => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
})

const linksIn = (node: ReactNode) =>
  [...renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>).matchAll(/<a [^>]*>/g)].map(([tag]) => ({
    href: /href="([^"]*)"/.exec(tag)?.[1],
    newTab: /target="_blank"/.test(tag) && /rel="noopener noreferrer"/.test(tag),
  }))

it('[H-02] a banner opens a project by its id, or an external http page in a new tab, and nothing else', () => {
  const slide = (redirect: string) => ({ title: `去${redirect}`, description: '', img: '', figure: null, redirect })
  const slides = ['7', 'https://example.com/a', 'javascript:alert(1)', '//evil.example', ''].map(slide)
  expect(linksIn(<Banner slides={slides} />)).toEqual([
    { href: '/detail/7', newTab: false },
    { href: 'https://example.com/a', newTab: true },
  ])
})

it('[H-07] a case opens its external source in a new tab if it has one, otherwise our article', () => {
  const one = { title: '案例', sketch: '', img: '', figure: null, created: '2026-03-02' }
  const cases = [
    { ...one, rid: 3, source: '' },
    { ...one, rid: 4, source: 'https://example.com/paper' },
  ]
  expect(linksIn(<CaseGrid cases={cases} />)).toEqual([
    { href: '/article/3', newTab: false },
    { href: 'https://example.com/paper', newTab: true },
  ])
})

/** Renders completely, including lazy pictures; answers the texts, then the addresses of pictures and links. */
async function shown(node: ReactNode) {
  const settings = { imageBase: 'https://img.example.com/mx' } as SiteSettings
  const site = (
    <MemoryRouter>
      <SiteProvider site={{ settings, publicUrl: '', year: 2026 }}>{node}</SiteProvider>
    </MemoryRouter>
  )
  const html = await text((await prerenderToNodeStream(site)).prelude)
  const values = (name: string) => [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value)
  return {
    words: html
      .replace(/<!--.*?-->/g, '')
      .split(/<[^>]*>/)
      .filter((part) => part.trim() !== ''),
    images: values('src'),
    links: values('href').map((link) => link?.replaceAll('&amp;', '&')),
  }
}
const imageAt = (name: string) => `https://img.example.com/mx/${name}`

it('[H-03] [H-11] a category shows its image, name and children, each with the list it leads to', async () => {
  const typeChildArr = [
    { id: 3101, name: '扫描电镜' },
    { id: 3102, name: '透射电镜' },
  ]
  const category = { id: 31, name: '显微形貌', img: 'category/31.png', figure: null, typeChildArr }
  const { words, images, links } = await shown(<Categories categories={[category]} />)
  expect(images).toEqual([imageAt('category/31.png')])
  expect(words).toEqual(expect.arrayContaining(['显微形貌', '扫描电镜', '透射电镜']))
  expect(links).toEqual([
    '/choose',
    '/project',
    '/project?typeId=31&title=显微形貌',
    '/project?typeId=31&childId=3101&title=扫描电镜',
    '/project?typeId=31&childId=3102&title=透射电镜',
  ])
})

it('[H-04] [H-11] the hot area shows image, name and sketch, and leads to the project route with typeId and title', async () => {
  const item = { id: 11, name: '晶体结构', img: 'category/11.png', figure: null, sketch: '物相与取向' }
  const { words, images, links } = await shown(<HotArea items={[item]} />)
  expect([words, images, links]).toEqual([
    ['热门专区', '晶体结构', '物相与取向'],
    [imageAt('category/11.png')],
    ['/project/11/晶体结构'],
  ])
})

it('[H-06] [H-07] [H-11] a hot project shows image, name, sketch and order count; a case shows its date', async () => {
  const project = { rid: 7, name: '拉曼光谱', img: 'project/7.png', figure: null, sketch: '不损样品', order: 128 }
  const rest = { priceFromFen: 8000, unit: '样', days: '2–4', tags: ['无损'], typeId: 1, categoryId: 12, rating: null }
  const hot = await shown(<ProjectCard project={{ ...project, ...rest }} />)
  expect(hot.words).toEqual(expect.arrayContaining(['拉曼光谱', '不损样品', '128下单']))
  expect([hot.images, hot.links]).toEqual([[imageAt('project/7.png')], ['/detail/7']])

  const one = { rid: 3, title: '涂层开裂', img: 'case/3.png', figure: null, sketch: '断口所见', source: '' }
  const cases = await shown(<CaseGrid cases={[{ ...one, created: '2026-03-02' }]} />)
  expect(cases.words).toEqual(['涂层开裂', '断口所见', '2026-03-02'])
  expect([cases.images, cases.links]).toEqual([[imageAt('case/3.png')], ['/article/3']])
})

it('[H-01] [H-11] a banner shows its picture with title and description', async () => {
  const slide = { title: '变温 XRD 开放', description: '25–1200 ℃', img: 'banner/1.png', figure: null, redirect: '7' }
  const { words, images } = await shown(<Banner slides={[slide]} />)
  expect([words, images]).toEqual([['变温 XRD 开放', '25–1200 ℃', '了解详情'], [imageAt('banner/1.png')]])
})

it('[H-08] an acknowledgement shows author, service, journal, text and summary, and leads to its original elsewhere', async () => {
  const row = { company: '某大学 陈同学', title: '扫描电镜', code: '材料学报', content: '感谢测试', sketch: '讲了涂层' }
  const rows = [
    { rid: 1, ...row, source: 'https://example.com/paper' },
    { rid: 2, ...row, source: '' },
  ]
  const { words, links } = await shown(<ThanksTable rows={rows} total={7} />)
  const five = ['某大学 陈同学', '扫描电镜', '材料学报', '感谢测试', '讲了涂层']
  expect(words.slice(-13)).toEqual([...five, '查看原文', ...five, '—', '展开其余 5 条'])
  expect(links).toEqual(['https://example.com/paper'])
  expect(linksIn(<ThanksTable rows={rows} />)).toEqual([{ href: 'https://example.com/paper', newTab: true }])
})

it('[H-09] fewer logos than a group still take 10 s, so that the strip never moves faster', () => {
  const runOf = (count: number) => {
    const partners = Array.from({ length: count }, (_, i) => ({ name: `单位${i}`, img: '' }))
    return /--run:(\d+)ms/.exec(renderToStaticMarkup(<PartnerStrip partners={partners} />))?.[1]
  }
  expect([runOf(1), runOf(4), runOf(16)]).toEqual(['10000', '10000', '40000'])
})

it('[F-40] the first stay of the banner is counted from the page load, not from hydration', () => {
  expect([0, 3600, 5000, 9000].map(firstStayMs)).toEqual([5000, 1400, 0, 0])
})

it('[F-29] pickup is offered where the settings name cities, and the link opens the dialog for people who are signed in', () => {
  const process = (pickupCities: string[]) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <SiteProvider site={{ settings: { pickupCities } as unknown as SiteSettings, publicUrl: '', year: 2026 }}>
          <ServiceProcess />
        </SiteProvider>
      </MemoryRouter>,
    )
  expect(process(['北京市', '上海市'])).toContain('北京市、上海市可免费上门取样，在线预约日期与时段')
  expect(process(['北京市'])).toContain('href="/member/sample?pickup=1"')
  expect(process([])).not.toContain('上门取样')
})

it('[Q-231] the service process says who asks for the invoice: whoever paid', () => {
  const process = renderToStaticMarkup(
    <MemoryRouter>
      <SiteProvider site={{ settings: { pickupCities: [] } as unknown as SiteSettings, publicUrl: '', year: 2026 }}>
        <ServiceProcess />
      </SiteProvider>
    </MemoryRouter>,
  )
  expect(process).toContain('付款后自行申请发票')
  expect(process).not.toContain('发票由客户经理')
})

it('no two icons shown together on the home page are the same', () => {
  const names = [
    '显微形貌 扫描电镜',
    '晶体结构',
    '电镜现场',
    '元素分析',
    '元素分析 光谱',
    '模拟与绘图',
    '力学与物性',
    '谱图解析',
  ]
  expect(new Set(iconsOf(names)).size).toBe(names.length)
  expect(iconsOf(['扫描电镜', '扫描电镜'])[0]).toBe('micrograph')
})
