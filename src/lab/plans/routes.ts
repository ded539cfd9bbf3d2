import { handle } from '../../platform/http/handler.ts'
import { addToPlan, editPlanLine, planOf, quoteForm, removeFromPlan } from './actions.ts'
import { planOnPaper } from './paper-actions.ts'
import { ownShares, sharedPlan, sharePlan, stopSharing, takeSharedPlan } from './share-actions.ts'
import { planPaper, planShare, planShared, planShares, planTake, planUnshare } from './share-contract.ts'
import { planAdd, planDelete, planEdit, planList, planQuote } from './contract.ts'

export const routes = [
  handle(planShare, (ctx, input) => sharePlan(ctx, input)),
  handle(planShares, (ctx) => ownShares(ctx)),
  handle(planUnshare, async (ctx, { id }) => {
    await stopSharing(ctx, id)
    return {}
  }),
  handle(planShared, (ctx, { token }) => sharedPlan(ctx, token)),
  handle(planTake, (ctx, { token }) => takeSharedPlan(ctx, token)),
  handle(planPaper, (ctx, input) => planOnPaper(ctx, input)),
  handle(planAdd, (ctx, input) => addToPlan(ctx, input)),
  handle(planEdit, (ctx, { id, ...changes }) => editPlanLine(ctx, id, changes)),
  handle(planDelete, (ctx, input) => removeFromPlan(ctx, input.ids)),
  handle(planList, (ctx, input) => planOf(ctx, input.groupNo)),
  handle(planQuote, async (ctx, input) => {
    const price = await quoteForm(ctx, input)
    return price.kind === 'priced' ? price : { kind: 'quote' as const, lines: [], totalFen: null }
  }),
]
