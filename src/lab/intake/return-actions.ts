import { createHash } from 'node:crypto'
import { readPersonal } from '../../core/safety/actions.ts'
import { regionText } from '../../core/regions/region-rules.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { maskAddress, maskPhone } from '../../people/customers/rules.ts'
import { addressOf } from '../../people/addresses/actions.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { changeReturnAddress } from '../orders/actions.ts'
import { findOrders, orderRecord } from '../orders/read-actions.ts'
import type { OrderRow } from '../orders/record-rules.ts'
import { stageLabel } from '../orders/rules.ts'
import { askReturn, samplesToDestroy, samplesToReturn } from '../samples/actions.ts'
import { returnHindrance, type SampleStage } from '../samples/rules.ts'
import { sampleWire } from '../samples/wire-rules.ts'
import { intakeErrors } from './errors.ts'

// Samples that leave: parcels back to customers, and kept samples that are to be destroyed.

/** To a saved address of the customer, or to that of each order; an order whose samples were not wanted back has none. */
export async function askSamplesBack(
  ctx: Ctx<Customer>,
  { ids, addressId }: { ids: number[]; addressId?: number | undefined },
): Promise<{ updated: number }> {
  return inTx(ctx, async (inner) => {
    const orderIds = await askReturn(inner, ids, addressId !== undefined)
    if (addressId !== undefined) {
      const { areaCode, name, phone, province, city, area, address } = await addressOf(inner, ctx.actor.id, addressId)
      const to = { name, phone, province, city, area, address_code: areaCode, address }
      await changeReturnAddress(inner, orderIds, to)
    } else if ((await findOrders(inner, { ids: orderIds })).rows.some(({ returnAddress }) => !returnAddress))
      throw refuseAt('addressId', intakeErrors.returnAddressNeeded)
    return { updated: ids.length }
  })
}

/**
 * One parcel per order, by deadline; orders without a deadline (samples refused at intake or asked back early) come last.
 * Samples of orders that must be paid first are only counted, since they cannot be sent yet.
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
      toMark: addressMark(order),
      freeReturn: order.coupons.some(({ kind }) => kind === 'shipping'),
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
  return { rows, orders: (await findOrders(ctx, { ids })).rows }
}

function hindranceOf(order: OrderRow, stage: SampleStage, afterPayment: boolean): string | undefined {
  return returnHindrance({ stage: order.stage, paid: order.paidAt !== null }, stage, afterPayment)
}

/** Kept samples whose storage time is over; staff confirm each destruction. */
export async function samplesDueForDestruction(ctx: Ctx, part: { page: number; size: number }) {
  const { rows, total } = await samplesToDestroy(ctx, part)
  return { list: rows.map(sampleWire), total, ...part }
}

const dueOrLast = (order: OrderRow) => order.returnDueAt?.getTime() ?? Number.MAX_SAFE_INTEGER

/** Enough to tell parcels apart in the list [T-58]. Null when the order has no return address, so that staff ask for one. */
function maskedRecipient(order: OrderRow): Recipient | null {
  const to = recipientOf(order)
  return to && { name: to.name, phone: maskPhone(to.phone), address: `${to.place}${maskAddress(to.street)}` }
}

/** The full address of one parcel, for its label. Only while samples of the order wait to be sent back. */
export async function returnRecipient(ctx: Ctx, orderNo: string): Promise<Recipient> {
  const order = await orderRecord(ctx, orderNo)
  const to = order && recipientOf(order)
  const rows = await samplesToReturn(ctx)
  if (!order || !to || !rows.some((row) => row.orderId === order.id)) throw refuse(commonErrors.notFound)
  await readPersonal(ctx, { subject: `customer:${order.customerId}`, about: { orderNo }, reason: '寄回样品' })
  return { name: to.name, phone: to.phone, address: `${to.place}${to.street}` }
}

/** Refuses a parcel whose address the customer has changed since staff read it. */
export function requireSameAddress(order: OrderRow, toMark: string | undefined): void {
  if (toMark !== undefined && toMark !== addressMark(order)) throw refuse(intakeErrors.returnAddressChanged)
}

/** Tells one address of an order from another without showing it. Empty without an address. */
function addressMark({ returnAddress }: OrderRow): string {
  if (!returnAddress) return ''
  const { name, phone, address } = returnAddress
  return createHash('sha256')
    .update(JSON.stringify([name, phone, regionText(returnAddress), address]))
    .digest('hex')
    .slice(0, 8)
}

interface Recipient {
  name: string
  phone: string
  address: string
}

function recipientOf({ returnAddress }: OrderRow) {
  if (!returnAddress) return null
  const { name, phone, address } = returnAddress
  return { name, phone, place: regionText(returnAddress), street: address }
}
