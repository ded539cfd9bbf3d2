import { handlers } from '../../src/app/calls.ts'
import { groupOf, inNameOf, joined } from '../../src/app/testing/scenes/group-scene.ts'
import { type CallOptions, type TestApp } from '../../src/app/testing/test-app.ts'
import { apiKeyAdd } from '../../src/core/api-keys/contract.ts'
import { apiScopeNames } from '../../src/core/api-keys/rules.ts'
import type { Group } from '../../src/people/groups/store.ts'
import type { UserType } from '../../src/people/customers/rules.ts'
import { openSession } from '../../src/platform/auth/sessions.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { scopeOf } from '../../src/web/api-reference/api-scopes.ts'
import { aimedInputs } from './aimed-input.ts'
import { openAccessDemo } from './demo.ts'
import { fingerprints, ownedThings } from './owned.ts'
import { Owners } from './owners.ts'
import { askedByStranger, isForeign } from './proofs.ts'
import { readTold } from './witness/told.ts'

/**
 * Whether anybody reaches what belongs to others (decision 0128). People who own nothing, and a plain member of the largest group, ask every call of
 * customers and visitors for the numbers and ids of the demo's year. What is wrong is not taken from the declarations of the calls: no answer may
 * contain an order number, a phone or the like of the demo that was not asked for, and no row of its accounts may change. Then owners ask each call
 * with an input whose fields belong together until one is answered, and every stranger asks exactly that. The exit code is 1 when something was
 * reached.
 * Run: node bench/access/access.ts [most inputs a call, 160] [only calls with these names]
 */
const most = Number(process.argv[2] ?? 160)
/** Signs the person out, closes the account, or has its own limit of attempts. */
const ENDS_SESSION = /logout|user\/(close|revoke)|device\/end|^login|^sign$|code4|reset/

const PROGRAM = 'key with all scopes'
const MEMBER = 'plain member of a group of the demo'
const MEMBER_FOR_GROUP = 'plain member in the name of that group'

/** Members may read the number of their group. */
const ownNumbers = new Map<string, string>()

const demo = await openAccessDemo()
const { app, world } = demo
const { last } = await app.db.one<{ last: number }>(sql`select max(id) as last from customers`)
const things = await ownedThings(app.db, last)
const strangers = await people(app)
const only = new RegExp(process.argv[3] ?? '.')
const calls = handlers
  .map(({ call }) => call)
  .filter(({ area, name }) => area !== 'staff' && !ENDS_SESSION.test(name) && only.test(name))
console.log(
  `${things.tables.length} tables with ${things.marks.size} numbers, phones and addresses of ${last} accounts; ${calls.length} calls`,
)

const found: string[] = []
const answers = new Map<string, number>()
let before = await fingerprints(app.db, things.tables, last)
for (const call of calls) {
  for (const [who, signIn] of strangers) if (isMeantFor(call, who)) await ask(call, who, await signIn())
  const after = await fingerprints(app.db, things.tables, last)
  for (const [table, print] of after)
    if (print !== before.get(table)) found.push(`${call.path} changed ${table}: ${before.get(table)} → ${print}`)
  before = after
}
const total = [...answers.values()].reduce((sum, times) => sum + times, 0)
console.log(`${total} requests of strangers:`)
for (const [kind, times] of [...answers].sort((a, b) => b[1] - a[1]))
  console.log(`  ${String(times).padStart(7)} ${kind}`)
await askAsOwners(calls)
console.log(`found: ${found.length}${found.map((each) => `\n  ${each}`).join('')}`)
await app.close()
process.exitCode = found.length > 0 ? 1 : 0

/** People who own nothing, by what they are; each signs in anew for a call, since the clock moves on. */
async function people(on: TestApp): Promise<Map<string, () => Promise<CallOptions>>> {
  const found = new Map<string, () => Promise<CallOptions>>([['visitor', async () => ({})]])
  for (const type of [0, 1, 2, 3] as UserType[]) {
    const { id } = await on.customer(type)
    found.set(`customer of type ${type}`, () => signedIn(on, id))
  }
  const owner = await on.customer(3)
  const { headers } = inNameOf(owner, await groupOf(on, owner))
  found.set('owner of another group', async () => ({ ...(await signedIn(on, owner.id)), headers }))
  const member = await on.customer(1)
  const theirs = await largestGroup(on)
  await joined(on, theirs, member)
  ownNumbers.set(MEMBER, theirs.groupNo).set(MEMBER_FOR_GROUP, theirs.groupNo)
  found.set(MEMBER, () => signedIn(on, member.id))
  found.set(MEMBER_FOR_GROUP, async () => ({
    ...(await signedIn(on, member.id)),
    ...{ headers: inNameOf(member, theirs).headers },
  }))
  const programs = await on.customer(0)
  const { key } = await on.call(apiKeyAdd, { name: '程序', scopes: apiScopeNames, lastDay: null }, { as: programs })
  found.set(PROGRAM, async () => ({ headers: { authorization: `Bearer ${key}` } }))
  return found
}

