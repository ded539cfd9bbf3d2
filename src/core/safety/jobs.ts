import { inTx } from '../../platform/http/ctx.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { onJob } from '../../platform/jobs/worker.ts'
import { addDays } from '../../platform/time.ts'
import { mailAlarm, tellAdministrators } from './actions.ts'
import { mailJob, tellJob } from './events.ts'
import { sweepAlarms } from './store.ts'

const KEPT_DAYS = 365

export const periodicWork = [
  periodic('safety.sweep-alarms', 24, (ctx) =>
    inTx(ctx, (ctx) => sweepAlarms(ctx.db, addDays(ctx.clock.now(), -KEPT_DAYS))),
  ),
]

export const handlers = [
  onJob(tellJob, (ctx, { alarmId }) => tellAdministrators(ctx, alarmId)),
  onJob(mailJob, (ctx, { alarmId, recipient }) => mailAlarm(ctx, alarmId, recipient)),
]
