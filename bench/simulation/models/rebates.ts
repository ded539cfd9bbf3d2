import { promotionInit } from '../../../src/money/promotion/contract.ts'
import { withdrawList } from '../../../src/money/withdrawals/contract.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { addDays } from '../../../src/platform/time.ts'
import { BINDING, REBATE_RULE } from '../base.ts'
import type { World } from '../world.ts'

type Partnership = 'active' | 'suspended' | 'left'

/** The partnership of the promoter, and who is paid out to which account, as far as it was acknowledged. */
export class RebateBook {
  readonly stages: { at: Date; stage: Partnership }[] = []
  readonly payouts = new Map<number, string>()
  /** Whose account for payouts is this or a later one, after a request of which nobody knows whether it was done. */
  readonly unsurePayouts = new Set<number>()

  get stage(): Partnership {
    return this.stages.at(-1)?.stage ?? 'active'
  }

  moved(stage: Partnership, at: Date): void {
    if (this.stage !== stage) this.stages.push({ at, stage })
  }

  /** All stages of the partnership between a moment and a day later: work that failed is done again within it. */
  during(from: Date): Set<Partnership> {
    const before = this.stages.findLast(({ at }) => at <= from)?.stage ?? 'active'
    const meanwhile = this.stages.filter(({ at }) => at > addDays(from, -0.1) && at < addDays(from, 1))
    return new Set([before, ...meanwhile.map(({ stage }) => stage)])
  }
}

interface Paid {
  orderNo: string
  customerId: number
  payerId: number
  /** Who else paid for it, through a settlement that was handed over. */
  otherId: number | null
  serviceType: number
  createdAt: Date
  paidAt: Date
  keptFen: number
  refusal: string | null
  amountFen: number | null
}

/** Paid orders of customers whom the promoter brought, and what is counted for them. */
function paidOrders({ database, base }: World): Promise<Paid[]> {
  return database.rows(sql`
    select o.order_no, o.customer_id, o.payer_id, s.payer_id as other_id, o.service_type, o.created_at, o.paid_at, r.refusal, r.amount_fen,
      case when o.stage in ('cancelled', 'rejected') then 0 else coalesce(o.final_fen, 0) end as kept_fen
    from orders o left join rebates r on r.order_id = o.id
      left join settlement_rows w on w.order_id = o.id and w.paid_at is not null
      left join settlements s on s.id = w.settlement_id and s.payer_id <> o.payer_id
    where o.paid_at is not null and (r.id is not null or o.customer_id = any(${base.friendIds}::bigint[])) order by o.id`)
}

/**
 * The rule of the design: a share of what is paid and kept, rounded down once, for orders that a customer places in the time of the binding, while the partnership
 * is in force. Undefined where a change of the partnership or of the group at that time allows both.
 */
function dueFen(world: World, order: Paid): number | undefined {
  const { base, model } = world
  const { rebates, group } = model
  const bound = base.friendIds.includes(order.customerId)
  const until = addDays(base.boundAt, BINDING.days)
  const left = rebates.stages.find(({ stage }) => stage === 'left')?.at
  if (!bound || order.createdAt < base.boundAt || order.createdAt >= until || (left && order.createdAt >= left))
    return 0
  const stages = rebates.during(order.paidAt)
  if (!stages.has('active')) return 0
  if (order.refusal) return 0
  if (stages.size > 1) return undefined
  if (order.payerId === base.promoterId || order.otherId === base.promoterId) return 0
  const acts = group.acting.findLast(({ personId, at }) => personId === base.promoterId && at <= order.paidAt)?.acts
  const changes = group.acting.some(
    ({ personId, at }) => personId === base.promoterId && Math.abs(at.getTime() - order.paidAt.getTime()) < 86_400_000,
  )
  if (order.payerId === group.accountId && changes) return undefined
  if (order.payerId === group.accountId && acts) return 0
  const rate = REBATE_RULE.types.find(({ typeId }) => typeId === order.serviceType)?.rateBp ?? REBATE_RULE.rateBp
  return Math.floor((order.keptFen * rate) / 10_000)
}

/** Nothing is refused without the reason that is given. */
function refusalFault(world: World, { orderNo, payerId, otherId, customerId, refusal }: Paid): string | undefined {
  const { base, model } = world
  const { group, rebates } = model
  const acted = group.acting.some(({ personId, acts }) => personId === base.promoterId && acts)
  const paidItself = payerId === base.promoterId || otherId === base.promoterId
  if (refusal === 'payer' && !paidItself && !(payerId === group.accountId && acted))
    return `${orderNo} earns nothing as if the promoter had paid it`
  const people = [customerId, payerId, otherId ?? 0]
  const accounts = people.map((id) => rebates.payouts.get(id))
  const isUnsure = [base.promoterId, ...people].some((id) => rebates.unsurePayouts.has(id))
  if (refusal === 'payee' && !isUnsure && !accounts.includes(rebates.payouts.get(base.promoterId)))
    return `${orderNo} earns nothing as if it were paid out to one account`
  return undefined
}

/** Counted once for each order, and taken back to what is kept of it. Work that waits after a fault is not asked for. */
export async function rebatesAreRight(world: World): Promise<string | undefined> {
  const open = await world.database.row(sql`
    select 1 from jobs where state in ('waiting', 'running') and (kind = 'event' or name like '%>reward-%') limit 1`)
  if (open) return undefined
  const orders = await paidOrders(world)
  for (const order of orders) {
    const wanted = dueFen(world, order)
    const fault = refusalFault(world, order)
    if (fault) return fault
    if (wanted !== undefined && wanted !== (order.amountFen ?? 0))
      return `order ${order.orderNo} keeps ${order.keptFen}, its rebate is ${order.amountFen ?? 0} instead of ${wanted}`
  }
  return promoterReads(world, orders)
}

/** What the promoter reads is what the orders are worth; waiting for the waiting time, then there, paid out or owed. */
async function promoterReads(world: World, orders: readonly Paid[]): Promise<string | undefined> {
  const { app, base, model, now } = world
  const as = model.people.find(({ id }) => id === base.promoterId)
  const read = await app.call(promotionInit, {}, { as })
  const counted = orders.reduce((sum, { amountFen }) => sum + (amountFen ?? 0), 0)
  if (read.earnedFen !== counted) return `the promoter reads ${read.earnedFen}, the orders are worth ${counted}`
  const { list } = await app.call(withdrawList, { size: 50 }, { as })
  const out = list
    .filter(({ source, stage }) => source === 'rebate' && !['cancelled', 'rejected'].includes(stage))
    .reduce((sum, { amountFen }) => sum + amountFen, 0)
  const there = read.pendingFen + read.availableFen + out - read.owedFen
  if (there !== counted) return `rebates of ${counted} were earned, ${there} are waiting, there, paid out or owed`
  const waiting = (since: Date) =>
    orders
      .filter(({ paidAt }) => addDays(paidAt, REBATE_RULE.windowDays) > since)
      .reduce((sum, { amountFen }) => sum + (amountFen ?? 0), 0)
  const held = model.rebates.during(addDays(now, -1)).has('suspended') || model.rebates.stage === 'suspended'
  if (read.pendingFen < waiting(now)) return `${waiting(now)} must wait, ${read.pendingFen} do`
  if (!held && read.pendingFen > waiting(addDays(now, -1)))
    return `${read.pendingFen} still wait, of which ${waiting(now)} must`
  return undefined
}
