import { customerOf } from '../../people/customers/actions.ts'
import { maskPhone, WITHDRAW_PURPOSE } from '../../people/customers/rules.ts'
import { sendOwnCode, spendCode } from '../../people/sign-in/codes/code-actions.ts'
import { commonErrors, Refusal, refuse } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx, personOf } from '../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { actionsAt } from '../../platform/lifecycle/lifecycle.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { formatFen } from '../../platform/money.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { balancesOf, post, takeBackStep } from '../ledger/actions.ts'
import { ledgerErrors } from '../ledger/errors.ts'
import { customerAccount, leg } from '../ledger/rules.ts'
import { withdrawalErrors } from './errors.ts'
import { payoutChanged } from './events.ts'
import {
  maskAccount,
  tailOf,
  type WithdrawalFacts,
  withdrawalLifecycle,
  withdrawalNo,
  type WithdrawalSource,
  withdrawalSources,
} from './rules.ts'
import {
  countOfCustomer,
  insertWithdrawal,
  type NewWithdrawal,
  nextNumber,
  owner,
  type PayoutAccount,
  payoutAccountOf,
  savePayoutAccount,
  type Withdrawal,
  withdrawalOfCustomer,
  withdrawalsOfCustomer,
} from './store.ts'

/** All steps of a withdrawal in the ledger share this kind and its id. */
export const LEDGER_KIND = 'withdrawal'

export async function withdrawable(ctx: Ctx<Customer>) {
  const { prestore, rebate, withdraw_held } = await balancesOf(ctx, ctx.actor.id)
  const account = await payoutAccountOf(ctx.db, ctx.actor.id)
  const { phone } = await customerOf(ctx, personOf(ctx.actor))
  return {
    prestoreFen: prestore,
    rebateFen: rebate,
    heldFen: withdraw_held,
    account: account ? { ...account, account: maskAccount(account.account) } : null,
    phone: maskPhone(phone),
  }
}

/** Sends a code to the phone of the account, never to a number from the request. */
export async function sendWithdrawalCode(ctx: Ctx<Customer>): Promise<void> {
  refuseInDoubt(ctx)
  const { phone } = await customerOf(ctx, personOf(ctx.actor))
  await sendOwnCode(ctx, phone, WITHDRAW_PURPOSE)
}

/** Names the bank account for withdrawals to come; those already requested keep theirs. */
export async function changePayoutAccount(
  ctx: Ctx<Customer>,
  { code, ...to }: PayoutAccount & { code: string },
): Promise<void> {
  refuseInDoubt(ctx)
  await proveByCode(ctx, code)
  await inTx(ctx, async (inner) => {
    const before = await payoutAccountOf(inner.db, ctx.actor.id)
    const now = ctx.clock.now()
    await savePayoutAccount(inner.db, ctx.actor.id, to, now)
    await recordAudit(inner, {
      action: 'withdrawal.accountChanged',
      subject: `customer:${ctx.actor.id}`,
      before: before ? { holder: before.holder, tail: tailOf(before.account) } : {},
      after: { holder: to.holder, tail: tailOf(to.account) },
    })
    await emit(inner, payoutChanged, { customerId: ctx.actor.id, tail: tailOf(to.account), at: now.toISOString() })
  })
}

/** Requests a withdrawal to the payout account. The code is spent last, so that a refusal does not use it up. */
export async function requestWithdrawal(
  ctx: Ctx<Customer>,
  { source, amountFen, code }: { source: WithdrawalSource; amountFen: number; code: string },
): Promise<{ id: number; withdrawalNo: string }> {
  refuseInDoubt(ctx)
  const customerId = ctx.actor.id
  const to = await payoutAccountOf(ctx.db, customerId)
  if (!to) throw refuse(withdrawalErrors.noAccount)
  const shortFen = amountFen - (await balancesOf(ctx, customerId))[source]
  if (shortFen > 0) throw notEnough(source, shortFen)
  await proveByCode(ctx, code)
  return inTx(ctx, (inner) => openWithdrawal(inner, { customerId, source, amountFen, to, reason: '', madeBy: null }))
}

