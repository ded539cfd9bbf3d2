import { listPage } from '../../core/lists/listed-actions.ts'
import { bankList, receivedList, staffTransferList } from './list-contract.ts'
import { handle } from '../../platform/http/handler.ts'
import { claimsFor, addClaim, cancelClaim, editClaim, prestoreMovements, transferInfo } from './claims/claim-actions.ts'
import {
  bankImport,
  bankKnown,
  prestoreApplyAdd,
  prestoreApplyCancel,
  prestoreApplyEdit,
  prestoreApplyInit,
  prestoreApplyList,
  prestoreList,
  transferApplyList,
  transferCandidates,
} from './contract.ts'
import { claimCandidates, claims } from './claims/claim-list-actions.ts'
import { setLineAside } from './received/aside-actions.ts'
import { bankLines, importBankLines, knownBankLines } from './received/match-actions.ts'
import {
  confirmReturn,
  keepBankLine,
  receivedMoney,
  refuseReturn,
  returnReceived,
} from './received/received-actions.ts'
import {
  bankKeep,
  bankSetAside,
  receivedConfirmReturn,
  receivedRefuseReturn,
  receivedReturn,
} from './received/received-contract.ts'

export const routes = [
  handle(prestoreList, (ctx, input) => prestoreMovements(ctx, input)),
  handle(prestoreApplyInit, (ctx) => transferInfo(ctx)),
  handle(prestoreApplyAdd, (ctx, input) => addClaim(ctx, input)),
  handle(prestoreApplyEdit, async (ctx, { id, version, ...fields }) => {
    await editClaim(ctx, id, version, fields, 'prestore')
    return {}
  }),
  handle(prestoreApplyCancel, async (ctx, { id }) => {
    await cancelClaim(ctx, id, 'prestore')
    return {}
  }),
  handle(prestoreApplyList, (ctx, input) => claimsFor(ctx, { ...input, kind: 'prestore', stage: '' })),
  handle(transferApplyList, (ctx, input) => claimsFor(ctx, input)),
  // transferApply/add, edit and cancel and the decisions about claims are handled by settlements, which know what a claim pays.
  handle(bankImport, (ctx, { text }) => importBankLines(ctx, text)),
  handle(bankKnown, (ctx, { serials }) => knownBankLines(ctx, serials)),
  handle(bankList, (ctx, input) => listPage(ctx, bankLines, input)),
  handle(bankKeep, (ctx, input) => keepBankLine(ctx, input)),
  handle(bankSetAside, async (ctx, input) => {
    await setLineAside(ctx, input)
    return {}
  }),
  handle(receivedList, (ctx, input) => listPage(ctx, receivedMoney, input)),
  handle(receivedReturn, (ctx, input) => returnReceived(ctx, input)),
  handle(receivedConfirmReturn, (ctx, input) => confirmReturn(ctx, input)),
  handle(receivedRefuseReturn, async (ctx, input) => {
    await refuseReturn(ctx, input)
    return {}
  }),
  // received/assign and received/payables are handled by settlements, which know what can be paid.
  handle(staffTransferList, (ctx, input) => listPage(ctx, claims, input)),
  handle(transferCandidates, (ctx, input) => claimCandidates(ctx, input)),
]
