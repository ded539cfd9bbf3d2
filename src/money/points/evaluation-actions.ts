import { readRule } from '../../core/settings/dated-actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { reviewState } from '../../shop/reviews/actions.ts'
import { setEarned } from './actions.ts'

/**
 * Brings the points of an evaluation to what the rule of its publication gives, or to nothing while it is hidden. It reads the present
 * state, so that events that come late or twice change nothing.
 */
export async function earnByReview(ctx: Ctx, reviewId: number): Promise<void> {
  const review = await reviewState(ctx, reviewId)
  if (!review) return
  const day = shanghaiDate(review.publishedAt ?? ctx.clock.now())
  const points = review.shown ? ((await readRule(ctx, 'pointRules', day))?.evaluationPoints ?? 0) : 0
  const { customerId, orderNo } = review
  await setEarned(ctx, {
    customerId,
    kind: 'evaluation',
    businessId: reviewId,
    points,
    memo: `评价检测项目（订单 ${orderNo}）`,
  })
}
