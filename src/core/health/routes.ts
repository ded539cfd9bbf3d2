import { handle } from '../../platform/http/handler.ts'
import { askForLook, systemHealth } from './actions.ts'
import { staffSystemHealth, staffSystemLook } from './contract.ts'

export const routes = [
  handle(staffSystemHealth, (ctx) => systemHealth(ctx)),
  handle(staffSystemLook, async (ctx) => {
    await askForLook(ctx)
    return {}
  }),
]
