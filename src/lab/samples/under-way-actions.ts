import type { Ctx } from '../../platform/http/ctx.ts'
import { ordersWithSamplesUnderWay } from './held-data-store.ts'

/** Which of these orders have a sample whose way has not ended: neither kept, sent back, used up nor lost. */
export function samplesUnderWay(ctx: Pick<Ctx, 'db'>, orderIds: readonly number[]): Promise<Set<number>> {
  return ordersWithSamplesUnderWay(ctx.db, orderIds)
}
