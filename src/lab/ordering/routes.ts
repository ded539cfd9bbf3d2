import { groupsWithLeft } from '../../people/groups/left-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { orderAgain } from '../orders/contract.ts'
import { orderAgain as repeatOrder } from './again/again-actions.ts'
import { discountChoices } from '../../money/coupons/contract.ts'
import { choicesForPlan } from './coupon-actions.ts'
import { draftGet, draftSave, orderAdd, orderPayers } from './contract.ts'
import { currentDraft, keepDraft } from './drafts/draft-actions.ts'
import { placeOrder } from './place-actions.ts'

export const routes = [
  handle(orderAgain, (ctx, input) => repeatOrder(ctx, input.orderNo)),
  handle(orderAdd, (ctx, input) => placeOrder(ctx, input)),
  handle(orderPayers, async (ctx) => ({
    groups: (await groupsWithLeft(ctx, ctx.actor.id)).map(
      ({ accountId: _a, groupId: _g, role: _r, needsFactor: _n, ...group }) => group,
    ),
  })),
  handle(discountChoices, (ctx, input) => choicesForPlan(ctx, input)),
  handle(draftGet, (ctx) => currentDraft(ctx)),
  handle(draftSave, (ctx, input) => keepDraft(ctx, input.version, input.step, input.data)),
]
