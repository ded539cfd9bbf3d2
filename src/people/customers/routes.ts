import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { customers } from './list-actions.ts'
import { staffCustomerList } from './list-contract.ts'

export const routes = [handle(staffCustomerList, (ctx, input) => listPage(ctx, customers, input))]
