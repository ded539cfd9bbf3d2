import { handle } from '../../platform/http/handler.ts'
import type { AnyListed } from '../lists/listed-actions.ts'
import { cancelExport, ownExports, startExport } from './actions.ts'
import { exportCancel, exportList, exportStart } from './contract.ts'

/** `lists`: every list of the console; src/app collects them. */
export const routes = (lists: readonly AnyListed[]) => [
  handle(exportStart, (ctx, input) => startExport(ctx, lists, input)),
  handle(exportList, (ctx) => ownExports(ctx, lists)),
  handle(exportCancel, async (ctx, { id }) => {
    await cancelExport(ctx, id)
    return {}
  }),
]
