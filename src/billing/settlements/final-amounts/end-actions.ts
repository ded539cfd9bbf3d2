import { namesOfStaff } from '../../../core/staff/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { lastMoves } from '../../../platform/lifecycle/transition.ts'
import { finalAmountLifecycle } from '../rules.ts'
import { lastReturned } from './final-store.ts'

// Why a final amount did not stay: the second person sent it back, or it was taken back.

export interface AmountEnd {
  reason: string
  byName: string
}

/** Of these amounts, those that ended. */
export async function endsOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, AmountEnd>> {
  const ends = await lastMoves(ctx, finalAmountLifecycle, ['sendBack', 'takeBack'], ids)
  const names = await namesOfStaff(
    ctx,
    [...ends.values()].flatMap(({ actorId }) => actorId ?? []),
  )
  return new Map(
    [...ends].map(([id, { reason, actorId }]) => [id, { reason: reason ?? '', byName: names.get(actorId ?? 0) ?? '' }]),
  )
}

/** Of these orders, those whose last proposed amount was sent back by the second person. */
export async function sentBackOf(ctx: Ctx, orderIds: readonly number[]) {
  const returned = await lastReturned(ctx.db, orderIds)
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
