import { handle } from '../../platform/http/handler.ts'
import {
  applicationsFor,
  applyPrestore,
  cancelApplication,
  editApplication,
  prestoreMovements,
  transferInfo,
} from './application-actions.ts'
import {
  bankImport,
  bankList,
  prestoreApplyAdd,
  prestoreApplyCancel,
  prestoreApplyEdit,
  prestoreApplyInit,
  prestoreApplyList,
  prestoreConfirmMatch,
  prestoreList,
  prestoreMatch,
  prestoreReject,
  prestoreReturnMatch,
  staffPrestoreList,
} from './contract.ts'
import {
  applicationsForStaff,
  bankLines,
  confirmMatch,
  importBankLines,
  matchApplication,
  rejectApplication,
  returnMatch,
} from './match-actions.ts'
import { confirmReturn, keepBankLine, receivedMoney, refuseReturn, returnReceived } from './received-actions.ts'
import {
  bankKeep,
  receivedConfirmReturn,
  receivedList,
  receivedRefuseReturn,
  receivedReturn,
} from './received-contract.ts'

export const routes = [
  handle(prestoreList, (ctx, input) => prestoreMovements(ctx, input)),
  handle(prestoreApplyInit, (ctx) => transferInfo(ctx)),
  handle(prestoreApplyAdd, (ctx, input) => applyPrestore(ctx, input)),
  handle(prestoreApplyEdit, async (ctx, { id, version, ...fields }) => {
    await editApplication(ctx, id, version, fields)
    return {}
  }),
  handle(prestoreApplyCancel, async (ctx, { id }) => {
    await cancelApplication(ctx, id)
    return {}
  }),
  handle(prestoreApplyList, (ctx, input) => applicationsFor(ctx, input)),
  handle(bankImport, (ctx, { text }) => importBankLines(ctx, text)),
  handle(bankList, (ctx, input) => bankLines(ctx, input)),
  handle(bankKeep, (ctx, input) => keepBankLine(ctx, input)),
  handle(receivedList, (ctx, input) => receivedMoney(ctx, input)),
  handle(receivedReturn, (ctx, input) => returnReceived(ctx, input)),
  handle(receivedConfirmReturn, (ctx, input) => confirmReturn(ctx, input)),
  handle(receivedRefuseReturn, async (ctx, input) => {
    await refuseReturn(ctx, input)
    return {}
  }),
  // received/assign and received/payables are handled by settlements, which know what can be paid.
  handle(staffPrestoreList, (ctx, input) => applicationsForStaff(ctx, input)),
  handle(prestoreMatch, (ctx, input) => matchApplication(ctx, input)),
  handle(prestoreConfirmMatch, (ctx, input) => confirmMatch(ctx, input.applicationId, input.version)),
  handle(prestoreReturnMatch, async (ctx, input) => {
    await returnMatch(ctx, input.applicationId, input.version, input.reason)
    return {}
  }),
  handle(prestoreReject, async (ctx, input) => {
    await rejectApplication(ctx, input.applicationId, input.version, input.reason)
    return {}
  }),
]
