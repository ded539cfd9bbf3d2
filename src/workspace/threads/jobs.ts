import { onJob } from '../../platform/jobs/worker.ts'
import { mailStaffJob, tellUnreadJob } from './events.ts'
import { mailStaff, tellUnread } from './tell-actions.ts'

export const handlers = [
  onJob(tellUnreadJob, (ctx, { threadId, to }) => tellUnread(ctx, threadId, to)),
  onJob(mailStaffJob, (ctx, payload) => mailStaff(ctx, payload)),
]
