import { handle } from '../../platform/http/handler.ts'
import { listDeadJobs, replayJob } from './actions.ts'
import { staffDeadJobs, staffJobReplay, staffTableSizes } from './contract.ts'
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
]
