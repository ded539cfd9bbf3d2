import { listed } from '../../core/lists/listed-actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import type { Ctx, Customer, Staff } from '../../platform/http/ctx.ts'
import { lastMoves } from '../../platform/lifecycle/transition.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { channelLabels } from '../payments/rules.ts'
import { refundIndex } from './list-contract.ts'
import { refundsByIds, refundSource } from './list-store.ts'
import { refundLifecycle, refundWays } from './rules.ts'
import { countOfCustomer, type Refund, refundsOfCustomer } from './store.ts'

export const refunds = listed({
  index: refundIndex,
  source: (ctx) => refundSource((typed) => customersLike(ctx, typed), ctx.actor.id),
  rows: async (ctx, ids) => staffViews(ctx, await refundsByIds(ctx.db, ids)),
})

export async function refundsFor(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const rows = await refundsOfCustomer(ctx.db, ctx.actor.id, size, (page - 1) * size)
  return { list: rows.map(refundView), total: await countOfCustomer(ctx.db, ctx.actor.id), page, size }
}

async function staffViews(ctx: Ctx<Staff>, rows: Refund[]) {
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  const declined = rows.filter(({ stage }) => stage === 'declined').map(({ id }) => id)
  const declines = await lastMoves(ctx, refundLifecycle, ['decline'], declined)
  const declinedBy = ({ id }: Refund) => declines.get(id)?.actorId ?? 0
  const names = await namesOfStaff(
    ctx,
    rows.flatMap((row) => [row.proposedBy, row.confirmedBy ?? declinedBy(row)]),
  )
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    return {
      ...refundView(row),
      id: row.id,
      version: row.version,
      customerId: row.customerId,
      customerName: customer?.name || customer?.company || '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      channel: row.channel,
      channelLabel: row.channel ? channelLabels[row.channel] : '',
      providerNo: row.providerNo ?? '',
      proposedByName: names.get(row.proposedBy) ?? '',
      confirmedByName: row.confirmedBy === null ? '' : (names.get(row.confirmedBy) ?? ''),
      declinedByName: names.get(declinedBy(row)) ?? '',
      mayConfirm: row.stage === 'checking' && row.proposedBy !== ctx.actor.id,
    }
  })
}

function refundView(row: Refund) {
  return {
    refundNo: row.refundNo,
    way: row.way,
    wayLabel: refundWays[row.way],
    subjectNo: row.subjectNo,
    stage: row.stage,
    stageLabel: refundLifecycle.stages[row.stage],
    amountFen: row.amountFen,
    reason: row.reason,
    endReason: row.endReason,
    createdAt: shanghaiTime(row.createdAt),
    doneAt: row.doneAt && shanghaiTime(row.doneAt),
  }
}
