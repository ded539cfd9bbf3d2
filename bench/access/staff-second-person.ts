import { handlers } from '../../src/app/calls.ts'
import type { CallOptions } from '../../src/app/testing/test-app.ts'
import type { Role } from '../../src/core/staff/rules.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import { identifier, sql } from '../../src/platform/db/sql.ts'
import { isWaiting, LIMITED } from './limited-calls.ts'
import type { Aimed, Staffed } from './staffed.ts'
import { readTold } from './witness/told.ts'

/** Who took the first step stands in a column; the second step is for somebody else. Money out, credit above an amount, and results (product.md, T-57). */
const SECOND_STEPS: readonly { name: string; table: string; column: string; stage: string; role: Role }[] = [
  { name: 'refund/confirm', table: 'refunds', column: 'proposed_by', stage: 'checking', role: 'finance' },
  { name: 'withdraw/confirmApproval', table: 'withdrawals', column: 'proposed_by', stage: 'checking', role: 'finance' },
  { name: 'credit/confirm', table: 'credit_applications', column: 'decided_by', stage: 'checking', role: 'finance' },
  { name: 'transfer/confirmMatch', table: 'transfer_claims', column: 'matched_by', stage: 'checking', role: 'finance' },
  { name: 'received/confirmReturn', table: 'received_money', column: 'return_by', stage: 'returning', role: 'finance' },
  {
    name: 'settlement/confirmAmount',
    table: 'final_amounts',
    column: 'proposed_by',
    stage: 'checking',
    role: 'finance',
  },
  { name: 'order/verify', table: 'orders', column: 'tester_id', stage: 'verifying', role: 'reviewer' },
]

const SAME_PERSON = /samePerson|ownWork/

/**
 * Each second step by the person of the first, who must be refused for that reason, and of a colleague, where the reason must not come: whatever else
 * the row lacks, it was the person.
 */
export async function askSecondPersons(on: Staffed): Promise<void> {
  for (const { name, table, column, stage, role } of SECOND_STEPS) {
    const call = callOf(name)
    const [asker, colleague] = [await on.app.staff(role), await on.app.staff(role)]
    const told: string[] = []
    let proven = 0
    for (const aimed of on.inputs(call, 80)) {
      const { target } = aimed
      if (target?.table !== table || (target.stage ?? target.values.stage) !== stage) continue
      const first = (id: number) => () =>
        on.app.db.run(sql`update ${identifier(table)} set ${identifier(column)} = ${id} where id = ${target.values.id}`)
      const own = kindOf(await on.ask(call, aimed, { as: asker }, first(asker.id)))
      const others = kindOf(await on.ask(call, aimed, { as: asker }, first(colleague.id)))
      on.count(`second step, own: ${own}`)
      on.count(`second step, of a colleague: ${others}`)
      told.push(`${own} / ${others}`)
      if (own === 'answered') on.found.add(`${name}: the person of the first step took the second one`)
      if (SAME_PERSON.test(own) && !SAME_PERSON.test(others)) proven++
    }
    const said = [...new Set(told)].join('; ')
    console.log(`second person: ${name} refused the same person ${proven} times (own / of a colleague: ${said})`)
    if (proven === 0) on.found.add(`${name}: the same person was not refused for being the same (${said})`)
  }
}

/** Each decision without a limit, and with a limit of nothing: then it is refused for the limit, or waits for a second person. */
export async function askLimits(on: Staffed): Promise<void> {
  const unproven: string[] = []
  const shown = readTold()?.limits ?? []
  for (const [name, kind, role] of LIMITED) {
    if (shown.includes(name)) continue
    const call = callOf(name)
    const person = await on.app.staff(role)
    let proven = 0
    let last = ''
    for (const aimed of on.inputs(call, 120, true)) {
      if (proven >= 3) break
      // A firm gets no credit, which no limit forbids.
      if (aimed.target?.table === 'groups' && aimed.target.values.kind === 'enterprise') continue
      const free = await decision(on, call, aimed, { as: person })
      last = free?.body.code === 1 ? last : kindOf(free)
      if (free?.body.code !== 1 || isWaiting(free.body.data)) continue
      const limited = await decision(on, call, aimed, { as: person }, () =>
        on.app.db.run(sql`insert into staff_limits (role_key, kind, day_fen) values (${role}, ${kind}, 0)`),
      )
      const isHeld = isWaiting(limited?.body.data) || limited?.body.error === 'aboveLimit'
      on.count(`limit of nothing: ${kindOf(limited)}${isWaiting(limited?.body.data) ? ', waits' : ''}`)
      // An amount that takes nothing off needs no limit.
      if (limited?.body.code === 1 && !isWaiting(limited.body.data)) {
        if (kind !== 'reduction') on.found.add(`${name}: decided above the limit of ${kind}`)
      } else if (isHeld) proven++
    }
    console.log(`limit: ${name} answered ${proven} times without and not with a limit`)
    if (proven === 0) unproven.push(`${name} (${last})`)
  }
  console.log(
    `limits: ${LIMITED.length - unproven.length} of ${LIMITED.length} shown, ${shown.length} of them in the tests`,
  )
  for (const each of unproven) on.found.add(`limit not shown: ${each}`)
}

function decision(on: Staffed, call: Call, aimed: Aimed, options: CallOptions, before?: () => Promise<unknown>) {
  return on.ask(call, aimed, options, before)
}

function kindOf(answer: { status: number; body: { code: number; error?: string | undefined } } | undefined): string {
  if (!answer) return 'no such stage'
  return answer.body.code === 1 ? 'answered' : `${answer.status} ${answer.body.error}`
}

function callOf(name: string): Call {
  const found = handlers.find(({ call }) => call.area === 'staff' && call.name === name)
  if (!found) throw new Error(`${name} is no call of staff`)
  return found.call
}
