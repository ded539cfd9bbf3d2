import { job } from '../../platform/jobs/worker.ts'
import { sendVisitorReply } from './staff-actions.ts'

export const handlers = [
  job('demand.reply', (ctx, payload) => sendVisitorReply(ctx, Number(payload.demandId), String(payload.text))),
]
