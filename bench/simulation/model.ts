import { assignSettlementCall, staffFixAmount } from '../../src/billing/settlements/contract.ts'
import { orderAdd } from '../../src/lab/ordering/contract.ts'
import { integrationApplyExchange, integrationCancelExchange } from '../../src/money/points/contract.ts'
import { staffExchangeCancel } from '../../src/money/points/staff-contract.ts'
import { payCreate } from '../../src/money/payments/contract.ts'
import {
  prestoreApplyAdd,
  transferApplyAdd,
  transferConfirmMatch,
  transferMatch,
} from '../../src/money/prestore/contract.ts'
import { staffCreditConfirm, staffCreditRaise } from '../../src/money/credit/contract.ts'
import { staffWithdrawPay, withdrawUpdate4user } from '../../src/money/withdrawals/contract.ts'
import { sampleWaybill } from '../../src/lab/samples/contract.ts'
import { staffOrderVerify } from '../../src/lab/orders/staff/staff-contract.ts'
import { evaluateAdd } from '../../src/shop/reviews/contract.ts'
import { staffReviewHide, staffReviewPublish } from '../../src/shop/reviews/list-contract.ts'
import type { Call, OutputOf, SentTo } from '../../src/platform/contract/call.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { type Person, START } from './base.ts'
import { BillBook } from './models/bills.ts'
import { ClaimBook } from './models/claims.ts'
import { ClosingBook } from './models/closing.ts'
import { CodeBook } from './models/codes.ts'
import { CouponBook } from './models/coupons.ts'
import { FactorBook } from './models/factor.ts'
import { FoundedBook } from './models/founded.ts'
import { GroupBook } from './models/group.ts'
import { ImportBook } from './models/imports/runs.ts'
import { Lifecycles } from './models/lifecycle.ts'
import { CreditBook } from './models/credit.ts'
import { InvoiceBook } from './models/invoices.ts'
import { openingMoney } from './models/money.ts'
import { NewcomerBook } from './models/newcomers.ts'
import { PayoutBook } from './models/payouts.ts'
import { RebateBook } from './models/rebates.ts'

export interface ModelOrder {
  orderNo: string
  ownerId: number
  /** The account that pays. */
  accountId: number
  amountFen: number | null
  samples: number
}

interface Acked {
  call: Call
  input: unknown
  data: unknown
  /** The person, or undefined for staff. */
  person: Person | undefined
  /** Whose money it is: the person's account or that of the group. */
  accountId: number
  bankRowFen?: number
}

/** What the people of the simulation know: everything that was acknowledged to them, and nothing that the product stores. */
export class Model {
  readonly orders = new Map<string, ModelOrder>()
  readonly settlements = new Set<string>()
  /** Delivered by an acknowledged verification. */
  readonly delivered = new Set<string>()
  readonly waybills = new Map<number, string>()
  /** How often each waybill was entered. */
  readonly entered = new Map<string, number>()
  /** `isShown` is undefined while nobody knows whether staff showed or hid it. */
  readonly reviews = new Map<number, { authorId: number; isShown: boolean | undefined }>()
  readonly claims = new Map<number, { accountId: number; creditedFen: number }>()
  /** Money without an application, kept for an account; less what was sent back. */
  readonly kept = new Map<number, { accountId: number; amountFen: number }>()
  readonly exchanges = new Map<number, { goodsId: number; points: number; cancelled: boolean; unsure?: boolean }>()
  readonly prepaidFromBalance = new Map<string, number>()
  readonly withdrawnFen = new Map<number, number>()
  readonly fixed = new Map<string, number>()
  readonly lifecycles = new Lifecycles()
  readonly people: Person[]
  readonly group: GroupBook
  readonly rebates = new RebateBook()
  readonly credit = new CreditBook()
  readonly factors = new FactorBook()
  readonly invoices = new InvoiceBook()
  readonly coupons = new CouponBook()
  readonly codes = new CodeBook()
  readonly bills = new BillBook()
  readonly closing = new ClosingBook()
  readonly founded = new FoundedBook()
  readonly newcomers = new NewcomerBook()
  readonly payouts = new PayoutBook()
  readonly imports = new ImportBook()
  readonly paperClaims = new ClaimBook()
  /** The closing figures of days that finance closed. */
  readonly closedDays = new Map<string, string>()
  lastMove = 0
  /** Money that each account held when the run began. */
  opening = new Map<number, number>()
  stock = new Map<number, number | null>()

  constructor(people: Person[]) {
    this.people = people
    this.group = new GroupBook(people)
  }

  /** The account of the group, once a run has begun. */
  get groupAccountId(): number {
    return this.group.accountId
  }

  /** The account of the group of the demo, or of one that was set up since. */
  accountOf(groupNo: string): number {
    return this.founded.groups.get(groupNo)?.accountId ?? this.group.accountId
  }

