import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'

// The journeys run on both databases: --project=pglite, --project=postgres. The browser is the machine's own.
// How pages look, what they weigh and whether they can be reached does not depend on the database: once is enough.
const LOOKS =
  /\/(screens|bad-input|text-pages|keyboard|links|public|public-budget|storefront|hostile-content)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './build-pages.ts',
  fullyParallel: false,
  // Two cores serve browser, server and database together; more at a time only makes all of them slow.
  workers: 1,
  // At a desk a journey that fails has failed. On the machine that guards main it is tried once more in a new house with
  // a new server, since browser, server and database share what cores there are; the summary names it (decision 0023).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : [])],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium(), args: CHROMIUM_FLAGS },
    headless: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [{ name: 'pglite' }, { name: 'postgres', testIgnore: LOOKS }],
})
