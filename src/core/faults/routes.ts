import { handle } from '../../platform/http/handler.ts'
import { listPage } from '../lists/listed-actions.ts'
import { faultDetail, markFault } from './actions.ts'
import { staffFaultDetail, staffFaultMark } from './contract.ts'
import { faults } from './list-actions.ts'
import { staffFaultList } from './list-contract.ts'

export const routes = [
  handle(staffFaultList, (ctx, input) => listPage(ctx, faults, input)),
  handle(staffFaultDetail, (ctx, { id }) => faultDetail(ctx, id)),
  handle(staffFaultMark, async (ctx, input) => {
    await markFault(ctx, input)
    return {}
  }),
]
