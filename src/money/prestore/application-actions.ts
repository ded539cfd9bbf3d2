import { customerOf } from '../../people/customers/actions.ts'
import { attachFile } from '../../ground/files/actions.ts'
import { movementsOf } from '../ledger/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { actionsAt } from '../../platform/lifecycle/lifecycle.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import { balanceOf } from './actions.ts'
import { prestoreErrors } from './errors.ts'
import { moneyDayFault, prestoreLifecycle, transferCode } from './rules.ts'
import {
  changes,
  type ApplicationFields,
  applicationOfCustomer,
  type ApplicationRow,
  applicationsOfCustomer,
  countOfCustomer,
  insertApplication,
  owner,
} from './store.ts'

interface Page {
  page: number
  size: number
}

/** What a customer needs for a transfer that can be matched. */
export async function transferInfo(ctx: Ctx<Customer>) {
  const [{ balanceFen }, bank, customer] = [
    await balanceOf(ctx, ctx.actor.id),
    await readSetting(ctx, 'bankAccount'),
    await customerOf(ctx, ctx.actor.id),
  ]
  const payerName = customer.company || customer.name
  return { balanceFen, bank, transferCode: transferCode(ctx.actor.id), payerName, today: shanghaiDate(ctx.clock.now()) }
}

export async function prestoreMovements(ctx: Ctx<Customer>, page: Page) {
  const found = await movementsOf(ctx, ctx.actor.id, 'prestore', page)
  const list = found.list.map((m) => ({
    id: m.id,
    at: shanghaiTime(m.at),
    memo: m.memo,
    amountFen: m.amountFen,
    balanceFen: m.balanceAfterFen,
  }))
  return { ...found, list }
}

export async function applyPrestore(ctx: Ctx<Customer>, fields: ApplicationFields): Promise<{ id: number }> {
  assertTransferDay(ctx, fields.transferredOn)
  return inTx(ctx, async (inner) => {
    const { id } = await insertApplication(inner.db, ctx.actor.id, fields, ctx.clock.now())
    await recordCreation(inner, prestoreLifecycle, id, 'pending')
    await attachVoucher(inner, id, fields.voucherFileId)
    return { id }
  })
}

/** An application that finance rejected, or has not looked at yet, can be corrected; it is pending again then. */
export async function editApplication(
  ctx: Ctx<Customer>,
  id: number,
  version: number,
  fields: ApplicationFields,
): Promise<void> {
  assertTransferDay(ctx, fields.transferredOn)
  await inTx(ctx, async (inner) => {
    const before = await ownApplication(inner, id)
    if (fields.voucherFileId !== before.voucherFileId) await attachVoucher(inner, id, fields.voucherFileId)
    await transition(inner, prestoreLifecycle, id, 'edit', {
      version,
      where: owner(ctx.actor.id),
      set: changes.edited(fields),
    })
  })
}

export async function cancelApplication(ctx: Ctx<Customer>, id: number): Promise<void> {
  await ownApplication(ctx, id)
  await transition(ctx, prestoreLifecycle, id, 'cancel', {
    where: owner(ctx.actor.id),
    payload: { customerId: ctx.actor.id },
  })
}

export async function applicationsFor(ctx: Ctx<Customer>, { page, size }: Page) {
  const rows = await applicationsOfCustomer(ctx.db, ctx.actor.id, size, (page - 1) * size)
  return { list: rows.map(applicationView), total: await countOfCustomer(ctx.db, ctx.actor.id, ''), page, size }
}

/** How many applications of a customer are pending, and how many were rejected and can be corrected. */
export async function applicationCounts(
  ctx: Pick<Ctx, 'db'>,
  customerId: number,
): Promise<{ pending: number; rejected: number }> {
  const [pending, rejected] = [
    await countOfCustomer(ctx.db, customerId, 'pending'),
    await countOfCustomer(ctx.db, customerId, 'rejected'),
  ]
  return { pending, rejected }
}

export function applicationView(row: ApplicationRow) {
  const open = actionsAt(prestoreLifecycle, row.stage, 'customer')
  return {
    id: row.id,
    stage: row.stage,
    stageLabel: prestoreLifecycle.stages[row.stage],
    version: row.version,
    amountFen: row.amountFen,
    payerName: row.payerName,
    transferredOn: row.transferredOn,
    voucherFileId: row.voucherFileId,
    remark: row.remark,
    createdAt: shanghaiTime(row.createdAt),
    creditedAt: row.creditedAt && shanghaiTime(row.creditedAt),
    rejectReason: row.rejectReason,
    mayEdit: open.includes('edit'),
    mayCancel: open.includes('cancel'),
  }
}

async function ownApplication(ctx: Ctx<Customer>, id: number): Promise<ApplicationRow> {
  const row = await applicationOfCustomer(ctx.db, id, ctx.actor.id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

async function attachVoucher(ctx: Ctx<Customer>, id: number, fileId: number | null): Promise<void> {
  if (fileId !== null) await attachFile(ctx, fileId, `prestore:${id}`, ['voucher'])
}

function assertTransferDay(ctx: Ctx, day: string): void {
  const fault = moneyDayFault(day, ctx.clock.now())
  if (fault === 'future') throw refuse(prestoreErrors.futureTransfer)
  if (fault === 'old') throw refuse(prestoreErrors.oldTransfer)
}
