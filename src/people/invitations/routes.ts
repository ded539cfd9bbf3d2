import { readSetting } from '../../core/settings/actions.ts'
import { dropRule, saveRule } from '../../core/settings/dated-actions.ts'
import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { clearTie, ties } from './actions.ts'
import { staffInviteRuleDrop, staffInviteRules, staffInviteRuleSave, staffTieClear } from './contract.ts'
import { staffTies } from './list-contract.ts'

export const routes = [
  handle(staffTies, (ctx, input) => listPage(ctx, ties, input)),
  handle(staffTieClear, async (ctx, input) => {
    await clearTie(ctx, input)
    return {}
  }),
  handle(staffInviteRules, async (ctx) => ({
    rules: await readSetting(ctx, 'inviteRules'),
    today: shanghaiDate(ctx.clock.now()),
  })),
  handle(staffInviteRuleSave, async (ctx, input) => {
    await saveRule(ctx, 'inviteRules', input)
    return {}
  }),
  handle(staffInviteRuleDrop, async (ctx, { from }) => {
    await dropRule(ctx, 'inviteRules', from)
    return {}
  }),
]
