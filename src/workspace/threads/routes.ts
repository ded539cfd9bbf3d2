import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { ownThreads, readThread, settleWaiting, showThread, writeMessage } from './actions.ts'
import {
  staffThreadRead,
  staffThreadSettle,
  staffThreadShow,
  staffThreadWrite,
  threadList,
  threadRead,
  threadShow,
  threadWrite,
} from './contract.ts'
import { threads } from './list-actions.ts'
import { staffThreadSearch } from './list-contract.ts'

export const routes = [
  handle(threadShow, (ctx, input) => showThread(ctx, input)),
  handle(threadWrite, (ctx, input) => writeMessage(ctx, input)),
  handle(threadRead, async (ctx, input) => {
    await readThread(ctx, input)
    return {}
  }),
  handle(threadList, (ctx, input) => ownThreads(ctx, input)),
  handle(staffThreadShow, (ctx, input) => showThread(ctx, input)),
  handle(staffThreadWrite, (ctx, input) => writeMessage(ctx, input)),
  handle(staffThreadRead, async (ctx, input) => {
    await readThread(ctx, input)
    return {}
  }),
  handle(staffThreadSettle, async (ctx, input) => {
    await settleWaiting(ctx, input)
    return {}
  }),
  handle(staffThreadSearch, (ctx, input) => listPage(ctx, threads, input)),
]
