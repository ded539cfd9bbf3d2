import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findHeadlessChromium } from '../scripts/chromium.mjs'

// Journeys in which the database can make a visible difference: concurrent writes, work in the background, dates, search
// and long lists. They run on PostgreSQL (--project=postgres), all others on the embedded database (--project=pglite), so
// that each journey runs once: every call is tested on both databases by the call tests (decision 0042). Without
// PostgreSQL, or by hand with --project=pglite, these run on the embedded database too.
const DEPENDS_ON_DATABASE =
  /\/(booking|console|content|demands|enterprise|institute|returning|specification|wizard)\.spec\.ts$/
const postgresRunsThem = process.env.JOURNEYS_ON_POSTGRES_TOO === 'yes'

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
    // Moving parts cost a tenth of the browser's time; journeys that look at motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace copies the whole page at every step and costs a fifth of the time, so only the second try is traced.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    { name: 'pglite', testIgnore: postgresRunsThem ? DEPENDS_ON_DATABASE : [] },
    { name: 'postgres', testMatch: DEPENDS_ON_DATABASE },
  ],
})
