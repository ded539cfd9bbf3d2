import type { Call } from '../../src/platform/contract/call.ts'
import { type Role, roles } from '../../src/core/staff/rules.ts'
import { dependsOnRecord, expectedRoles, WRITTEN_BY_REFUSED } from './expected-rights.ts'
import type { Staffed } from './staffed.ts'
import { whyUnanswered } from './unanswered.ts'
import { readTold } from './witness/told.ts'

/** Every call of the console by every role. What the tests were answered is not asked again. */
export async function askRoles(on: Staffed, calls: readonly Call[], most: { refused: number; allowed: number }) {
  const told = readTold()
  const tally = { granted: 0, inTests: 0, here: 0, explained: 0 }
  for (const call of calls) {
    if (call.area !== 'staff') continue
    const expected = expectedRoles(call.name)
    if (!expected) on.found.add(`${call.name}: nobody wrote down who may`)
    for (const role of Object.keys(roles) as Role[]) {
      if (!expected?.has(role)) {
        await askRefused(on, call, role, most.refused)
        continue
      }
      tally.granted++
      const inTests = told?.roles[`${call.name} ${role}`]
      const why = whyUnanswered(call.name, role)
      if (inTests?.answered) tally.inTests++
      else if (await askAllowed(on, call, role, most.allowed)) tally.here++
      else if (why !== undefined) tally.explained++
      else if (told) on.found.add(`${call.name}: ${role} may, but was never answered (${kinds(inTests)})`)
    }
  }
  const { granted, inTests, here, explained } = tally
  console.log(
    `roles: ${inTests + here} of ${granted} pairs of a call and a role that may make it were answered, ${inTests} of them in the tests, ` +
      `${explained} cannot be`,
  )
  if (!told) console.log('tests.ts did not run before, so nothing is known of what they were answered')
}

const kinds = (answers: Record<string, number> = {}) => Object.keys(answers).join(', ') || 'no test makes the call'

/** True as soon as one of the requests is answered. */
async function askAllowed(on: Staffed, call: Call, role: Role, most: number): Promise<boolean> {
  const id = on.people(role)[0] ?? 0
  let forbidden = 0
  let asked = 0
  const aimed = on.inputs(call, most, true)
  for (const each of aimed.length > 0 ? aimed : on.inputs(call, 1)) {
    const answer = await on.ask(call, each, await on.session('staff', id))
    if (!answer) continue
    asked++
    const { status, body } = answer
    if (status === 403 && body.error === 'forbidden') forbidden++
    if (status === 401) on.found.add(`${call.name}: ${role} was not signed in`)
    on.count(body.code === 1 ? 'may: answered' : `may: ${status} ${body.error}`)
    if (body.code === 1) return true
  }
  if (asked > 0 && forbidden === asked && !dependsOnRecord(call.name))
    on.found.add(`${call.name}: ${role} may, but is refused`)
  return false
}

async function askRefused(on: Staffed, call: Call, role: Role, most: number): Promise<void> {
  const session = await on.session('staff', on.people(role)[0] ?? 0)
  await askAllRefused(on, call, role, session, most, ['403 forbidden'])
}

/** All of these requests are refused in one of these ways, and nothing is written by any of them. */
export async function askAllRefused(
  on: Staffed,
  call: Call,
  who: string,
  session: Awaited<ReturnType<Staffed['session']>>,
  most: number,
  ways: readonly string[],
): Promise<void> {
  await on.sandbox.takenBack(async () => {
    const before = await on.sandbox.writes()
    for (const { input } of on.inputs(call, most)) {
      const { status, body } = await on.app.send(call, input, session)
      const kind = body.code === 1 ? 'answered' : `${status} ${body.error}`
      on.count(`may not: ${kind}`)
      if (!ways.includes(kind)) on.found.add(`${call.name}: ${who} may not, but ${kind}`)
    }
    const written = (await on.sandbox.writtenSince(before)).filter((table) => !WRITTEN_BY_REFUSED.has(table))
    if (written.length > 0) on.found.add(`${call.name}: ${who} may not, but wrote ${written.join()}`)
  })
}
