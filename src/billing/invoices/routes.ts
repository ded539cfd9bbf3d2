import {
  invoiceAdd,
  invoiceDefault,
  invoiceDel,
  invoiceEdit,
  invoiceList,
} from '../../lab/orders/invoicing/title-contract.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { handle } from '../../platform/http/handler.ts'
import {
  applyForInvoice,
  applyInit,
  askForRed,
  withdrawRed,
  cancelApplication,
  editApplication,
  paidItems,
  resendInvoice,
} from './apply-actions.ts'
import {
  invoiceApplyAdd,
  invoiceApplyCancel,
  invoiceApplyEdit,
  invoiceApplyInfo,
  invoiceApplyInit,
  invoiceApplyList,
  invoiceApplyPaid,
  invoiceApplyRed,
  invoiceApplyResend,
  invoiceApplyWithdrawRed,
} from './contract.ts'
import { exportApplications, importResults } from './provider/exchange-actions.ts'
import { applicationInfo, applicationsFor, applicationsForStaff } from './list-actions.ts'
import { declineRed, redByProvider, reddenByHand, startRed } from './red-letters/red-actions.ts'
import {
  approveApplication,
  attachFiles,
  issueByHand,
  rejectApplication,
  retryApplication,
  takeBackApplication,
} from './review-actions.ts'
import { saveInvoicing } from './settings-actions.ts'
import {
  staffInvoiceApprove,
  staffInvoiceAskRed,
  staffInvoiceAttach,
  staffInvoiceDeclineRed,
  staffInvoiceExport,
  staffInvoiceImport,
  staffInvoiceIssue,
  staffInvoiceRedByProvider,
  staffInvoiceRedden,
  staffInvoiceReject,
  staffInvoiceRetry,
  staffInvoiceSaveSettings,
  staffInvoiceSettings,
  staffInvoiceTakeBack,
} from './staff-contract.ts'
import { staffInvoiceList } from './list-contract.ts'
import { addTitle, chooseDefaultTitle, editTitle, listTitles, removeTitle } from './titles/title-actions.ts'

export const routes = [
  handle(invoiceList, async (ctx) => ({ list: await listTitles(ctx) })),
  handle(invoiceAdd, (ctx, input) => addTitle(ctx, input)),
  handle(invoiceEdit, (ctx, { id, ...input }) => editTitle(ctx, id, input)),
  handle(invoiceDel, async (ctx, { id }) => {
    await removeTitle(ctx, id)
    return {}
  }),
  handle(invoiceDefault, async (ctx, { id }) => {
    await chooseDefaultTitle(ctx, id)
    return {}
  }),
  handle(invoiceApplyPaid, (ctx, input) => paidItems(ctx, input)),
  handle(invoiceApplyInit, (ctx) => applyInit(ctx)),
  handle(invoiceApplyAdd, (ctx, input) => applyForInvoice(ctx, input)),
  handle(invoiceApplyEdit, (ctx, input) => editApplication(ctx, input)),
  handle(invoiceApplyInfo, (ctx, input) => applicationInfo(ctx, input.applicationNo)),
  handle(invoiceApplyList, (ctx, input) => applicationsFor(ctx, input)),
  handle(invoiceApplyCancel, async (ctx, input) => {
    await cancelApplication(ctx, input.applicationNo)
    return {}
  }),
  handle(invoiceApplyRed, async (ctx, input) => {
    await askForRed(ctx, input)
    return {}
  }),
  handle(invoiceApplyWithdrawRed, async (ctx, input) => {
    await withdrawRed(ctx, input.applicationNo)
    return {}
  }),
  handle(invoiceApplyResend, (ctx, input) => resendInvoice(ctx, input.applicationNo)),
  handle(staffInvoiceList, (ctx, input) => applicationsForStaff(ctx, input)),
  handle(staffInvoiceApprove, (ctx, input) => approveApplication(ctx, input)),
  handle(staffInvoiceReject, (ctx, input) => rejectApplication(ctx, input)),
  handle(staffInvoiceTakeBack, (ctx, input) => takeBackApplication(ctx, input)),
  handle(staffInvoiceRetry, async (ctx, input) => {
    await retryApplication(ctx, input)
    return {}
  }),
  handle(staffInvoiceIssue, (ctx, input) => issueByHand(ctx, input)),
  handle(staffInvoiceAttach, async (ctx, input) => {
    await attachFiles(ctx, input)
    return {}
  }),
  handle(staffInvoiceAskRed, (ctx, input) => startRed(ctx, input)),
  handle(staffInvoiceRedByProvider, async (ctx, input) => {
    await redByProvider(ctx, input)
    return {}
  }),
  handle(staffInvoiceRedden, (ctx, input) => reddenByHand(ctx, input)),
  handle(staffInvoiceDeclineRed, (ctx, input) => declineRed(ctx, input)),
  handle(staffInvoiceExport, (ctx, input) => exportApplications(ctx, input)),
  handle(staffInvoiceImport, (ctx, { text }) => importResults(ctx, text)),
  handle(staffInvoiceSettings, (ctx) => readSetting(ctx, 'invoicing')),
  handle(staffInvoiceSaveSettings, async (ctx, input) => {
    await saveInvoicing(ctx, input)
    return {}
  }),
]
