import { handle } from '../../platform/http/handler.ts'
import { myNotices, readNotices } from './actions.ts'
import { bellList, bellRead } from './contract.ts'

export const routes = [
  handle(bellList, myNotices),
  handle(bellRead, async (ctx, input) => {
    await readNotices(ctx, input)
    return {}
  }),
]
