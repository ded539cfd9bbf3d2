import { actingMembership } from '../people/groups/actions.ts'
import { groupErrors } from '../people/groups/errors.ts'
import { mayActAs } from '../people/groups/rules.ts'
import { ownerOfKey } from '../core/api-keys/actions.ts'
import { apiKeyErrors } from '../core/api-keys/errors.ts'
import { apiScopes, CALLS_PER_MINUTE, keyOfHeader, meansKey, NO_SESSION } from '../core/api-keys/rules.ts'
import { authenticateCustomer, isOpenAccount } from '../people/customers/session-actions.ts'
import { scopeOf } from './api-reference/api-scopes.ts'
import { kindOf } from '../platform/auth/tokens.ts'
import type { Call } from '../platform/contract/call.ts'
import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import { type Customer, noRequest, type RequestInfo, type Services } from '../platform/http/ctx.ts'
import { MinuteLimit, secondsLeft } from '../platform/http/connections/minute-limit.ts'
import type { Access } from '../platform/http/dispatch.ts'
import { mayAct } from '../core/staff/rules.ts'
import { authenticateStaff } from '../core/staff/sign-in-actions.ts'

/** Connects the dispatcher of the platform with customers and staff. A token of the other kind is refused (403) without a lookup. */
export const access: Access = {
  mayAct,
  async authenticate(services, call, { token, account, authorization, request }) {
    if (call.area === 'open') return { kind: 'visitor' }
    const key = token === undefined ? keyOfHeader(authorization) : undefined
    if (key !== undefined) {
      const program = await customerWithKey(services, call, key, request ?? noRequest)
      return account === undefined || account === '' ? program : inNameOf(services, call, program, account)
    }
    if (token === undefined && meansKey(authorization)) throw refuse(apiKeyErrors.keyInvalid)
    if (token === undefined || token === '') throw refuse(commonErrors.notSignedIn)
    const wanted = call.area === 'auth' ? 'customer' : 'staff'
    const kind = kindOf(token)
    if (kind !== undefined && kind !== wanted) throw refuse(commonErrors.wrongTokenKind)
    if (wanted === 'staff') return required(await authenticateStaff(services, token))
    const person = required(await authenticateCustomer(services, token))
    if (person.awaitsFactor && !call.beforeSecondFactor) throw refuse(commonErrors.secondFactorRequired)
    return account === undefined || account === '' ? person : inNameOf(services, call, person, account)
  },
}

/** By the hash of a key, because keys of two databases in one process, as in the tests, have the same ids. */
const limit = new MinuteLimit<string>(CALLS_PER_MINUTE)

/** The customer of a key, for a call that its scopes allow. */
async function customerWithKey(services: Services, call: Call, key: string, request: RequestInfo): Promise<Customer> {
  const owner = await ownerOfKey(services, key, request)
  if (!owner || !(await isOpenAccount(services, owner.customerId))) throw refuse(apiKeyErrors.keyInvalid)
  const now = services.clock.now()
  if (!limit.take(owner.keyHash, now))
    throw refuse(apiKeyErrors.keyTooMany, undefined, { retryAfter: secondsLeft(now) })
  const scope = call.area === 'auth' ? scopeOf(call.path) : undefined
  if (scope === undefined) throw refuse(apiKeyErrors.notForKeys)
  if (!owner.scopes.includes(scope))
    throw refuse(apiKeyErrors.scopeMissing, `密钥没有此接口所需的权限范围：${apiScopes[scope]}（${scope}）`)
  return { kind: 'customer', id: owner.customerId, sessionId: NO_SESSION, apiKeyId: owner.keyId }
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
