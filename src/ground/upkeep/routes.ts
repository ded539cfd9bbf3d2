import { handle } from '../../platform/http/handler.ts'
import { listDeadJobs, replayJob } from './actions.ts'
import { staffDeadJobs, staffJobReplay } from './contract.ts'

export const routes = [
  handle(staffDeadJobs, (ctx, input) => listDeadJobs(ctx, input)),
  handle(staffJobReplay, async (ctx, { id }) => {
    await replayJob(ctx, id)
    return {}
  }),
]