/** Writes a withdrawal and holds its amount. Refuses notEnough when the balance changed meanwhile. Joins the caller's transaction. */
export async function openWithdrawal(ctx: Ctx, wanted: Omit<NewWithdrawal, 'withdrawalNo'>): Promise<Withdrawal> {
  const now = ctx.clock.now()
  const no = withdrawalNo(shanghaiDate(now), await nextNumber(ctx.db))
  const row = await insertWithdrawal(ctx.db, { ...wanted, withdrawalNo: no }, now)
  await recordCreation(ctx, withdrawalLifecycle, row.id, 'pending')
  const { customerId, source, amountFen } = wanted
  try {
    await post(ctx, {
      kind: LEDGER_KIND,
      businessId: row.id,
      operation: 'hold',
      memo: `提现 ${no} 冻结`,
      legs: [
        leg(customerAccount(customerId, source), -amountFen),
        leg(customerAccount(customerId, 'withdraw_held'), amountFen),
      ],
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== ledgerErrors.belowFloor) throw error
    throw notEnough(source, (error.data as { shortFen?: number } | undefined)?.shortFen ?? amountFen)
  }
  return row
}

/** Withdraws a request that finance has not approved yet; the money is back in its account. */
export async function cancelWithdrawal(ctx: Ctx<Customer>, id: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    const row = await withdrawalOfCustomer(inner.db, id, ctx.actor.id)
    if (!row) throw refuse(commonErrors.notFound)
    await transition(inner, withdrawalLifecycle, id, 'cancel', { where: owner(ctx.actor.id), payload: factsFor(row) })
    await releaseHold(inner, row, '撤销退回')
  })
}

/** Posts the opposite of the hold. */
export async function releaseHold(ctx: Ctx, { id, withdrawalNo: no }: Withdrawal, why: string): Promise<void> {
  await takeBackStep(ctx, LEDGER_KIND, id, 'hold', `提现 ${no} ${why}`)
}

export async function withdrawalsOf(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const rows = await withdrawalsOfCustomer(ctx.db, ctx.actor.id, size, (page - 1) * size)
  return { list: rows.map(withdrawalView), total: await countOfCustomer(ctx.db, ctx.actor.id), page, size }
}

export function withdrawalView(row: Withdrawal) {
  return {
    id: row.id,
    withdrawalNo: row.withdrawalNo,
    source: row.source,
    sourceLabel: withdrawalSources[row.source],
    stage: row.stage,
    stageLabel: withdrawalLifecycle.stages[row.stage],
    version: row.version,
    amountFen: row.amountFen,
    holder: row.holder,
    bank: row.bank,
    account: maskAccount(row.account),
    createdAt: shanghaiTime(row.createdAt),
    reason: row.reason,
    rejectReason: row.rejectReason,
    bankSerial: row.bankSerial,
    paidOn: row.paidOn,
    mayCancel: actionsAt(withdrawalLifecycle, row.stage, 'customer').includes('cancel'),
  }
}

export function factsFor({ customerId, withdrawalNo: no, amountFen, account }: Withdrawal): WithdrawalFacts {
  return { customerId, withdrawalNo: no, amountFen, tail: tailOf(account) }
}

/** Outside a transaction, so that a wrong code is counted although the call is refused. */
async function proveByCode(ctx: Ctx<Customer>, code: string): Promise<void> {
  const { phone } = await customerOf(ctx, personOf(ctx.actor))
  await spendCode(ctx, phone, WITHDRAW_PURPOSE, code)
}

function notEnough(source: WithdrawalSource, shortFen: number) {
  return refuse(withdrawalErrors.notEnough, `可提现的${withdrawalSources[source]}不足，还差 ${formatFen(shortFen)}`)
}

/** The bank account for withdrawals of a customer, to compare with another's; undefined without one. */
export async function payoutNumberOf(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<string | undefined> {
  return (await payoutAccountOf(ctx.db, customerId))?.account
}
