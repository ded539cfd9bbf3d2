import { listPage } from '../../core/lists/listed-actions.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { dropRule, saveRule } from '../../core/settings/dated-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { shanghaiDate } from '../../platform/time.ts'
import {
  applyToPromote,
  approvePromoter,
  cancelApplication,
  leavePromotion,
  rejectPromoter,
  resumePromoter,
  suspendPromoter,
} from './actions.ts'
import {
  promoterApplyAdd,
  promoterApplyCancel,
  promoterApplyList,
  promoterRebateFile,
  promoterRebateList,
  promotionInit,
  promotionLeave,
  staffPromoterApprove,
  staffPromoterReject,
  staffPromoterResume,
  staffPromoterSuspend,
  staffRebateRuleDrop,
  staffRebateRules,
  staffRebateRuleSave,
} from './contract.ts'
import { promoters, rebates } from './list-actions.ts'
import { staffPromoters, staffRebates } from './list-contract.ts'
import { rebatesFile } from './rebate-file-actions.ts'
import { applicationsOf, promotionOf, rebatesOf } from './view-actions.ts'

export const routes = [
  handle(promotionInit, (ctx) => promotionOf(ctx)),
  handle(promoterApplyList, (ctx, input) => applicationsOf(ctx, input)),
  handle(promoterApplyAdd, (ctx, input) => applyToPromote(ctx, input)),
  handle(promoterApplyCancel, (ctx, { id }) => finished(cancelApplication(ctx, id))),
  handle(promotionLeave, (ctx) => finished(leavePromotion(ctx))),
  handle(promoterRebateList, (ctx, input) => rebatesOf(ctx, input)),
  handle(promoterRebateFile, (ctx, input) => rebatesFile(ctx, input)),
  handle(staffPromoters, (ctx, input) => listPage(ctx, promoters, input)),
  handle(staffRebates, (ctx, input) => listPage(ctx, rebates, input)),
  handle(staffPromoterApprove, (ctx, input) => approvePromoter(ctx, input)),
  handle(staffPromoterReject, (ctx, input) => rejectPromoter(ctx, input)),
  handle(staffPromoterSuspend, (ctx, input) => suspendPromoter(ctx, input)),
  handle(staffPromoterResume, (ctx, input) => resumePromoter(ctx, input)),
  handle(staffRebateRules, async (ctx) => ({
    rules: await readSetting(ctx, 'rebateRules'),
    today: shanghaiDate(ctx.clock.now()),
  })),
  handle(staffRebateRuleSave, (ctx, input) => finished(saveRule(ctx, 'rebateRules', input))),
  handle(staffRebateRuleDrop, (ctx, { from }) => finished(dropRule(ctx, 'rebateRules', from))),
]

async function finished(work: Promise<void>): Promise<Record<string, never>> {
  await work
  return {}
}
