import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { hideReview, publishReview, replyToReview, reviewsOfProject } from './actions.ts'
import { deviceReviews } from './contract.ts'
import { reviews } from './list-actions.ts'
import { staffReviewHide, staffReviewList, staffReviewPublish, staffReviewReply } from './list-contract.ts'

// evaluate/add and evaluate/order are handled by orders, which know what was delivered to whom.
export const routes = [
  handle(deviceReviews, (ctx, input) => reviewsOfProject(ctx, input)),
  handle(staffReviewList, (ctx, input) => listPage(ctx, reviews, input)),
  handle(staffReviewPublish, async (ctx, input) => {
    await publishReview(ctx, input)
    return {}
  }),
  handle(staffReviewHide, async (ctx, input) => {
    await hideReview(ctx, input)
    return {}
  }),
  handle(staffReviewReply, async (ctx, input) => {
    await replyToReview(ctx, input)
    return {}
  }),
]