/** The group whose members have the most orders. */
function largestGroup(on: TestApp) {
  return on.db.one<Pick<Group, 'id' | 'groupNo'>>(sql`
    select g.id, g.group_no from groups g left join orders o on o.customer_id = g.account_id
    where g.stage = 'verified' group by g.id order by count(o.id) desc, g.id limit 1`)
}

async function signedIn(on: TestApp, id: number): Promise<CallOptions> {
  return { as: { token: (await openSession(on.system, 'customer', id)).token } }
}

/** Others are refused before anything is looked up, which tests of the registry and of groups hold. */
function isMeantFor(call: Call, who: string): boolean {
  if (who === 'visitor') return call.area === 'open'
  if (call.area === 'open') return false
  if (who === 'owner of another group' || who === MEMBER_FOR_GROUP) return call.forGroup !== undefined
  return who !== PROGRAM || scopeOf(call.path) !== undefined
}

async function ask(call: Call, who: string, options: CallOptions): Promise<void> {
  const inputs = aimedInputs(call, things).slice(0, most)
  for (const { input } of inputs.length > 0 ? inputs : [{ input: {} }]) {
    // A key has 120 calls a minute, which is not what is tried here.
    if (who === PROGRAM) app.clock.advance({ seconds: 1 })
    const { status, body } = await app.send(call, input, options)
    const kind = body.code === 1 ? 'answered' : `${status} ${body.error}`
    answers.set(kind, (answers.get(kind) ?? 0) + 1)
    const leaked = marksIn(JSON.stringify(body), JSON.stringify(input)).filter((word) => word !== ownNumbers.get(who))
    // Who is not signed in, or asks too often, tries nothing.
    if (leaked.length > 0 || status >= 500 || status === 401 || body.error === 'keyTooMany')
      found.push(
        `${call.path} for ${who}: ${status} ${leaked.slice(0, 3).join(', ')} asked ${JSON.stringify(input).slice(0, 200)}`,
      )
  }
}

/** Words of an answer that only its owner may read and that were not in the request. */
function marksIn(answer: string, request: string): string[] {
  const words = new Set(answer.match(/[\w.@-]{8,}/g))
  return [...words].filter((word) => things.marks.has(word) && !request.includes(word))
}

/** Owners first, and what one of them was answered by every stranger. An answer with a number of its owner shows that a leak would be seen. */
async function askAsOwners(all: readonly Call[]): Promise<void> {
  const owners = new Owners(demo)
  const groupOf = (id: unknown) => world.rows('groups').find(({ values }) => values.id === id)?.values.groupNo
  const told = new Map<string, number>()
  const inTests = readTold()
  let proven = 0
  let provenInTests = 0
  let seen = 0
  const aimedAt = all.filter((call) => call.area === 'auth' && aimedInputs(call, things).length > 0)
  for (const call of aimedAt) {
    const { proof, refusals } = await owners.proofOf(call, world)
    const most = [...refusals].sort((a, b) => b[1] - a[1]).slice(0, 3)
    const isInTests = inTests?.owners[call.name] !== undefined
    const refused = `${isInTests ? 'in the tests' : 'no'} (${most.map(([kind]) => kind).join('; ')})`
    console.log(`  owner of ${call.name}: ${proof ? 'yes' : refused}`)
    if (!proof) {
      if (isInTests) provenInTests++
      else if (inTests) found.push(`${call.name}: no owner was answered, so no refusal proves anything`)
      continue
    }
    proven++
    if (marksIn(JSON.stringify(proof.answer), JSON.stringify(proof.input)).length > 0) seen++
    for (const [who, signIn] of strangers) {
      const stranger = { who, signIn, groupNo: ownNumbers.get(who) }
      if (!isMeantFor(call, who) || !isForeign(proof, stranger, groupOf)) continue
      if (who === PROGRAM) app.clock.advance({ seconds: 1 })
      const { kind, fault } = await askedByStranger(demo, proof, stranger, { tables: things.tables, last, before })
      told.set(kind, (told.get(kind) ?? 0) + 1)
      if (fault !== undefined) found.push(fault)
    }
  }
  console.log(
    `owners: ${proven} of ${aimedAt.length} calls that take a number or an id answered in ${owners.asked} requests, and ${provenInTests} more in the tests`,
  )
  if (!inTests) console.log('tests.ts did not run before, so nothing is known of what owners were answered there')
  console.log(`${seen} answers held numbers of the owner; strangers with the same inputs:`)
  for (const [kind, times] of [...told].sort((a, b) => b[1] - a[1]))
    console.log(`  ${String(times).padStart(7)} ${kind}`)
  if (seen === 0 && process.argv[3] === undefined)
    found.push('no answer to an owner held a number of the owner, so no leak would be seen')
}
