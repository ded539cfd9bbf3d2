import { handle } from '../../platform/http/handler.ts'
import {
  cancelWithdrawal,
  changePayoutAccount,
  requestWithdrawal,
  sendWithdrawalCode,
  withdrawable,
  withdrawalsOf,
} from './actions.ts'
import {
  staffWithdrawApprove,
  staffWithdrawConfirm,
  staffWithdrawMake,
  staffWithdrawPay,
  staffWithdrawReject,
  staffWithdrawSendBack,
  withdrawAdd,
  withdrawCancel,
  withdrawCode,
  withdrawInit,
  withdrawList,
  withdrawUpdate4user,
} from './contract.ts'
import { withdrawalsForStaff } from './list-actions.ts'
import { staffWithdrawList } from './list-contract.ts'
import {
  approveWithdrawal,
  confirmApproval,
  makeWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  sendBackApproval,
} from './staff-actions.ts'

export const routes = [
  handle(withdrawInit, (ctx) => withdrawable(ctx)),
  handle(withdrawList, (ctx, input) => withdrawalsOf(ctx, input)),
  handle(withdrawCode, async (ctx) => {
    await sendWithdrawalCode(ctx)
    return {}
  }),
  handle(withdrawUpdate4user, async (ctx, input) => {
    await changePayoutAccount(ctx, input)
    return {}
  }),
  handle(withdrawAdd, (ctx, input) => requestWithdrawal(ctx, input)),
  handle(withdrawCancel, async (ctx, { id }) => {
    await cancelWithdrawal(ctx, id)
    return {}
  }),
  handle(staffWithdrawList, (ctx, input) => withdrawalsForStaff(ctx, input)),
  handle(staffWithdrawMake, (ctx, input) => makeWithdrawal(ctx, input)),
  handle(staffWithdrawApprove, (ctx, input) => approveWithdrawal(ctx, input)),
  handle(staffWithdrawConfirm, (ctx, input) => confirmApproval(ctx, input)),
  handle(staffWithdrawSendBack, (ctx, input) => sendBackApproval(ctx, input)),
  handle(staffWithdrawReject, (ctx, input) => rejectWithdrawal(ctx, input)),
  handle(staffWithdrawPay, (ctx, input) => payWithdrawal(ctx, input)),
]
