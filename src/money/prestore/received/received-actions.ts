import { decidesAlone, requireLimit } from '../../../core/staff/roles/limit-actions.ts'
import { customerIdOf, customersLike, customersOf } from '../../../people/customers/actions.ts'
import { isOpenAccount } from '../../../people/customers/session-actions.ts'
import { maskPhone } from '../../../people/customers/rules.ts'
import { post } from '../../ledger/actions.ts'
import { type AccountRef, customerAccount, laboratoryAccount, leg } from '../../ledger/rules.ts'
import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { recordCreation, transition } from '../../../platform/lifecycle/transition.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { formatFen } from '../../../platform/money.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { listed } from '../../../core/lists/listed-actions.ts'
import { bankLinesByIds, lockBankLine } from './bank-store.ts'
import { prestoreErrors } from '../errors.ts'
import { receivedIndex } from '../list-contract.ts'
import { bankLineView } from './match-actions.ts'
import {
  changes,
  insertReceived,
  lockReceived,
  type ReceivedRow,
  receivedByIds,
  receivedSource,
  returnedByAnother,
  takePart,
} from './received-store.ts'
import { customerOfMemo, type ReceivedStage, receivedLifecycle } from '../rules.ts'
import { receivedKept } from '../events.ts'

// Money of a known customer without a claim. It is posted by the same step as a match (bank.in of its line), so that one bank line
// is never credited twice.

/** Keeps a bank line as money of a customer, named by phone or transfer code, until it is assigned or returned. */
export async function keepBankLine(
  ctx: Ctx<Staff>,
  { bankLineId, customer, reason }: { bankLineId: number; customer: string; reason: string },
): Promise<{ id: number }> {
  return inTx(ctx, async (inner) => {
    const line = await lockBankLine(inner.db, bankLineId)
    if (!line) throw refuse(commonErrors.notFound)
    const customerId = await namedCustomer(inner, customer)
    if (line.used || line.asideReason !== null) throw refuse(prestoreErrors.bankLineTaken)
    const { amountFen, serial } = line
    const now = ctx.clock.now()
    const row = await insertReceived(inner.db, {
      bankLineId,
      customerId,
      amountFen,
      reason,
      keptBy: ctx.actor.id,
      keptAt: now,
    })
    if (!row) throw refuse(prestoreErrors.bankLineTaken)
    await recordCreation(inner, receivedLifecycle, row.id, 'open')
    await post(inner, {
      kind: 'bank.in',
      businessId: line.id,
      operation: 'credit',
      memo: '银行到账，待分配',
      legs: [leg(laboratoryAccount('bank'), -amountFen), leg(customerAccount(customerId, 'unassigned'), amountFen)],
    })
    await recordAudit(inner, {
      action: 'received.keep',
      subject: `received:${row.id}`,
      before: { codeOfCustomer: customerOfMemo(line.memo) ?? null },
      after: { bankLine: serial, customer: customerId, amountFen },
      reason,
    })
    await emit(inner, receivedKept, { id: row.id, version: 1, customerId, amountFen })
    return row
  })
}

export interface Part {
  id: number
  version: number
  amountFen: number
}

/** Moves a part of kept money, or the rest, to the customer's balance. Whoever pays something with it does so in the same transaction. */
export async function assignToBalance(
  ctx: Ctx<Staff>,
  { id, version, amountFen }: Part,
  purpose: string,
): Promise<{ customerId: number; restFen: number }> {
  const row = await locked(ctx, id)
  if (row.version !== version || row.stage !== 'open') throw refuse(commonErrors.stageConflict)
  if (amountFen > row.restFen)
    throw refuse(prestoreErrors.notEnoughReceived, `这笔到账还剩 ${formatFen(row.restFen)}，不足以分配`)
  const restFen = row.restFen - amountFen
  if (restFen === 0) await transition(ctx, receivedLifecycle, id, 'assign', { version, set: changes.nothingLeft() })
  else await takePart(ctx.db, id, amountFen)
  // The row is locked and its version grows with every part, so the version identifies this part.
  await moveOut(
    ctx,
    row,
    `assign.${version}`,
    customerAccount(row.customerId, 'prestore'),
    amountFen,
    '到账分配至预存余额',
  )
  await recordAudit(ctx, {
    action: 'received.assign',
    subject: `received:${id}`,
    before: { restFen: row.restFen },
    after: { restFen, purpose },
  })
  return { customerId: row.customerId, restFen }
}

