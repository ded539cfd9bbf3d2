import { regionText } from '../../ground/regions/region-rules.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { maskAddress, maskPhone } from '../../people/customers/rules.ts'
import type { ContractStage } from '../../lab/contracts/rules.ts'
import { contractStates } from '../../lab/contracts/state-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { readPersonal } from '../../ground/safety/actions.ts'
import { samplesToDestroy, samplesToReturn } from '../../lab/samples/actions.ts'
import { returnHindrance, type SampleStage } from '../../lab/samples/rules.ts'
import { sampleWire } from '../../lab/samples/wire-rules.ts'
import { readSetting } from '../../ground/settings/actions.ts'
import { mayAct } from '../../ground/staff/rules.ts'
import { inboxQueueKeys, inboxQueues, type InboxQueue, inboxShown } from './inbox-rules.ts'
import { inboxRows } from './inbox-store.ts'
import { orderStages, stageLabel } from '../../lab/orders/rules.ts'
import { listOrders, orderByNo, type OrderRow } from '../../lab/orders/store.ts'
import { customerName } from '../order-page/view-actions.ts'

// What is due, for the first page of the console, and the parcels that go back.

type Item = {
  orderNo: string
  title: string
  customerName: string
  stageName: string
  urgent: boolean
  sampleCount: number
  createdAt: string
  dueAt: string | null
  overdue: boolean
}

/** The queues of this person's role, in their order, empty ones included: an empty queue is good news worth seeing. */
export async function inboxOf(ctx: Ctx<Staff>) {
  const now = ctx.clock.now()
  const mine = inboxQueueKeys.filter((key) => mayAct(ctx.actor.role, inboxQueues[key].action))
  const rows = await inboxRows(ctx.db, mine, now, inboxShown)
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
      dueAt: row.dueAt ? shanghaiTime(row.dueAt) : null,
      overdue: row.dueAt !== null && row.dueAt < now,
    }))
    return { total: own[0]?.total ?? 0, overdue: own[0]?.overdue ?? 0, items }
  }
  return {
    queues: mine.map((key) => {
      const { label, promise } = inboxQueues[key]
      return { key, label, promise, ...((key === 'return' && returns) || (key === 'destroy' && ends) || queueOf(key)) }
    }),
  }
}

/** By order, as the other queues: what was kept of it longest is due longest. */
async function endsDue(ctx: Ctx) {
  const { rows } = await samplesToDestroy(ctx)
  const ids = [...new Set(rows.map((row) => row.orderId))]
  const orders = ids.length === 0 ? [] : await ordersByIds(ctx, ids)
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
      dueAt: null,
      overdue: false,
    }
  })
  return { total: items.length, overdue: 0, items: items.slice(0, inboxShown) }
}

/** What the manager has to know of a contract before opening its order. */
function contractText(stage: ContractStage | undefined): string | undefined {
  return stage && { expired: '合同已过期', to_seal: '合同待盖章', sent_back: '合同已退回' }[stage as string]
}

async function parcelsDue(ctx: Ctx) {
  const { parcels } = await parcelsToReturn(ctx)
  return {
    total: parcels.length,
    overdue: parcels.filter((parcel) => parcel.overdue).length,
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
        dueAt,
        overdue,
      }
    }),
  }
}

/**
 * By order, what is due first at the top; without a deadline (refused at the door, asked back early) at the end. Samples whose order
 * is to be paid first are only counted: they cannot be sent yet.
 */
export async function parcelsToReturn(ctx: Ctx) {
  const now = ctx.clock.now()
  const { rows, orders } = await goingBack(ctx)
  const afterPayment = await readSetting(ctx, 'returnAfterPayment')
  const customers = await customersOf(
    ctx,
    orders.map((order) => order.customerId),
  )
  const parcels = orders
    .toSorted((a, b) => dueOrLast(a) - dueOrLast(b) || a.id - b.id)
    .map((order) => ({
      orderNo: order.orderNo,
      title: order.title,
      customerName: customerName(customers.get(order.customerId)),
      stageName: stageLabel(order.stage, order.serviceType),
      urgent: order.urgent,
      createdAt: shanghaiTime(order.createdAt),
      dueAt: order.returnDueAt ? shanghaiTime(order.returnDueAt) : null,
      overdue: order.returnDueAt !== null && order.returnDueAt < now,
      to: maskedRecipient(order),
      samples: rows
        .filter((row) => row.orderId === order.id && !hindranceOf(order, row.stage, afterPayment))
        .map(sampleWire),
    }))
    .filter((parcel) => parcel.samples.length > 0)
  const total = parcels.reduce((sum, parcel) => sum + parcel.samples.length, 0)
  return { total, unpaid: rows.length - total, parcels }
}

async function goingBack(ctx: Ctx) {
  const rows = await samplesToReturn(ctx)
  const ids = [...new Set(rows.map((row) => row.orderId))]
  return { rows, orders: ids.length === 0 ? [] : await ordersByIds(ctx, ids) }
}

function hindranceOf(order: OrderRow, stage: SampleStage, afterPayment: boolean): string | undefined {
  return returnHindrance({ stage: order.stage, paid: order.paidAt !== null }, stage, afterPayment)
}

/** Kept samples whose time is over, for those who confirm their end. */
export async function samplesDueForDestruction(ctx: Ctx, part: { page: number; size: number }) {
  const { rows, total } = await samplesToDestroy(ctx, part)
  return { list: rows.map(sampleWire), total, ...part }
}

function ordersByIds(ctx: Ctx, ids: number[]): Promise<OrderRow[]> {
  return listOrders(ctx.db, {
    customerId: 0,
    stages: orderStages,
    pattern: '',
    ids,
    from: undefined,
    to: undefined,
    limit: ids.length,
    offset: 0,
  })
}

const dueOrLast = (order: OrderRow) => order.returnDueAt?.getTime() ?? Number.MAX_SAFE_INTEGER

/** T-58. For the list: enough to tell parcels apart. Null when the order has no address to return to: then somebody has to ask. */
function maskedRecipient(order: OrderRow): Recipient | null {
  const to = recipientOf(order)
  return to && { name: to.name, phone: maskPhone(to.phone), address: `${to.place}${maskAddress(to.street)}` }
}

/** Where one parcel goes, in full, for the label. Only while something of the order is to go back. */
export async function returnRecipient(ctx: Ctx, orderNo: string): Promise<Recipient> {
  const order = await orderByNo(ctx.db, orderNo)
  const to = order && recipientOf(order)
  const rows = await samplesToReturn(ctx)
  if (!order || !to || !rows.some((row) => row.orderId === order.id)) throw refuse(commonErrors.notFound)
  await readPersonal(ctx, { subject: `customer:${order.customerId}`, about: { orderNo }, reason: '寄回样品' })
  return { name: to.name, phone: to.phone, address: `${to.place}${to.street}` }
}

interface Recipient {
  name: string
  phone: string
  address: string
}

function recipientOf({ returnAddress }: OrderRow) {
  if (!returnAddress) return null
  const text = (key: string) => String(returnAddress[key] ?? '')
  const place = regionText({ province: text('province'), city: text('city'), area: text('area') })
  return { name: text('name'), phone: text('phone'), place, street: text('address') }
}