  async begin(db: Database): Promise<void> {
    await this.group.read(db, START)
    await openingMoney(this, db)
    await this.credit.read(db)
    await this.factors.read(db)
    await this.coupons.read(db)
    await this.codes.read(db)
    await this.imports.read(db)
  }

  learn(acked: Acked): void {
    lessons.get(acked.call)?.(this, acked)
  }

  /** A call without a key was sent again after a lost answer and then refused: the first one may have been done. */
  doubt(call: Call, input: unknown, person: Person | undefined): void {
    const { id } = input as { id: number }
    const review = this.reviews.get(id)
    if (review && (call === staffReviewPublish || call === staffReviewHide)) review.isShown = undefined
    const exchange = this.exchanges.get(id)
    if (exchange && (call === integrationCancelExchange || call === staffExchangeCancel)) exchange.unsure = true
    if (person && call === withdrawUpdate4user) this.rebates.unsurePayouts.add(person.id)
  }
}

type Lesson = (model: Model, acked: Acked) => void
const lessons = new Map<Call, Lesson>()

function on<C extends Call>(
  call: C,
  lesson: (model: Model, input: SentTo<C>, data: OutputOf<C>, acked: Acked) => void,
): void {
  lessons.set(call, (model, acked) => lesson(model, acked.input as SentTo<C>, acked.data as OutputOf<C>, acked))
}

on(orderAdd, (model, input, data, { person }) => {
  const accountId = input.groupNo ? model.accountOf(input.groupNo) : (person?.id ?? 0)
  const amountFen = data.estimateFen === null ? null : data.estimateFen - data.discountFen
  const order = {
    orderNo: data.orderNo,
    ownerId: person?.id ?? 0,
    accountId,
    amountFen,
    samples: data.sampleNos.length,
  }
  model.orders.set(data.orderNo, order)
})
on(sampleWaybill, (model, { ids, waybill }) => {
  ids.forEach((id) => model.waybills.set(id, waybill))
  model.entered.set(waybill, (model.entered.get(waybill) ?? 0) + 1)
})
on(staffOrderVerify, (model, { orderNo }) => model.delivered.add(orderNo))
on(evaluateAdd, (model, _, { id }, { person }) => model.reviews.set(id, { authorId: person?.id ?? 0, isShown: false }))
const shown =
  (isShown: boolean): Lesson =>
  (model, { input }) => {
    const review = model.reviews.get((input as { id: number }).id)
    if (review) review.isShown = isShown
  }
lessons.set(staffReviewPublish, shown(true))
lessons.set(staffReviewHide, shown(false))
on(assignSettlementCall, (model, _, { settlementNo }) => model.settlements.add(settlementNo))
on(staffFixAmount, (model, { orderNo }, { finalFen, checking }) => {
  if (!checking) model.fixed.set(orderNo, finalFen)
})
on(payCreate, (model, { kind, method, no = '' }, { paid, amountFen }) => {
  if (method !== 'prestore' || !paid || kind === 'prestore') return
  model.prepaidFromBalance.set(`${kind} ${no}`, amountFen)
})
for (const claimed of [prestoreApplyAdd, transferApplyAdd])
  on(claimed, (model, _, { id }, { accountId }) => model.claims.set(id, { accountId, creditedFen: 0 }))
const credited: Lesson = (model, { input, data, bankRowFen = 0 }) => {
  const claim = model.claims.get((input as { claimId: number }).claimId)
  if (claim && (data as { stage: string }).stage === 'credited') claim.creditedFen = bankRowFen
}
lessons.set(transferMatch, credited)
lessons.set(transferConfirmMatch, credited)
on(staffWithdrawPay, (model, { amountFen }, _, { accountId }) => {
  if (accountId === 0) return
  model.withdrawnFen.set(accountId, (model.withdrawnFen.get(accountId) ?? 0) + amountFen)
})
on(staffCreditRaise, (model, { grantedFen }, { stage }, { accountId }) => {
  if (stage === 'approved') model.credit.limits.set(accountId, grantedFen)
  else model.credit.proposed.set(accountId, grantedFen)
})
on(staffCreditConfirm, (model, _, __, { accountId }) => {
  model.credit.limits.set(accountId, model.credit.proposed.get(accountId) ?? 0)
})
on(withdrawUpdate4user, (model, { account }, _, { person }) => {
  if (person) model.rebates.payouts.set(person.id, account.replaceAll(' ', ''))
})
on(integrationApplyExchange, (model, { goodsId, points }, { id }) => {
  model.exchanges.set(id, { goodsId, points, cancelled: false })
})
const cancelled: Lesson = (model, { input }) => {
  const exchange = model.exchanges.get((input as { id: number }).id)
  if (exchange) exchange.cancelled = true
}
lessons.set(integrationCancelExchange, cancelled)
lessons.set(staffExchangeCancel, cancelled)
