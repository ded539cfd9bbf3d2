import { spawnSync } from 'node:child_process'
import { readTold, TOLD_FILE } from './witness/told.ts'

/**
 * The tests of the product make each call as people who may and with what fits. Here they run with an app that asks each of these calls as others
 * first: a call of staff as the same person in each other role, a decision about money with a limit of nothing, a call of customers as people who own
 * nothing (decision 0128). Whether a test passes is not the question here. `staff.ts` and `access.ts` read what was told. The exit code is 1 when
 * somebody was told what is not theirs.
 * Run: node bench/access/tests.ts [only files of tests with these words, which adds to what is known]
 */
const began = performance.now()
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'bench/access/witness/vitest.config.ts']
spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, ACCESS_TOLD: TOLD_FILE, ...(process.argv[2] ? { ACCESS_TOLD_MORE: '1' } : {}) },
})
const told = readTold()
if (!told) throw new Error('no test told anything')
const { roles, owners, strangers, limits, found } = told
const pairs = Object.values(roles)
const answered = pairs.filter((answers) => answers.answered !== undefined).length
console.log(
  `${pairs.length} pairs of a call of staff and a role in ${Math.round((performance.now() - began) / 1000)} s`,
)
console.log(`${answered} of them were answered, ${limits.length} limits shown: ${limits.join()}`)
console.log(`${Object.keys(owners).length} calls of customers that name a record; strangers with the same inputs:`)
for (const [kind, times] of Object.entries(strangers).toSorted((a, b) => b[1] - a[1]))
  console.log(`  ${String(times).padStart(7)} ${kind}`)
console.log(`found: ${found.length}${found.map((each) => `\n  ${each}`).join('')}`)
process.exitCode = found.length > 0 ? 1 : 0
