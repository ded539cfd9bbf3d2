import { authenticateCustomer } from '../people/customers/session-actions.ts'
import { kindOf } from '../platform/auth/tokens.ts'
import { commonErrors, refuse } from '../platform/contract/refusal.ts'
import type { Access } from '../platform/http/dispatch.ts'
import { mayAct } from '../ground/staff/rules.ts'
import { authenticateStaff } from '../ground/staff/sign-in-actions.ts'

/** Connects the dispatcher of the platform with customers and staff. A token of the other kind is refused (403) without a lookup. */
export const access: Access = {
  mayAct,
  async authenticate(services, area, token) {
    if (area === 'open') return { kind: 'visitor' }
    if (token === undefined || token === '') throw refuse(commonErrors.notSignedIn)
    const wanted = area === 'auth' ? 'customer' : 'staff'
    const kind = kindOf(token)
    if (kind !== undefined && kind !== wanted) throw refuse(commonErrors.wrongTokenKind)
    const actor =
      wanted === 'customer' ? await authenticateCustomer(services, token) : await authenticateStaff(services, token)
    if (!actor) throw refuse(commonErrors.notSignedIn)
    return actor
  },
}
