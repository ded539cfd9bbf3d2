import { orderAdd } from '../../src/lab/ordering/contract.ts'
import { planEdit } from '../../src/lab/plans/contract.ts'
import { planPaper } from '../../src/lab/plans/share-contract.ts'
import { addressEdit } from '../../src/people/addresses/contract.ts'
import { clusterApply } from '../../src/people/groups/contract.ts'
import { invoiceApplyAdd, invoiceApplyEdit, invoiceApplyRed } from '../../src/billing/invoices/contract.ts'
import { orderAgreeRetest } from '../../src/lab/orders/closing/after-delivery-contract.ts'
import { integrationApplyExchange } from '../../src/money/points/contract.ts'
import { staffRefundConfirm, staffRefundToBalance, staffRefundToChannel } from '../../src/money/refunds/contract.ts'
import { staffCreditConfirm, staffCreditRaise } from '../../src/money/credit/contract.ts'
import { staffFixAmount } from '../../src/billing/settlements/contract.ts'
import { webhookEdit } from '../../src/workspace/webhooks/contract.ts'
import { payCreate, payWays } from '../../src/money/payments/contract.ts'
import { transferApplyAdd } from '../../src/money/prestore/contract.ts'
import type { Call, SentTo } from '../../src/platform/contract/call.ts'
import type { Values } from './world.ts'

/** Fields of one input that no column is named like. */
type Declared = (row: Values, related: (table: string) => Values) => object

const declared = new Map<string, Declared>()

/** Typed, so that a field of a contract that gets another name is noticed by the check of types. */
function declare<C extends Call>(
  call: C,
  fields: (row: Values, related: (table: string) => Values) => Partial<SentTo<C>>,
): void {
  declared.set(call.path, fields as Declared)
}

export function declaredFor(call: Call): Declared | undefined {
  return declared.get(call.path)
}

const text = (value: unknown) => String(value ?? '')
const number = (value: unknown) => Number(value ?? 0)

declare(payWays, ({ settlementNo }) => ({ kind: 'settlement' as const, no: text(settlementNo) }))
declare(payCreate, ({ settlementNo, totalFen }) => ({
  kind: 'settlement' as const,
  no: text(settlementNo),
  amountFen: number(totalFen),
}))
declare(transferApplyAdd, ({ settlementNo, totalFen }) => ({
  kind: 'settlement' as const,
  no: text(settlementNo),
  amountFen: number(totalFen),
}))
declare(orderAdd, () => ({
  groupNo: '',
  delivery: { kind: 'self_send' as const },
  couponIds: [],
  funding: [],
  invoice: { type: 0 as const },
}))
declare(addressEdit, ({ areaCode }) => ({ address_code: text(areaCode) }))
declare(planPaper, () => ({ groupNo: '' }))
declare(planEdit, ({ parameters }) => ({ parameters: parameters as Record<string, unknown> }))
declare(clusterApply, ({ groupNo, joinCode }) => ({ groupNo: text(groupNo), code: text(joinCode) }))
declare(orderAgreeRetest, ({ retestOfferFen }) => ({ feeFen: number(retestOfferFen) }))
declare(integrationApplyExchange, (_, related) => ({ points: number(related('point_goods').points) }))
declare(webhookEdit, () => ({ url: 'https://example.com/hook' }))
declare(invoiceApplyAdd, ({ orderNo }, related) => ({
  type: 1 as const,
  items: [{ orderNo: text(orderNo || related('orders').orderNo), amountFen: 100 }],
  month: undefined,
}))
declare(invoiceApplyEdit, (_, related) => {
  const line = related('invoice_lines')
  return { type: 1 as const, items: [{ orderNo: text(line.orderNo), amountFen: number(line.amountFen) }] }
})
declare(invoiceApplyRed, (_, related) => {
  const line = related('invoice_lines')
  return { parts: [{ orderNo: text(line.orderNo), amountFen: number(line.amountFen) }] }
})

// Calls of staff about money.
declare(staffRefundConfirm, ({ amountFen }) => ({ typedFen: number(amountFen) }))
declare(staffRefundToBalance, () => ({ amountFen: 100, typedFen: 100 }))
declare(staffRefundToChannel, () => ({ amountFen: 100, typedFen: 100 }))
declare(staffCreditRaise, ({ id, wantedFen }) => ({ applicationId: number(id), grantedFen: number(wantedFen) }))
declare(staffCreditConfirm, ({ id }) => ({ applicationId: number(id) }))
declare(staffFixAmount, ({ estimateFen }) => ({ finalFen: number(estimateFen) }))
