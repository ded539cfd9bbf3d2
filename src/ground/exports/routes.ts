import { handle } from '../../platform/http/handler.ts'
import type { AnyListed } from '../lists/listed-actions.ts'
import { ownExports, startExport } from './actions.ts'
import { exportList, exportStart } from './contract.ts'

/** `lists`: every list of the console; src/app collects them. */
export const routes = (lists: readonly AnyListed[]) => [
  handle(exportStart, (ctx, input) => startExport(ctx, lists, input)),
  handle(exportList, (ctx) => ownExports(ctx, lists)),
]
