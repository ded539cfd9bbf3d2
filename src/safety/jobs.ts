import { job } from '../platform/jobs/worker.ts'
import { MAIL, mailAlarm, TELL, tellAdministrators } from './actions.ts'

export const handlers = [
  job(TELL, (ctx, payload) => tellAdministrators(ctx, Number(payload.alarmId))),
  job(MAIL, (ctx, payload) => mailAlarm(ctx, Number(payload.alarmId), String(payload.recipient))),
]
