import { handle } from '../../platform/http/handler.ts'
import type { AnyListed } from '../../core/lists/listed-actions.ts'
import { inboxOf } from './actions.ts'
import { inboxRead } from './contract.ts'

/** `lists`: every list of the console; src/app collects them. */
export const routes = (lists: readonly AnyListed[]) => [handle(inboxRead, (ctx) => inboxOf(ctx, lists))]
