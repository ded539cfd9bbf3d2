import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import {
  applyForCredit,
  cancelCreditApplication,
  confirmCredit,
  creditInfo,
  raiseCredit,
  rejectCredit,
} from './application-actions.ts'
import { creditApplyOperate, staffCreditConfirm, staffCreditRaise, staffCreditReject } from './contract.ts'
import { creditApplications } from './list-actions.ts'
import { staffCreditList } from './list-contract.ts'

export const routes = [
  handle(creditApplyOperate, async (ctx, input) => {
    if (input.op === 'apply') await applyForCredit(ctx, input.wantedFen, input.reason)
    if (input.op === 'cancel') await cancelCreditApplication(ctx)
    return creditInfo(ctx)
  }),
  handle(staffCreditList, (ctx, input) => listPage(ctx, creditApplications, input)),
  handle(staffCreditRaise, (ctx, input) => raiseCredit(ctx, input)),
  handle(staffCreditConfirm, (ctx, input) => confirmCredit(ctx, input.applicationId, input.version)),
  handle(staffCreditReject, async (ctx, input) => {
    await rejectCredit(ctx, input.applicationId, input.version, input.reason)
    return {}
  }),
]
