// Runs the races of groups many times on PostgreSQL: node bench/races/group-races.ts [rounds]
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const rounds = process.argv[2] ?? '200'
const files = ['src/people/groups/groups.race.test.ts']
const began = performance.now()
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--testTimeout=1800000', ...files],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_DATABASE: 'postgres', RACE_ROUNDS: rounds } },
)
process.stdout.write(`${rounds} rounds of every race in ${Math.round((performance.now() - began) / 1000)} s\n`)
process.exitCode = status ?? 1
