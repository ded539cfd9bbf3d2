import { onJob } from '../../platform/jobs/worker.ts'
import { replyJob } from './events.ts'
import { sendVisitorReply } from './staff-actions.ts'

export const handlers = [onJob(replyJob, (ctx, { demandId, text }) => sendVisitorReply(ctx, demandId, text))]
