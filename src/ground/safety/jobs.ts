import { inTx } from '../../platform/http/ctx.ts'
import { periodic } from '../../platform/jobs/periodic.ts'
import { job } from '../../platform/jobs/worker.ts'
import { addDays } from '../../platform/time.ts'
import { MAIL, mailAlarm, TELL, tellAdministrators } from './actions.ts'
import { sweepAlarms } from './store.ts'

const KEPT_DAYS = 365

export const periodicWork = [
  periodic('safety.sweep-alarms', 24, (ctx) =>
    inTx(ctx, (ctx) => sweepAlarms(ctx.db, addDays(ctx.clock.now(), -KEPT_DAYS))),
  ),
]

export const handlers = [
  job(TELL, (ctx, payload) => tellAdministrators(ctx, Number(payload.alarmId))),
  job(MAIL, (ctx, payload) => mailAlarm(ctx, Number(payload.alarmId), String(payload.recipient))),
]
