import { amountFixed, dueSoon, overdue, settlementAssigned } from '../../billing/settlements/events.ts'
import { invoiceOffered } from '../../billing/invoices/events.ts'
import { invoiceLifecycle } from '../../billing/invoices/rules.ts'
import { finalAmountLifecycle, settlementLifecycle } from '../../billing/settlements/rules.ts'
import { accountClosing, closingStopped, copyReady } from '../privacy/events.ts'
import { contractIssued } from '../../lab/contracts/events.ts'
import { contractLifecycle } from '../../lab/contracts/rules.ts'
import { demandLifecycle } from '../../lab/demands/rules.ts'
import { orderSubmitted } from '../../lab/ordering/events.ts'
import { confirmEnds } from '../../lab/orders/events.ts'
import { orderLifecycle } from '../../lab/orders/rules.ts'
import { reportLifecycle } from '../../lab/reports/rules.ts'
import { keepEnds } from '../../lab/samples/events.ts'
import { sampleLifecycle } from '../../lab/samples/rules.ts'
import { moneyKept, toppedUp } from '../../money/payments/events.ts'
import { receivedKept } from '../../money/prestore/events.ts'
import { receivedLifecycle } from '../../money/prestore/rules.ts'
import { profileCompleted, secondFactorChanged } from '../../people/customers/events.ts'
import { accountVouched, contactChanged, passwordChanged } from '../../people/sign-in/events.ts'
import { subjectEvents } from './templates/subject-template-rules.ts'

/** Events that send a message to customers, each by its template in template-rules.ts. */
export const noticeEvents = [
  passwordChanged,
  contactChanged,
  accountVouched,
  secondFactorChanged,
  accountClosing,
  closingStopped,
  copyReady,
  profileCompleted,
  orderSubmitted,
  orderLifecycle.events.approve,
  orderLifecycle.events.reject,
  orderLifecycle.events.quote,
  orderLifecycle.events.reviseQuote,
  orderLifecycle.events.withdrawQuote,
  orderLifecycle.events.expireQuote,
  orderLifecycle.events.prepaid,
  orderLifecycle.events.receive,
  orderLifecycle.events.checkIn,
  orderLifecycle.events.hold,
  orderLifecycle.events.verify,
  confirmEnds,
  orderLifecycle.events.acceptRetest,
  orderLifecycle.events.declineRetest,
  orderLifecycle.events.offerRetest,
  orderLifecycle.events.expireRetest,
  orderLifecycle.events.reduceDisputed,
  orderLifecycle.events.dismissDispute,
  orderLifecycle.events.startCorrection,
  orderLifecycle.events.autoConfirm,
  orderLifecycle.events.cancelByStaff,
  orderLifecycle.events.close,
  sampleLifecycle.events.return,
  sampleLifecycle.events.refuse,
  sampleLifecycle.events.reportAbnormal,
  sampleLifecycle.events.lose,
  keepEnds,
  sampleLifecycle.events.destroy,
  reportLifecycle.events.withdraw,
  reportLifecycle.events.replace,
  contractIssued,
  contractLifecycle.events.expire,
  contractLifecycle.events.sendBack,
  contractLifecycle.events.seal,
  contractLifecycle.events.void,
  demandLifecycle.events.answer,
  demandLifecycle.events.close,
  amountFixed,
  dueSoon,
  overdue,
  finalAmountLifecycle.events.takeBack,
  settlementLifecycle.events.dissolve,
  settlementLifecycle.events.payFromReceived,
  settlementAssigned,
  settlementLifecycle.events.pay,
  settlementLifecycle.events.payByChannel,
  settlementLifecycle.events.confirmTransfer,
  settlementLifecycle.events.refuseTransfer,
  ...subjectEvents,
  invoiceOffered,
  invoiceLifecycle.events.reject,
  invoiceLifecycle.events.issue,
  invoiceLifecycle.events.declineRed,
  invoiceLifecycle.events.redden,
  invoiceLifecycle.events.reddenPart,
  receivedKept,
  toppedUp,
  moneyKept,
  receivedLifecycle.events.return,
  receivedLifecycle.events.confirmReturn,
] as const
