import { handle } from '../../platform/http/handler.ts'
import { discardDeadJob, listDeadJobs, replayJob } from './actions.ts'
import { staffDeadJobs, staffJobDiscard, staffJobReplay, staffTableSizes } from './contract.ts'
import { tableSizes } from './store.ts'

export const routes = [
  handle(staffDeadJobs, (ctx, input) => listDeadJobs(ctx, input)),
  handle(staffTableSizes, async (ctx) => {
    const tables = await tableSizes(ctx.db)
    return { tables, totalBytes: tables.reduce((total, { bytes }) => total + bytes, 0) }
  }),
  handle(staffJobReplay, async (ctx, { id }) => {
    await replayJob(ctx, id)
    return {}
  }),
  handle(staffJobDiscard, async (ctx, { id, reason }) => {
    await discardDeadJob(ctx, id, reason)
    return {}
  }),
]
