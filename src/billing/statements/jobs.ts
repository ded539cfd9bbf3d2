import { onJob } from '../../platform/jobs/worker.ts'
import { drawPart } from './batch-actions.ts'
import { drawBatchJob, mailStatementJob } from './events.ts'
import { mailStatement } from './mail-actions.ts'

export const handlers = [
  onJob(mailStatementJob, (ctx, { id }) => mailStatement(ctx, id)),
  onJob(drawBatchJob, (ctx, part) => drawPart(ctx, part)),
]
