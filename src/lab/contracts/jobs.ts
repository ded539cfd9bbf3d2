import { on, onJob } from '../../platform/jobs/worker.ts'
import { orderLifecycle } from '../orders/rules.ts'
import { expireContract, voidWithOrder } from './actions.ts'
import { expireContractJob, renderContractJob } from './events.ts'
import { renderContract } from './document/render-actions.ts'

const { cancel, cancelByStaff, reject, expireQuote } = orderLifecycle.events

export const subscribers = [cancel, cancelByStaff, reject, expireQuote].map((event) =>
  on(event, 'void-contract', (ctx, { id }) => voidWithOrder(ctx, id)),
)
export const handlers = [
  onJob(renderContractJob, (ctx, { id }) => renderContract(ctx, id)),
  onJob(expireContractJob, (ctx, { id }) => expireContract(ctx, id)),
]
