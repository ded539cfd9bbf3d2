import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { startServer } from '../scripts/run-server.mjs'
import { answered, calibration, slowedDown } from './pages/event-timing.ts'
import { signedIn, TEACHER } from './pages/input-scenes.ts'
import { spread } from './measure.ts'

/**
 * From the click on a link of the console or the member area to the next screen: its heading and the data below it, painted. Each screen is
 * opened for the first time in its session. The pointer rests on the link for 200 ms before, as a person's does, and the button is down for
 * 60 ms; `unheard` is the same while the page hears nothing of the pointer before the click, as before there was anything read ahead. Once on the processor as it is, once four times slower. The pages must have been built.
 * Run: node bench/screen-changes.ts [rounds]; BENCH_URL names a running demo instead of a new one.
 * 2026-11-25, medians: console 72 ms (127 unheard), member area 57 (82); see decision 0111.
 */
const REST_MS = 200
const PRESS_MS = 60
const rounds = Number(process.argv[2] ?? 3)

interface Change {
  link: string
  heading: RegExp
  /** The data of the screen, by a selector. */
  data: string
}

const rows = 'main tbody tr[data-key]'
const walks: { who: string; start: string; changes: Change[] }[] = [
  {
    who: 'manager@demo',
    start: '/console',
    changes: [
      { link: 'nav a[href^="/console/orders"]', heading: /^订单$/, data: rows },
      { link: 'main tbody th a[href^="/console/orders/"]', heading: /^MX/, data: 'main section, main table' },
      { link: 'nav a[href^="/console/customers"]', heading: /^客户$/, data: rows },
      { link: 'nav a[href^="/console/samples"]', heading: /样品/, data: rows },
      { link: 'nav a[href^="/console/reservations"]', heading: /预约/, data: rows },
      { link: 'nav a[href^="/console/contracts"]', heading: /合同/, data: rows },
      { link: 'nav a[href^="/console/tasks"]', heading: /检测任务/, data: 'main li a[href*="/console/tasks/"]' },
    ],
  },
  {
    who: TEACHER,
    start: '/member/center',
    changes: [
      { link: 'nav a[href="/member/order"]', heading: /我的订单/, data: rows },
      { link: 'main tbody a[href^="/member/order/"]', heading: /MX/, data: 'main section, main table' },
      { link: 'nav a[href="/member/sample"]', heading: /样品/, data: rows },
      { link: 'nav a[href="/member/unpaid"]', heading: /付/, data: 'main table, main [class*=state]' },
      { link: 'nav a[href="/member/invoiceLs"]', heading: /开票/, data: 'main table, main [class*=state]' },
      { link: 'nav a[href="/member/address"]', heading: /地址/, data: 'main li, main table, main [class*=card]' },
    ],
  },
]

const given = process.env.BENCH_URL
const server = given ? { url: given, stop: async () => {} } : await startServer({ LOG_LEVEL: 'silent', DEMO: 'life' })
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
try {
  for (const walk of walks)
    for (const slowness of [1, 4])
      for (const heard of [true, false]) {
        const times = new Map<string, number[]>()
        const loops: number[] = []
        for (let round = 0; round < rounds; round++) loops.push(await walked(browser, walk, slowness, heard, times))
        console.log(
          `${walk.start} ÷${slowness} ${heard ? 'ahead' : 'unheard'}, loop ${spread(loops).least.toFixed(0)} ms: ` +
            [...times].map(([name, each]) => `${name} ${each.map((ms) => ms.toFixed(0)).join('/')}`).join(' · '),
        )
        const best = [...times.values()].map((each) => Math.min(...each))
        console.log(
          `  best of ${rounds}: median ${spread(best).median.toFixed(0)} ms, worst ${spread(best).most.toFixed(0)} ms`,
        )
      }
} finally {
  await browser.close()
  await server.stop()
}

/** Follows the links once and notes the time of each; answers the time of the fixed loop. */
async function walked(
  browser: Browser,
  { who, start, changes }: (typeof walks)[number],
  slowness: number,
  heard: boolean,
  times: Map<string, number[]>,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: server.url,
  })
  try {
    await signedIn(context, server.url, who)
    if (!heard) await context.addInitScript(hearNothing)
    const page = await context.newPage()
    await page.goto(start)
    await page.locator('main h1').first().waitFor()
    await answered(page)
    await slowedDown(page, slowness)
    const loopMs = await calibration(page)
    for (const change of changes) {
      const ms = await changed(page, change)
      const name = change.link.replace(/^.*"\/|".*$/g, '') + (change.link.startsWith('main') ? '…' : '')
      times.set(name, [...(times.get(name) ?? []), ms])
    }
    return loopMs
  } finally {
    await context.close()
  }
}

async function changed(page: Page, { link, heading, data }: Change): Promise<number> {
  const target = page.locator(link).first()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${link} is not shown`)
  await page.mouse.move(5, 5)
  await answered(page)
  await page.evaluate(
    ([source, selector]) => {
      const wanted = new RegExp(source as string)
      const before = document.querySelector('main h1')
      const shared = window as unknown as { change: Promise<number> }
      shared.change = new Promise((resolve) => {
        document.addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              const h1 = document.querySelector('main h1')
              const there = h1 && h1 !== before && wanted.test(h1.textContent ?? '')
              if (there && document.querySelector(selector as string))
                setTimeout(() => resolve(performance.now() - timeStamp))
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      })
    },
    [heading.source, data],
  )
  await page.mouse.move(box.x + Math.min(box.width / 2, 40), box.y + box.height / 2)
  await page.waitForTimeout(REST_MS)
  await page.mouse.down()
  await page.waitForTimeout(PRESS_MS)
  await page.mouse.up()
  return page.evaluate(() => (window as unknown as { change: Promise<number> }).change)
}

/** Runs in the page before its scripts. */
function hearNothing(): void {
  const listen = document.addEventListener.bind(document)
  document.addEventListener = (type: string, ...rest: [EventListener]) => {
    if (!['pointerover', 'focusin', 'pointerdown'].includes(type)) listen(type, ...rest)
  }
}
