import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { startCluster } from '../../scripts/postgres/postgres-cluster.mjs'
import { bookChecks } from '../../src/app/book-checks.ts'
import { runCheck } from '../../src/platform/book-check.ts'
import { Refusal } from '../../src/platform/contract/refusal.ts'
import { openPostgres } from '../../src/platform/db/postgres/postgres.ts'
import { openServices } from '../services.ts'

// What the races of this folder share.

/** An own cluster with the demo data, and counters of what the steps of a race came to. */
export async function openRaces({ durable, poolSize }: { durable: boolean; poolSize: number }) {
  const cluster = await startCluster({ durable })
  const database = openPostgres(cluster.url, { poolSize })
  const { ctx } = await openServices(database)
  const started = performance.now()
  const failures: string[] = []
  const counts = { accepted: 0, refused: 0 }

  /** A step may be accepted or refused; anything else (a deadlock, a broken constraint) is a failure. Answers whether it was accepted. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      counts.accepted += 1
      return true
    } catch (error) {
      if (error instanceof Refusal) counts.refused += 1
      else failures.push(String(error))
      return false
    }
  }

  /** Checks the books whose keys match, prints what happened, and ends the process with 1 after a failure. */
  async function finish(title: string, books: RegExp): Promise<void> {
    const seconds = (performance.now() - started) / 1000
    for (const check of bookChecks.filter(({ key }) => books.test(key))) {
      const { faults } = await runCheck(database, check, ctx.clock.now())
      failures.push(...faults.map((fault) => `${check.key}: ${fault}`))
    }
    const { accepted, refused } = counts
    console.log(
      `${title} in ${seconds.toFixed(1)} s: ${accepted} accepted, ${refused} refused, ${failures.length} failed`,
    )
    for (const failure of failures.slice(0, 10)) console.log(failure)
    await database.close()
    await cluster.stop()
    process.exitCode = failures.length > 0 ? 1 : 0
  }

  return { database, ctx, failures, attempt, finish }
}

/** Runs race tests on PostgreSQL with an environment that makes them longer; a name limits them to the tests that have it in their titles. */
export function runTests(files: readonly string[], env: Record<string, string>, name?: string): void {
  const began = performance.now()
  const only = name === undefined ? [] : ['-t', name]
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=3600000', ...only, ...files],
    {
      cwd: resolve(import.meta.dirname, '../..'),
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE: 'postgres', ...env },
    },
  )
  const text = Object.entries(env).map(([key, value]) => `${key}=${value}`)
  console.log(`${text.join(' ')} in ${Math.round((performance.now() - began) / 1000)} s`)
  process.exitCode = status ?? 1
}
