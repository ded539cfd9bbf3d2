import { job, on } from '../../platform/jobs/worker.ts'
import { expireContract, voidWithOrder } from './actions.ts'
import { renderContract } from './render-actions.ts'

const endings = ['order.cancel', 'order.cancelByStaff', 'order.reject', 'order.expireQuote']

export const subscribers = endings.map((event) =>
  on(event, 'void-contract', (ctx, payload) => voidWithOrder(ctx, Number(payload.id))),
)
export const handlers = [
  job('contract.render', (ctx, payload) => renderContract(ctx, Number(payload.id))),
  job('contract.expire', (ctx, payload) => expireContract(ctx, Number(payload.id))),
]
