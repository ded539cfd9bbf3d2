import { handle } from '../../platform/http/handler.ts'
import { addExample, hideGuide, readGuide, removeExample } from './actions.ts'
import { setupAddExample, setupHide, setupRead, setupRemoveExample } from './contract.ts'

export const routes = [
  handle(setupRead, (ctx) => readGuide(ctx)),
  handle(setupHide, async (ctx, { hidden }) => {
    await hideGuide(ctx, hidden)
    return {}
  }),
  handle(setupAddExample, (ctx) => addExample(ctx)),
  handle(setupRemoveExample, async (ctx) => {
    await removeExample(ctx)
    return {}
  }),
]
