import { staffChangeRole, staffDisable } from '../../src/core/staff/manage-contract.ts'
import { staffRoleSave } from '../../src/core/staff/roles/role-contract.ts'
import { sql } from '../../src/platform/db/sql.ts'
import type { Call } from '../../src/platform/contract/call.ts'
import type { CallOptions } from '../../src/app/testing/test-app.ts'
import { expectedRoles } from './expected-rights.ts'
import { askAllRefused } from './staff-roles.ts'
import type { Staffed } from './staffed.ts'

const EACH = 8
const EVERYBODY = 7

/** People whose rights ended while they were signed in, and tokens of the other kind. */
export async function askMidSession(on: Staffed, calls: readonly Call[]): Promise<void> {
  const admin = await on.app.staff('admin')
  const as = { as: admin }
  const customer = await on.app.customer(0)
  const tokens = new Map<number, string>()
  const newcomer = async () => {
    const person = await on.app.staff('finance')
    tokens.set(person.id, person.token)
    return { id: person.id, confirm: await accountOf(on, person.id) }
  }
  const still = ({ id }: { id: number }): CallOptions => ({ as: { token: tokens.get(id) ?? '' } })
  const [disabled, moved, stripped] = [await newcomer(), await newcomer(), await newcomer()]
  const role = { name: '仅退款', base: 'finance' as const }
  const actions = ['refund.make', 'withdrawal.approve'] as const
  const { key } = await on.app.call(staffRoleSave, { ...role, actions: [...actions] }, as)
  await on.app.call(staffChangeRole, { ...stripped, role: key }, as)
  await on.app.call(staffChangeRole, { ...moved, role: 'editor' }, as)
  await on.app.call(staffDisable, { ...disabled, disabled: true }, as)
  const { version } = await on.app.db.one<{ version: number }>(sql`select version from staff_roles where id = ${key}`)
  await on.app.call(staffRoleSave, { ...role, id: Number(key), version, actions: [] }, as)
  for (const call of calls) {
    if (call.area === 'open') continue
    if (call.area === 'auth') {
      await askAllRefused(on, call, 'finance at a call of customers', as, EACH, ['403 wrongTokenKind'])
      continue
    }
    const expected = expectedRoles(call.name)
    await askAllRefused(on, call, 'nobody', {}, EACH, ['401 notSignedIn'])
    await askAllRefused(on, call, 'a customer', { as: customer }, EACH, ['403 wrongTokenKind'])
    await askAllRefused(on, call, 'disabled in mid-session', still(disabled), EACH, ['401 notSignedIn'])
    if (!expected?.has('editor'))
      await askAllRefused(on, call, 'made an editor in mid-session', still(moved), EACH, ['403 forbidden'])
    if (expected && expected.size < EVERYBODY)
      await askAllRefused(on, call, 'a role whose rights were taken away', still(stripped), EACH, ['403 forbidden'])
  }
}

async function accountOf(on: Staffed, id: number): Promise<string> {
  return (await on.app.db.one<{ account: string }>(sql`select account from staff where id = ${id}`)).account
}
