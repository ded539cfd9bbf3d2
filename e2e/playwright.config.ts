import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findHeadlessChromium } from '../scripts/chromium.mjs'

// All journeys run on the embedded database (--project=pglite). On PostgreSQL (--project=postgres)
// only those run in which the database can make a visible difference: concurrent writes, work in the
// background, dates, search and long lists. Forms and page layout are browser code, and every
// call is tested on PostgreSQL by the call tests (decision 0042). How a page looks does not depend on the database.
const DEPENDS_ON_DATABASE =
  /\/(booking|console|content|demands|enterprise|institute|returning|specification|wizard)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './prepare.ts',
  fullyParallel: false,
  // Each worker has its own server and browser, which mostly wait for each other: one worker per core.
  workers: availableParallelism(),
  // On a developer's machine a failure counts at once. In CI a journey is tried once more in a new installation with
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
    // A trace copies the whole page at every step and costs a fifth of the time, so only the second try is traced.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [{ name: 'pglite' }, { name: 'postgres', testMatch: DEPENDS_ON_DATABASE, grepInvert: /accessib/ }],
})
