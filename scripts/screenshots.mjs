// Takes screenshots of pages at phone and desktop width.
//   node scripts/screenshots.mjs FOLDER [--as 13800000001|manager@demo] [--width 375,1440] [--url http://…] ROUTE…
// Without --url it starts a server on a fresh demo database. `--as` signs in as a demo customer (a phone number) or
// as demo staff (an account with @) before the visit.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs'
import { ensureInstalled, ensurePagesBuilt, pinnedNode } from './provision.mjs'
import { startServer } from './run-server.mjs'

const DEMO_PASSWORD = 'Mingxi-demo-2026'

async function main() {
  const options = readOptions(process.argv.slice(2))
  await ensureInstalled()
  if (!options.url) await ensurePagesBuilt(await pinnedNode())
  const server = options.url ? undefined : await startServer({ DEMO: 'on' })
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS })
  try {
    mkdirSync(options.folder, { recursive: true })
    for (const width of options.widths) await shoot(browser, server?.url ?? options.url, width, options)
  } finally {
    await browser.close()
    await server?.stop()
  }
}

async function shoot(browser, url, width, { as, folder, routes }) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: width < 600 ? 812 : 900 },
    isMobile: width < 600,
    hasTouch: width < 600,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  if (as) await signIn(context, as)
  const page = await context.newPage()
  // The stream of the bell would keep the network busy for ever.
  await page.route('**/bell/stream', (route) => route.abort())
  page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) console.error(`${response.status()} ${response.url()}`)
  })
  for (const route of routes) {
    const response = await page.goto(route)
    // The console keeps a stream of events open, so the network never becomes idle there.
    await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {})
    const name = `${route.replace(/^\//, '').replace(/[^\w-]+/g, '_') || 'home'}${as ? `.${as.replace(/\W+/g, '_')}` : ''}.${width}.png`
    await page.screenshot({ path: join(folder, name), fullPage: true })
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    console.log(
      `${response?.status()} ${join(folder, name)}${scrollWidth > width ? `  scrolls sideways: ${scrollWidth} px` : ''}`,
    )
  }
  await context.close()
}

/** Stores the session in local storage before the first script of the page runs. */
async function signIn(context, account) {
  const staff = account.includes('@')
  const answer = await (
    await context.request.post(staff ? '/api/open/staff/login' : '/api/open/login', {
      data: { account, password: DEMO_PASSWORD },
    })
  ).json()
  if (answer.code !== 1) throw new Error(`signing in as ${account}: ${answer.msg}`)
  const { token, refreshToken, expires } = answer.data
  const record = { access: token, refresh: refreshToken, expires }
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    [staff ? 'mingxi.staff' : 'mingxi.session', JSON.stringify(record)],
  )
}

function readOptions(args) {
  const options = { widths: [375, 1440], routes: [] }
  const rest = []
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--as') options.as = args[++i]
    else if (args[i] === '--url') options.url = args[++i]
    else if (args[i] === '--width') options.widths = args[++i].split(',').map(Number)
    else rest.push(args[i])
  }
  const [folder, ...routes] = rest
  if (folder === undefined || routes.length === 0) {
    console.error('usage: node scripts/screenshots.mjs FOLDER [--as ACCOUNT] [--width 375,1440] [--url URL] ROUTE…')
    process.exit(2)
  }
  return { ...options, folder, routes }
}

await main()
