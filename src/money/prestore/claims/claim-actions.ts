import { customerOf } from '../../../people/customers/actions.ts'
import { attachFile } from '../../../core/files/actions.ts'
import { movementsOf } from '../../ledger/actions.ts'
import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { actionsAt } from '../../../platform/lifecycle/lifecycle.ts'
import { recordCreation, transition } from '../../../platform/lifecycle/transition.ts'
import { shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { readSetting } from '../../../core/settings/actions.ts'
import { balanceOf } from '../actions.ts'
import { prestoreErrors } from '../errors.ts'
import { type ClaimKind, claimTitle, moneyDayFault, transferCode, transferLifecycle } from '../rules.ts'
import {
  changes,
  type ClaimFields,
  type ClaimFilter,
  type ClaimTarget,
  claimOfCustomer,
  type ClaimRow,
  claimsOfCustomer,
  countOfCustomer,
  insertClaim,
  isClaimed,
  openClaims,
  owner,
} from '../store.ts'

export type { ClaimFields } from '../store.ts'

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

const PRESTORE: ClaimTarget = { kind: 'prestore', no: '' }

/** Claims that a transfer was made, for the balance unless another target is given; whoever gives one has locked it. */
export async function addClaim(ctx: Ctx<Customer>, fields: ClaimFields, target = PRESTORE): Promise<{ id: number }> {
  assertTransferDay(ctx, fields.transferredOn)
  return inTx(ctx, async (inner) => {
    await assertUnclaimed(inner, target)
    const { id } = await insertClaim(inner.db, ctx.actor.id, target, fields, ctx.clock.now())
    await recordCreation(inner, transferLifecycle, id, 'pending')
    await attachVoucher(inner, id, fields.voucherFileId)
    return { id }
  })
}

/** A claim that finance rejected, or has not looked at yet, can be corrected; it is pending again then. */
export async function editClaim(
  ctx: Ctx<Customer>,
  id: number,
  version: number,
  fields: ClaimFields,
  kinds?: ClaimKind,
): Promise<void> {
  assertTransferDay(ctx, fields.transferredOn)
  await inTx(ctx, async (inner) => {
    const before = await ownClaim(inner, id, kinds)
    if (before.stage === 'rejected') await assertUnclaimed(inner, { kind: before.kind, no: before.payableNo })
    if (fields.voucherFileId !== before.voucherFileId) await attachVoucher(inner, id, fields.voucherFileId)
    await transition(inner, transferLifecycle, id, 'edit', {
      version,
      where: owner(ctx.actor.id),
      set: changes.edited(fields),
    })
  })
}

export async function cancelClaim(ctx: Ctx<Customer>, id: number, kinds?: ClaimKind): Promise<void> {
  const { kind, payableNo } = await ownClaim(ctx, id, kinds)
  await transition(ctx, transferLifecycle, id, 'cancel', {
    where: owner(ctx.actor.id),
    payload: { customerId: ctx.actor.id, kind, payableNo },
  })
}

/** The customer's own claim, of one kind where only that kind is meant. */
export async function ownClaim(ctx: Ctx<Customer>, id: number, kind?: ClaimKind): Promise<ClaimRow> {
  const row = await claimOfCustomer(ctx.db, id, ctx.actor.id)
  if (!row || (kind !== undefined && row.kind !== kind)) throw refuse(commonErrors.notFound)
  return row
}

export async function claimsFor(ctx: Ctx<Customer>, { page, size, ...filter }: Page & ClaimFilter) {
  const rows = await claimsOfCustomer(ctx.db, ctx.actor.id, filter, size, (page - 1) * size)
  return { list: rows.map(claimView), total: await countOfCustomer(ctx.db, ctx.actor.id, filter), page, size }
}

/** The numbers of what the customer has claimed to have paid by transfer, with the ids of the claims. */
export async function claimedNumbers(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<Map<string, number>> {
  return new Map((await openClaims(ctx.db, customerId)).map(({ payableNo, id }) => [payableNo, id]))
}

/** How many claims of a customer are pending, and how many were rejected and can be corrected. */
export async function claimCounts(
  ctx: Pick<Ctx, 'db'>,
  customerId: number,
): Promise<{ pending: number; rejected: number }> {
  const [pending, rejected] = [
    await countOfCustomer(ctx.db, customerId, { kind: '', stage: 'pending' }),
    await countOfCustomer(ctx.db, customerId, { kind: '', stage: 'rejected' }),
  ]
  return { pending, rejected }
}

export function claimView(row: ClaimRow) {
  const open = actionsAt(transferLifecycle, row.stage, 'customer')
  return {
    id: row.id,
    kind: row.kind,
    payableNo: row.payableNo,
    title: claimTitle(row),
    stage: row.stage,
    stageLabel: transferLifecycle.stages[row.stage],
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

async function assertUnclaimed(ctx: Ctx, target: ClaimTarget): Promise<void> {
  if (await isClaimed(ctx.db, target)) throw refuse(prestoreErrors.alreadyClaimed)
}

async function attachVoucher(ctx: Ctx<Customer>, id: number, fileId: number | null): Promise<void> {
  if (fileId !== null) await attachFile(ctx, fileId, `transfer:${id}`, ['voucher'])
}

function assertTransferDay(ctx: Ctx, day: string): void {
  const fault = moneyDayFault(day, ctx.clock.now())
  if (fault === 'future') throw refuseAt('transferredOn', prestoreErrors.futureTransfer)
  if (fault === 'old') throw refuseAt('transferredOn', prestoreErrors.oldTransfer)
}
