import { handle } from '../../platform/http/handler.ts'
import { assignCustomer, contactOf, showCustomer } from './actions.ts'
import { staffCustomerAssign, staffCustomerContact, staffCustomerShow } from './contract.ts'

export const routes = [
  handle(staffCustomerShow, (ctx, input) => showCustomer(ctx, input)),
  handle(staffCustomerContact, (ctx, input) => contactOf(ctx, input)),
  handle(staffCustomerAssign, async (ctx, input) => {
    await assignCustomer(ctx, input)
    return {}
  }),
]
