import { handle } from '../../platform/http/handler.ts'
import { discardDeadJob, replayJob } from './actions.ts'
import { listPage } from '../lists/listed-actions.ts'
import { deadJobs } from './list-actions.ts'
import { staffDeadJobs } from './list-contract.ts'
import { staffJobDiscard, staffJobReplay, staffTableSizes } from './contract.ts'
import { tableSizes } from './store.ts'

export const routes = [
  handle(staffDeadJobs, (ctx, input) => listPage(ctx, deadJobs, input)),
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
