import { expect, it } from 'vitest'
import { type Role, roleMayAct, roles } from '../core/staff/rules.ts'
import { importKinds } from './import-kinds.ts'

it('[Q-41] the page of imports is open to the roles that may import something, and to no other', () => {
  for (const role of Object.keys(roles) as Role[])
    for (const action of ['import.use', 'importRun.commit', 'importRun.cancel', 'importRun.undo'] as const)
      expect([role, action, roleMayAct(role, action)]).toEqual([
        role,
        action,
        importKinds.some((kind) => roleMayAct(role, kind.action)),
      ])
})
