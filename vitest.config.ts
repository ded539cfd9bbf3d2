import { defineConfig } from 'vitest/config'

// What a test file's name promises:
//   x.test.ts        needs no database; runs once
//   x.call.test.ts   goes through testApp(); runs on PGlite, and again on PostgreSQL with TEST_DATABASE=postgres
//   x.race.test.ts   means something only where sessions run side by side; runs on PostgreSQL alone
const onPostgres = process.env.TEST_DATABASE === 'postgres'

export default defineConfig({
  test: {
    include: onPostgres
      ? ['{src,demo,scripts,bench}/**/*.{call,race}.test.{ts,tsx,mjs}']
      : ['{src,demo,scripts,bench}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', ...(onPostgres ? [] : ['**/*.race.test.*'])],
    globalSetup: onPostgres ? ['scripts/test-cluster.mjs'] : [],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC', NODE_ENV: 'test' },
  },
})
