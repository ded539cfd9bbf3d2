import { actingMembership } from '../people/groups/actions.ts'
import { groupErrors } from '../people/groups/errors.ts'
import { mayActAs } from '../people/groups/rules.ts'
import { authenticateCustomer } from '../people/customers/session-actions.ts'
import { kindOf } from '../platform/auth/tokens.ts'
import type { Call } from '../platform/contract/call.ts'
import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import type { Customer, Services } from '../platform/http/ctx.ts'
import type { Access } from '../platform/http/dispatch.ts'
import { mayAct } from '../ground/staff/rules.ts'
import { authenticateStaff } from '../ground/staff/sign-in-actions.ts'

/** Connects the dispatcher of the platform with customers and staff. A token of the other kind is refused (403) without a lookup. */
export const access: Access = {
  mayAct,
  async authenticate(services, call, { token, account }) {
    if (call.area === 'open') return { kind: 'visitor' }
    if (token === undefined || token === '') throw refuse(commonErrors.notSignedIn)
    const wanted = call.area === 'auth' ? 'customer' : 'staff'
    const kind = kindOf(token)
    if (kind !== undefined && kind !== wanted) throw refuse(commonErrors.wrongTokenKind)
    if (wanted === 'staff') return required(await authenticateStaff(services, token))
    const person = required(await authenticateCustomer(services, token))
    return account === undefined || account === '' ? person : inNameOf(services, call, person, account)
  },
}

function required<T>(actor: T | undefined): T {
  if (actor === undefined) throw refuse(commonErrors.notSignedIn)
  return actor
}

/** The actor for a call in the name of a group. The membership is read for each call, so that a removal counts at the next one. */
async function inNameOf(services: Services, call: Call, person: Customer, groupNo: string): Promise<Customer> {
  if (call.forGroup === undefined) throw refuse(groupErrors.notForGroup)
  // A number of a group is short and printable; anything else is not looked up.
  const acting = /^KT\d{11}$/.test(groupNo) ? await actingMembership(services, person.id, groupNo) : undefined
  if (!acting || !mayActAs(acting.role, call.forGroup)) throw refuse(groupErrors.notInGroup)
  return { ...person, id: acting.accountId, personId: person.id, groupRole: acting.role, groupNo: acting.groupNo }
}
