import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// What a test file's name promises:
//   x.test.ts        needs no database, or always the embedded one; runs once
//   x.call.test.ts   goes through testApp(); runs on PGlite, and again on PostgreSQL with TEST_DATABASE=postgres
//   x.race.test.ts   means something only where sessions run side by side; runs on PostgreSQL alone
const onPostgres = process.env.TEST_DATABASE === 'postgres'
const FILES = '{src,packages,demo,scripts,bench}/**/*'

const shared = {
  exclude: ['**/node_modules/**', ...(onPostgres ? [] : ['**/*.race.test.*'])],
  pool: 'forks' as const,
  // The longest go through every call; a busy machine takes three times as long.
  testTimeout: 180_000,
  hookTimeout: 240_000,
  // A wait ends when what it waits for is there, so a long limit costs nothing, and a busy machine needs it.
  expect: { poll: { timeout: 30_000 } },
  env: { TZ: 'UTC', NODE_ENV: 'test' },
}
/** These replace globals of the browser, or start and end processes: each file has a process of its own. */
const plain = {
  ...shared,
  name: 'plain',
  include: [`${FILES}.test.{ts,tsx,mjs}`],
  exclude: [...shared.exclude, '**/*.{call,race}.test.*'],
}
/**
 * A call test loads the whole product and an engine of a database, which takes longer than most of the tests. So the files share
 * a process per worker (decision 0042), each with a database of its own.
 */
const calls = {
  ...shared,
  name: 'calls',
  include: [`${FILES}.${onPostgres ? '{call,race}' : 'call'}.test.{ts,tsx,mjs}`],
  globalSetup: onPostgres ? ['scripts/postgres/test-cluster.mjs'] : [],
  isolate: false,
}

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: onPostgres ? [{ test: calls }] : [{ test: plain }, { test: calls }],
  },
})
