import { tellStaff } from '../../../core/staff-notices/actions.ts'
import { requireLimit } from '../../../core/staff/roles/limit-actions.ts'
import { customersOf } from '../../../people/customers/actions.ts'
import { settleDue, unchargeCredit } from '../../../money/credit/actions.ts'
import { clearFinalAmount, orderForMoney, ordersInStages } from '../../../lab/orders/actions.ts'
import { reopenOrderCoupons } from '../../../lab/orders/quotes/discount-actions.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { transition } from '../../../platform/lifecycle/transition.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { unsettleAdvance } from '../../../money/prestore/advance-actions.ts'
import { namesOfStaff } from '../../../core/staff/actions.ts'
import { settlementErrors } from '../errors.ts'
import { endAssignment } from '../payers/assign-actions.ts'
import {
  changes,
  type FinalAmount,
  finalAmountById,
  finalAmountsByIds,
  heldAmountOf,
  proposedByAnother,
} from './final-store.ts'
import { endsOf } from './end-actions.ts'
import { assertFixable, assertReason, dueOf, type Fixed, holdAmount } from './fix-actions.ts'
import { finalAmountLifecycle, settlementLifecycle } from '../rules.ts'
import { deleteOpenRow, rowOfOrder, settlementById } from '../store.ts'

// A final amount after it was proposed: confirmed or returned by a second person, or taken back before it is paid.

interface Chosen {
  id: number
  version: number
}

/** Confirms a proposed amount, which is then fixed. Refused for the person who proposed it. */
export async function confirmAmount(ctx: Ctx<Staff>, { id, version }: Chosen): Promise<Fixed> {
  return inTx(ctx, async (inner) => {
    const row = await existing(inner, id)
    if (row.stage === 'checking' && row.proposedBy === ctx.actor.id) throw refuse(settlementErrors.samePerson)
    const reducedFen = Math.max((row.agreedFen ?? row.amountFen) - row.amountFen, 0)
    await requireLimit(inner, 'reduction', reducedFen, 'settlement.confirmAmount')
    await transition(inner, finalAmountLifecycle, id, 'confirm', {
      version,
      where: proposedByAnother(ctx.actor.id),
      set: changes.confirmed(ctx.actor.id),
    })
    const order = await orderForMoney(inner, row.orderId)
    assertFixable(order)
    return holdAmount(inner, order, row.amountFen, row.reason)
  })
}

export async function sendBackAmount(ctx: Ctx<Staff>, { id, version, reason }: Chosen & { reason: string }) {
  const { proposedBy, orderId } = await existing(ctx, id)
  await inTx(ctx, async (inner) => {
    await transition(inner, finalAmountLifecycle, id, 'sendBack', { version, reason })
    if (proposedBy === ctx.actor.id) return
    const { orderNo } = await orderForMoney(inner, orderId)
    await tellStaff(inner, {
      staffIds: [proposedBy],
      kind: 'declined',
      title: `${ctx.actor.name} 退回了订单 ${orderNo} 的结算金额：${reason}`,
      path: `/console/settlements?tab=fix&kw=${orderNo}`,
      key: `finalAmount:${id}:returned`,
    })
  })
}

/**
 * Takes back a fixed amount that is not paid, so that another can be fixed: the debt becomes a hold on credit again, income from the
 * prepayment is held again, and a settlement with its row is cancelled. A reduction that settled a dispute stays, off the agreed amount. Locks in the same order as paying: settlement, rows, order,
 * accounts.
 */
export async function takeBackAmount(ctx: Ctx<Staff>, { orderNo, reason }: { orderNo: string; reason: string }) {
  assertReason(reason)
  await inTx(ctx, async (inner) => {
    const order = await orderForMoney(inner, orderNo)
    const { id: orderId, payerId: customerId } = order
    const held = await heldAmountOf(inner.db, orderId)
    if (!held) throw refuse(settlementErrors.notFixed)
    if (order.paidAt) throw refuse(settlementErrors.alreadyPaid)
    const amountFen = order.finalFen ?? held.amountFen
    await transition(inner, finalAmountLifecycle, held.id, 'takeBack', {
      reason,
      payload: { orderNo, customerId, amountFen, reason },
    })
    await removeRow(inner, orderId, reason)
    const { loweredFen } = await clearFinalAmount(inner, orderId)
    await reopenOrderCoupons(inner, orderId)
    if (order.group === 'institute') await unchargeCredit(inner, { customerId, orderId, loweredFen })
    else await unsettleAdvance(inner, { customerId, orderId, orderNo })
    await recordAudit(inner, {
      action: 'settlement.takeBackAmount',
      subject: `order:${orderId}`,
      before: { finalFen: amountFen, reason: held.reason },
      after: { finalFen: null },
      reason,
    })
  })
}

/** Amounts in the order of their ids, as lists show them. */
export async function finalAmountViews(ctx: Ctx<Staff>, ids: number[]) {
  const rows = await finalAmountsByIds(ctx.db, ids)
  const found = await ordersInStages(ctx, { ids: rows.map((row) => row.orderId) })
  const orders = new Map(found.map((order) => [order.id, order]))
  const ends = await endsOf(
    ctx,
    rows.map((row) => row.id),
  )
  const [names, customers] = [
    await namesOfStaff(
      ctx,
      rows.flatMap((row) => [row.proposedBy, row.confirmedBy ?? row.proposedBy]),
    ),
    await customersOf(
      ctx,
      found.map((order) => order.customerId),
    ),
  ]
  return rows.map((row) => {
    const order = orders.get(row.orderId)
    return {
      id: row.id,
      version: row.version,
      stage: row.stage,
      stageLabel: finalAmountLifecycle.stages[row.stage],
      orderNo: order?.orderNo ?? '',
      title: order?.title ?? '',
      customerName: customers.get(order?.customerId ?? 0)?.name ?? '',
      amountFen: row.amountFen,
      agreedFen: row.agreedFen,
      reason: row.reason,
      proposedByName: names.get(row.proposedBy) ?? '',
      confirmedByName: row.confirmedBy === null ? '' : (names.get(row.confirmedBy) ?? ''),
      endReason: ends.get(row.id)?.reason ?? '',
      endedByName: ends.get(row.id)?.byName ?? '',
      createdAt: shanghaiTime(row.createdAt),
      mayConfirm: row.stage === 'checking' && row.proposedBy !== ctx.actor.id,
      paid: order !== undefined && order.paidAt !== null,
    }
  })
}

async function existing(ctx: Ctx, id: number): Promise<FinalAmount> {
  const row = await finalAmountById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

/** Deletes the row of an order. A settlement that contains it is cancelled; its other rows can be grouped again. */
async function removeRow(ctx: Ctx<Staff>, orderId: number, reason: string): Promise<void> {
  const row = await rowOfOrder(ctx.db, orderId)
  if (!row) return
  if (row.settlementId !== null) {
    const settlement = await settlementById(ctx.db, row.settlementId)
    await transition(ctx, settlementLifecycle, row.settlementId, 'dissolve', {
      reason,
      payload: {
        customerId: row.customerId,
        settlementNo: settlement?.settlementNo,
        totalFen: settlement?.totalFen,
        reason,
      },
    })
    if (settlement) await endAssignment(ctx, settlement)
  }
  if ((await deleteOpenRow(ctx.db, row.id)) === 0) throw refuse(settlementErrors.rowsChanged)
  await settleDue(ctx, dueOf(row.id))
}
