import { handlers } from '../../src/app/calls.ts'
import { openAccessDemo } from './demo.ts'
import { Staffed } from './staffed.ts'
import { askMidSession } from './staff-mid-session.ts'
import { askOthersThings } from './staff-own-things.ts'
import { askRoles } from './staff-roles.ts'
import { askLimits, askSecondPersons } from './staff-second-person.ts'

/**
 * Whether anybody of the staff does what the role may not: each role asks every call of the console for the numbers and ids of the demo's year at
 * every stage. What a role may do is written a second time in `expected-rights.ts`. Then people who lost their rights in mid-session, customers at
 * calls of staff and staff at calls of customers, things of colleagues, the second person of each decision about money, and limits of amounts.
 * Each request is taken back. The exit code is 1 when something was found.
 * Run: node bench/access/staff.ts [inputs a call for who may not, 50] [at most for who may, 30] [only calls with these names] [only this part]
 */
const [refused = '50', allowed = '30', only = '.', part = '.'] = process.argv.slice(2)
const began = performance.now()
const demo = await openAccessDemo()
const calls = handlers.map(({ call }) => call).filter(({ name }) => new RegExp(only).test(name))
const staffed = new Staffed(demo)
const parts = {
  roles: () => askRoles(staffed, calls, { refused: Number(refused), allowed: Number(allowed) }),
  'lost rights': () => askMidSession(staffed, calls),
  'things of colleagues': () => askOthersThings(staffed),
  'second persons': () => askSecondPersons(staffed),
  limits: () => askLimits(staffed),
}
for (const [name, run] of Object.entries(parts)) {
  if (!new RegExp(part).test(name)) continue
  await run()
  console.log(`${name}: done after ${Math.round((performance.now() - began) / 1000)} s`)
}

const { found, tally } = staffed
const total = [...tally.values()].reduce((sum, times) => sum + times, 0)
console.log(`${total} requests in ${Math.round((performance.now() - began) / 1000)} s:`)
for (const [kind, times] of [...tally].sort((a, b) => b[1] - a[1]).slice(0, 60))
  console.log(`  ${String(times).padStart(7)} ${kind}`)
console.log(`found: ${found.size}${[...found].map((each) => `\n  ${each}`).join('')}`)
await demo.app.close()
process.exitCode = found.size > 0 ? 1 : 0
