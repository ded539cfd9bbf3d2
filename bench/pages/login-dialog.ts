import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs'
import { startServer } from '../../scripts/run-server.mjs'
import { show, spread } from '../measure.ts'

/**
 * Measures the size of the login dialog in addition to its page, and the time from the click to a usable field on a simulated phone: slow 4G
 * (150 ms, 1.6 Mbit/s), processor four and six times slower. Once before the scripts of the page have loaded, and once after
 * hydration. The pages must have been built. Run: node bench/pages/login-dialog.ts [runs]
 */
const runs = Number(process.argv[2] ?? 5)
const ASSETS = join(import.meta.dirname, '../../build/client/assets')

weigh()
const server = await startServer({ LOG_LEVEL: 'silent' })
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: CHROMIUM_FLAGS,
})
try {
  for (const slowness of [4, 6]) {
    for (const [when, ready] of [
      ['before the scripts of the page have loaded', false],
      ['on a hydrated page', true],
    ] as const) {
      const times: number[] = []
      for (let run = 0; run < runs; run++) times.push(await clickToUsable(slowness, ready))
      console.log(`login dialog: click to usable ${when}, processor ÷${slowness}, slow 4G: ${show(spread(times))} ms`)
    }
  }
} finally {
  await browser.close()
  await server.stop()
}

async function clickToUsable(slowness: number, ready: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    // A six times slower processor may need long, so the timeout is generous.
    page.setDefaultTimeout(120_000)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.goto(server.url, { waitUntil: ready ? 'networkidle' : 'domcontentloaded' })
    if (ready) await wake(page)
    return await page.evaluate(measure)
  } finally {
    await context.close()
  }
}

/** A touch loads the scripts of the page; the scripts of the dialog are loaded with the click. */
async function wake(page: Page): Promise<void> {
  await page.touchscreen.tap(180, 500)
  await page.locator('#ahead').waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}

/** Runs in the page. Usable means that the form reacts to input, not only that a field is visible. */
function measure(): Promise<number> {
  return new Promise((resolve) => {
    const started = performance.now()
    const look = () => {
      const field = document.querySelector<HTMLInputElement>('dialog[open] input[name=account]')
      const taken = field && Object.keys(field).some((key) => key.startsWith('__reactProps'))
      if (taken) resolve(performance.now() - started)
      else setTimeout(look, 5)
    }
    const entry = [...document.querySelectorAll<HTMLElement>('[data-login-entry]')].find(
      (each) => each.getClientRects().length > 0,
    )
    entry?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    entry?.click()
    look()
  })
}

/** The scripts that the dialog needs and that a page of the site has not loaded yet, from the imports of the built files. */
function weigh(): void {
  const files = readdirSync(ASSETS).filter((file) => file.endsWith('.js'))
  const named = (pattern: RegExp) => files.find((file) => pattern.test(file)) ?? ''
  const manifest = JSON.parse(
    readFileSync(join(ASSETS, named(/^manifest-/)), 'utf8')
      .replace(/^[^{]*/, '')
      .replace(/;\s*$/, ''),
  ) as { entry: Part; routes: Record<string, Part & { id: string }> }
  const home = Object.values(manifest.routes).filter(({ id }) => id === 'root' || /site-layout$|\/home$/.test(id))
  const base = closure(
    [manifest.entry, ...home]
      .flatMap(({ module, imports = [] }) => [module, ...imports])
      .map((file) => file.split('/').at(-1) ?? ''),
  )
  const own = [...closure([named(/^login-dialog-[\w-]+\.js$/)])].filter((file) => !base.has(file))
  const size = (list: Iterable<string>) =>
    [...list].reduce((sum, file) => sum + gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).length, 0) / 1000
  console.log(
    `login dialog: ${size(own).toFixed(1)} kB gzip in ${own.length} files beside the ${size(base).toFixed(1)} kB of home (${own.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).join(', ')})`,
  )
}

interface Part {
  module: string
  imports?: string[]
}

function closure(from: string[]): Set<string> {
  const found = new Set<string>()
  const queue = from.filter(Boolean)
  for (let file = queue.pop(); file; file = queue.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const text = readFileSync(join(ASSETS, file), 'utf8')
    queue.push(...[...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map((match) => match[1] ?? ''))
  }
  return found
}
