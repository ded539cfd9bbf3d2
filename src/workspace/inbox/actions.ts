import type { AnyListed } from '../../core/lists/listed-actions.ts'
import { worksFor } from '../../core/staff/absences/absence-actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { customersAdvisedBy, customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { nextVisitOfOrders } from '../../lab/bookings/actions.ts'
import type { ContractStage } from '../../lab/contracts/rules.ts'
import { contractStates } from '../../lab/contracts/state-actions.ts'
import { parcelsToReturn } from '../../lab/intake/return-actions.ts'
import { orderQueueKeys } from '../../lab/orders/lists/queue-rules.ts'
import { entriesOfQueues, findOrders } from '../../lab/orders/read-actions.ts'
import { stageLabel } from '../../lab/orders/rules.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { samplesToDestroy } from '../../lab/samples/actions.ts'
import { mayAct } from '../../core/staff/rules.ts'
import { otherWork } from './work-actions.ts'
import { type InboxQueue, inboxQueueKeys, inboxQueues, inboxShown } from './rules.ts'

interface Item {
  orderNo: string
  title: string
  customerName: string
  stageName: string
  urgent: boolean
  sampleCount: number
  createdAt: string
  /** When the visitor is expected. */
  visitAt: string | null
  dueAt: string | null
  overdue: boolean
  mine: boolean
  tester: string
}

/** The queues of this person's role. Empty queues are included, so that the page can say that nothing waits. */
export async function inboxOf(ctx: Ctx<Staff>, lists: readonly AnyListed[]) {
  const now = ctx.clock.now()
  const mine = inboxQueueKeys.filter((key) => mayAct(ctx.actor, inboxQueues[key].action))
  const ofOrders = orderQueueKeys.filter((key) => mine.includes(key))
  const people = await worksFor(ctx, ctx.actor.id)
  const whose = { staffIds: people, customerIds: await customersAdvisedBy(ctx, people) }
  const visits = mine.includes('checkIn') ? await nextVisitOfOrders(ctx) : new Map<string, Date>()
  const rows = await entriesOfQueues(ctx, ofOrders, { limit: inboxShown, whose, visits: [...visits.keys()] })
  const testers = await namesOfStaff(
    ctx,
    rows.flatMap((row) => row.assignedTo ?? []),
  )
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  const contracts = await contractStates(
    ctx,
    rows.filter((row) => row.queue === 'contract').map((row) => row.orderNo),
  )
  const returns = mine.includes('return') ? await parcelsDue(ctx) : undefined
  const ends = mine.includes('destroy') ? await endsDue(ctx) : undefined
  const queueOf = (key: InboxQueue) => {
    const own = rows.filter((row) => row.queue === key)
    const items: Item[] = own.map((row) => ({
      orderNo: row.orderNo,
      title: row.title,
      customerName: customerName(customers.get(row.customerId)),
      stageName: contractText(contracts.get(row.orderNo)?.stage) ?? stageLabel(row.stage, row.serviceType),
      urgent: row.urgent,
      sampleCount: row.sampleCount,
      createdAt: shanghaiTime(row.createdAt),
      visitAt: key === 'checkIn' ? timeOrNull(visits.get(row.orderNo)) : null,
      dueAt: row.dueAt ? shanghaiTime(row.dueAt) : null,
      overdue: row.dueAt !== null && row.dueAt < now,
      mine: row.mine,
      tester: testers.get(row.assignedTo ?? 0) ?? '',
    }))
    const { total = 0, overdue = 0, mineTotal = 0 } = own[0] ?? {}
    return { total, overdue, mineTotal, items }
  }
  const standsIn = await namesOfStaff(ctx, people.slice(1))
  return {
    standsInFor: [...standsIn.values()],
    elsewhere: await otherWork(ctx, lists),
    queues: mine.map((key) => {
      const { label, promise } = inboxQueues[key]
      return { key, label, promise, ...((key === 'return' && returns) || (key === 'destroy' && ends) || queueOf(key)) }
    }),
  }
}

const timeOrNull = (at: Date | undefined) => (at ? shanghaiTime(at) : null)

/** One entry per order, as in the other queues; the total counts samples, as the page does that confirms each of them. */
async function endsDue(ctx: Ctx) {
  const { rows, total } = await samplesToDestroy(ctx)
  const ids = [...new Set(rows.map((row) => row.orderId))]
  const { rows: orders } = await findOrders(ctx, { ids })
  const items = orders.map((order): Item => {
    const own = rows.filter((row) => row.orderId === order.id)
    return {
      orderNo: order.orderNo,
      title: order.title,
      customerName: '',
      stageName: stageLabel(order.stage, order.serviceType),
      urgent: false,
      sampleCount: own.length,
      createdAt: shanghaiTime(order.createdAt),
      visitAt: null,
      dueAt: null,
      overdue: false,
      mine: false,
      tester: '',
    }
  })
  return { total, overdue: 0, mineTotal: 0, items: items.slice(0, inboxShown) }
}

/** The stage of the contract, where it says more to the manager than the stage of the order. */
function contractText(stage: ContractStage | undefined): string | undefined {
  return stage && { expired: '合同已过期', to_seal: '合同待盖章', sent_back: '合同已退回' }[stage as string]
}

async function parcelsDue(ctx: Ctx) {
  const { parcels } = await parcelsToReturn(ctx)
  return {
    total: parcels.length,
    overdue: parcels.filter((parcel) => parcel.overdue).length,
    mineTotal: 0,
    items: parcels.slice(0, inboxShown).map(({ samples, ...parcel }): Item => {
      const { orderNo, title, customerName: name, dueAt, overdue, stageName, urgent, createdAt } = parcel
      return {
        orderNo,
        title,
        customerName: name,
        stageName,
        urgent,
        sampleCount: samples.length,
        createdAt,
        visitAt: null,
        dueAt,
        overdue,
        mine: false,
        tester: '',
      }
    }),
  }
}
