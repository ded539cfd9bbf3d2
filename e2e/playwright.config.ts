import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findHeadlessChromium } from '../scripts/chromium.mjs'

// Every journey runs on the embedded database, which every machine has: --project=pglite. On PostgreSQL, --project=postgres,
// run those in which a database can make a difference that a visitor sees: two people who write at once, work in the
// background, days, search and long lists. What a form says and how a page looks comes from the browser's side of the product, and every
// call behind it is tested on PostgreSQL by the call tests (decision 0042).
const DEPENDS_ON_DATABASE =
  /\/(booking|console|content|demands|enterprise|institute|returning|specification|wizard)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './prepare.ts',
  fullyParallel: false,
  // Each worker has a server and a browser of its own, which mostly take turns: one worker per core.
  workers: availableParallelism(),
  // At a desk a journey that fails has failed. On the machine that guards main it is tried once more in a new house with
  // a new server, since browser, server and database share what cores there are; the summary names it (decision 0023).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : [])],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findHeadlessChromium(), args: CHROMIUM_FLAGS },
    headless: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    // A trace copies the whole page at every step, which costs a fifth of the time: the second try is traced instead.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [{ name: 'pglite' }, { name: 'postgres', testMatch: DEPENDS_ON_DATABASE }],
})