/** Returns the rest to the payer. Above the amount in the settings, it is posted after a second person confirms. */
export async function returnReceived(
  ctx: Ctx<Staff>,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<{ stage: ReceivedStage }> {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    const second = !(await decidesAlone(inner, 'received', row.restFen))
    const set = changes.returning(ctx.actor.id, reason)
    if (second) {
      await transition(inner, receivedLifecycle, id, 'proposeReturn', { version, reason, set })
      return { stage: 'returning' as const }
    }
    const payload = { customerId: row.customerId, amountFen: row.restFen, reason }
    await transition(inner, receivedLifecycle, id, 'return', {
      version,
      reason,
      set: [...set, ...changes.nothingLeft()],
      payload,
    })
    await moveOut(inner, row, 'return', laboratoryAccount('bank'), row.restFen, '到账原路退回')
    return { stage: 'returned' as const }
  })
}

/** Confirms the return by a second person; refuses the person who proposed it. */
export async function confirmReturn(
  ctx: Ctx<Staff>,
  { id, version }: { id: number; version: number },
): Promise<{ stage: ReceivedStage }> {
  return inTx(ctx, async (inner) => {
    const row = await locked(inner, id)
    if (row.stage === 'returning' && row.returnBy === ctx.actor.id) throw refuse(prestoreErrors.samePerson)
    await requireLimit(inner, 'received', row.restFen, 'received.return')
    await transition(inner, receivedLifecycle, id, 'confirmReturn', {
      version,
      where: returnedByAnother(ctx.actor.id),
      set: changes.nothingLeft(),
      payload: { customerId: row.customerId, amountFen: row.restFen, reason: row.returnReason },
    })
    await moveOut(inner, row, 'return', laboratoryAccount('bank'), row.restFen, '到账原路退回')
    return { stage: 'returned' as const }
  })
}

export async function refuseReturn(
  ctx: Ctx<Staff>,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    await locked(inner, id)
    await transition(inner, receivedLifecycle, id, 'refuseReturn', { version, reason, set: changes.notReturned() })
  })
}

export const receivedMoney = listed({
  index: receivedIndex,
  source: (ctx) => receivedSource((typed) => customersLike(ctx, typed), ctx.actor.id),
  rows: (ctx, ids) => receivedViews(ctx, ids),
})

async function receivedViews(ctx: Ctx<Staff>, ids: number[]) {
  const rows = await receivedByIds(ctx.db, ids)
  const [customers, lines] = [
    await customersOf(
      ctx,
      rows.map((row) => row.customerId),
    ),
    new Map(
      (
        await bankLinesByIds(
          ctx.db,
          rows.map((row) => row.bankLineId),
        )
      ).map((line) => [line.id, bankLineView(line)]),
    ),
  ]
  return rows.flatMap((row) => {
    const line = lines.get(row.bankLineId)
    if (!line) return []
    const customer = customers.get(row.customerId)
    return {
      id: row.id,
      version: row.version,
      stage: row.stage,
      stageLabel: receivedLifecycle.stages[row.stage],
      customerId: row.customerId,
      customerName: customer?.name || customer?.company || '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      amountFen: row.amountFen,
      restFen: row.restFen,
      reason: row.reason,
      returnReason: row.returnReason,
      keptAt: shanghaiTime(row.keptAt),
      mayConfirm: row.stage === 'returning' && row.returnBy !== ctx.actor.id,
      bankLine: line,
    }
  })
}

/** The owner of kept money, for the list of what it could pay. */
export async function ownerOfReceived(ctx: Ctx<Staff>, id: number): Promise<{ customerId: number; restFen: number }> {
  return locked(ctx, id)
}

async function locked(ctx: Ctx, id: number): Promise<ReceivedRow> {
  const row = await lockReceived(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

function moveOut(
  ctx: Ctx,
  row: ReceivedRow,
  operation: string,
  into: AccountRef,
  amountFen: number,
  memo: string,
): Promise<unknown> {
  const from = customerAccount(row.customerId, 'unassigned')
  return post(ctx, {
    kind: 'received',
    businessId: row.id,
    operation,
    memo,
    legs: [leg(from, -amountFen), leg(into, amountFen)],
  })
}

/** The customer with this phone number or transfer code, which may be that of a group. Refuses noSuchCustomer. */
export async function namedCustomer(ctx: Ctx, text: string): Promise<number> {
  const id = customerOfMemo(text) ?? (await customerIdOf(ctx, text.replace(/[\s-]/g, '')))
  const found = id === undefined ? undefined : (await customersOf(ctx, [id])).get(id)
  // A closed account has no phone, and a group never has one; no new money is kept for an account that was closed or a group that was dissolved.
  const takesMoney = found?.kind === 'group' ? await isOpenAccount(ctx, found.id) : found?.phone
  if (!found || !takesMoney) throw refuseAt('customer', prestoreErrors.noSuchCustomer)
  return found.id
}
