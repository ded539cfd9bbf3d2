import { handle } from '../../platform/http/handler.ts'
import { addToPlan, editPlanLine, planOf, quoteForm, removeFromPlan } from './actions.ts'
import { planAdd, planDelete, planEdit, planList, planQuote } from './contract.ts'

export const routes = [
  handle(planAdd, (ctx, input) => addToPlan(ctx, input)),
  handle(planEdit, (ctx, { id, ...changes }) => editPlanLine(ctx, id, changes)),
  handle(planDelete, (ctx, input) => removeFromPlan(ctx, input.ids)),
  handle(planList, (ctx, input) => planOf(ctx, input.groupNo)),
  handle(planQuote, async (ctx, input) => {
    const price = await quoteForm(ctx, input)
    return price.kind === 'priced' ? price : { kind: 'quote' as const, lines: [], totalFen: null }
  }),
]
