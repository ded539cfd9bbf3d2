import { spawnSync } from 'node:child_process'

/**
 * The model of the money (src/money/ledger/model.call.test.ts) with many long sequences; it prints its seed, and a failing run is repeated
 * with LEDGER_SEED and the same numbers.
 * Run: [TEST_DATABASE=postgres] node bench/money-model.ts [sequences] [least steps]
 */
const [sequences = 10_000, least = 30] = process.argv.slice(2).map(Number)
const started = performance.now()
const run = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'src/money/ledger/model.call.test.ts'],
  { stdio: 'inherit', env: { ...process.env, LEDGER_RUNS: String(sequences), LEDGER_STEPS: String(least) } },
)
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `${sequences} sequences of at least ${least} steps in ${seconds} s: ${run.status === 0 ? 'no difference' : 'a difference'}`,
)
process.exitCode = run.status ?? 1
