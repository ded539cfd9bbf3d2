import type { AnyIndex } from '../../platform/contract/index-list.ts'
import { handle } from '../../platform/http/handler.ts'
import { removeView, savedViews, saveView } from './actions.ts'
import { viewList, viewRemove, viewSave } from './contract.ts'

/** `indexes`: every list of the console; src/app collects them. */
export const routes = (indexes: readonly AnyIndex[]) => [
  handle(viewList, (ctx, { index }) => savedViews(ctx, indexes, index)),
  handle(viewSave, (ctx, input) => saveView(ctx, indexes, input)),
  handle(viewRemove, async (ctx, { id }) => {
    await removeView(ctx, id)
    return {}
  }),
]
