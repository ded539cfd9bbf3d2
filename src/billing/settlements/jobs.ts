import { job } from '../../platform/jobs/worker.ts'
import { remindToPay } from './remind-actions.ts'

export const handlers = [
  job('settlement.remind-due', (ctx, payload) => remindToPay(ctx, Number(payload.rowId), 'settlement.dueSoon')),
  job('settlement.remind-overdue', (ctx, payload) => remindToPay(ctx, Number(payload.rowId), 'settlement.overdue')),
]
