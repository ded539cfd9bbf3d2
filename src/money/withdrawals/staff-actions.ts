import { decidesAlone, requireLimit } from '../../core/staff/roles/limit-actions.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { transition } from '../../platform/lifecycle/transition.ts'
import { post } from '../ledger/actions.ts'
import { customerAccount, laboratoryAccount, leg } from '../ledger/rules.ts'
import { namedCustomer } from '../prestore/received/received-actions.ts'
import { moneyDayFault } from '../prestore/rules.ts'
import { factsFor, LEDGER_KIND, openWithdrawal, releaseHold } from './actions.ts'
import type { staffWithdrawMake, staffWithdrawPay } from './contract.ts'
import { withdrawalErrors } from './errors.ts'
import { withdrawalLifecycle, type WithdrawalStage } from './rules.ts'
import { changes, proposedByAnother, serialUsed, type Withdrawal, withdrawalById } from './store.ts'

interface Chosen {
  id: number
  version: number
}

interface Typed extends Chosen {
  amountFen: number
}

type Moved = Promise<{ stage: WithdrawalStage }>

/** Finance returns money of a customer to a bank account: a withdrawal that finance asks for, with a reason, and approves at once. */
export async function makeWithdrawal(ctx: Ctx<Staff>, input: InputOf<typeof staffWithdrawMake>) {
  const { customer, source, amountFen, reason, ...to } = input
  return inTx(ctx, async (inner) => {
    const customerId = await namedCustomer(inner, customer)
    const made = await openWithdrawal(inner, { customerId, source, amountFen, to, reason, madeBy: ctx.actor.id })
    const { id, withdrawalNo } = made
    return { id, withdrawalNo, ...(await approve(inner, made, 1)) }
  })
}

/** Approves a request. Above the amount in the settings a second person confirms. */
export async function approveWithdrawal(ctx: Ctx<Staff>, typed: Typed): Moved {
  return inTx(ctx, async (inner) => approve(inner, await named(inner, typed), typed.version))
}

async function approve(ctx: Ctx<Staff>, row: Withdrawal, version: number): Moved {
  const needsSecond = !(await decidesAlone(ctx, 'withdrawal', row.amountFen))
  const { to } = await transition(ctx, withdrawalLifecycle, row.id, needsSecond ? 'propose' : 'approve', {
    version,
    set: needsSecond ? changes.proposed(ctx.actor.id) : changes.approved(ctx.actor.id),
    payload: factsFor(row),
  })
  return { stage: to }
}

/** Approves by a second person; refuses the person who proposed it. */
export async function confirmApproval(ctx: Ctx<Staff>, typed: Typed): Moved {
  return inTx(ctx, async (inner) => {
    const row = await named(inner, typed)
    if (row.stage === 'checking' && row.proposedBy === ctx.actor.id) throw refuse(withdrawalErrors.samePerson)
    await requireLimit(inner, 'withdrawal', row.amountFen, 'withdrawal.approve')
    const { to } = await transition(inner, withdrawalLifecycle, row.id, 'confirmApproval', {
      version: typed.version,
      where: proposedByAnother(ctx.actor.id),
      set: changes.approved(ctx.actor.id),
      payload: factsFor(row),
    })
    return { stage: to }
  })
}

export async function sendBackApproval(ctx: Ctx<Staff>, { id, version, reason }: Chosen & { reason: string }): Moved {
  const row = await existing(ctx, id)
  const set = changes.sentBack()
  const { to } = await transition(ctx, withdrawalLifecycle, id, 'sendBack', {
    version,
    reason,
    set,
    payload: factsFor(row),
  })
  return { stage: to }
}

/** Rejects a request, also one that the bank refused after approval; the money is back in its account. */
export async function rejectWithdrawal(ctx: Ctx<Staff>, { id, version, reason }: Chosen & { reason: string }): Moved {
  return inTx(ctx, async (inner) => {
    const row = await existing(inner, id)
    const { to } = await transition(inner, withdrawalLifecycle, id, 'reject', {
      version,
      reason,
      set: changes.rejected(reason),
      payload: { ...factsFor(row), reason },
    })
    await releaseHold(inner, row, '驳回退回')
    return { stage: to }
  })
}

/** Records the bank transfer that was made outside the product: the held money has left. */
export async function payWithdrawal(ctx: Ctx<Staff>, input: InputOf<typeof staffWithdrawPay>): Moved {
  const dayFault = moneyDayFault(input.paidOn, ctx.clock.now())
  if (dayFault)
    throw refuseAt('paidOn', dayFault === 'future' ? withdrawalErrors.futurePayment : withdrawalErrors.oldPayment)
  return inTx(ctx, async (inner) => {
    const row = await named(inner, input)
    if (await serialUsed(inner.db, input.bankSerial)) throw refuseAt('bankSerial', withdrawalErrors.serialTaken)
    const { to } = await transition(inner, withdrawalLifecycle, row.id, 'pay', {
      version: input.version,
      set: changes.paid(ctx.actor.id, input.bankSerial, input.paidOn),
      payload: factsFor(row),
    })
    await post(inner, {
      kind: LEDGER_KIND,
      businessId: row.id,
      operation: 'pay',
      memo: `提现 ${row.withdrawalNo} 已打款`,
      legs: [
        leg(customerAccount(row.customerId, 'withdraw_held'), -row.amountFen),
        leg(laboratoryAccount('bank'), row.amountFen),
      ],
    })
    return { stage: to }
  })
}

/** The withdrawal, whose amount the person typed again. */
async function named(ctx: Ctx, { id, amountFen }: Pick<Typed, 'id' | 'amountFen'>): Promise<Withdrawal> {
  const row = await existing(ctx, id)
  if (row.amountFen !== amountFen) throw refuseAt('amountFen', withdrawalErrors.amountTyped)
  return row
}

async function existing(ctx: Ctx, id: number): Promise<Withdrawal> {
  const row = await withdrawalById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}
