import { handle } from '../../platform/http/handler.ts'
import { inboxOf } from './actions.ts'
import { inboxRead } from './contract.ts'

export const routes = [handle(inboxRead, (ctx) => inboxOf(ctx))]
