import { namesOfStaff } from '../../../core/staff/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { lastMoves } from '../../../platform/lifecycle/transition.ts'
import { finalAmountLifecycle } from '../rules.ts'
import type { FinalAmount } from './final-store.ts'

// Why a final amount did not stay: the second person sent it back, or it was taken back.

export interface AmountEnd {
  reason: string
  byName: string
}

/** Of these amounts, those that ended. */
export async function endsOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, AmountEnd>> {
  if (ids.length === 0) return new Map()
  const ends = await lastMoves(ctx, finalAmountLifecycle, ['sendBack', 'takeBack'], ids)
  const names = await namesOfStaff(
    ctx,
    [...ends.values()].flatMap(({ actorId }) => actorId ?? []),
  )
  return new Map(
    [...ends].map(([id, { reason, actorId }]) => [id, { reason: reason ?? '', byName: names.get(actorId ?? 0) ?? '' }]),
  )
}

/** What the second person sent back, by order. */
export async function sentBackOf(
  ctx: Ctx,
  latest: readonly Pick<FinalAmount, 'id' | 'orderId' | 'stage' | 'amountFen'>[],
) {
  const returned = latest.filter(({ stage }) => stage === 'returned')
  const ends = await endsOf(
    ctx,
    returned.map(({ id }) => id),
  )
  return new Map(
    returned.map(({ id, orderId, amountFen }) => [
      orderId,
      { amountFen, ...(ends.get(id) ?? { reason: '', byName: '' }) },
    ]),
  )
}
