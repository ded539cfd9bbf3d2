import { pricingIfOnSale, pricingOf } from '../../../shop/catalogue/actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../../platform/http/ctx.ts'
import { emit } from '../../../platform/jobs/outbox.ts'
import { formatFen } from '../../../platform/money.ts'
import { bookingById, requireNoGap, reservationsOf, reserveSlots } from '../../bookings/actions.ts'
import { reservationErrors } from '../../bookings/errors.ts'
import { bookingAdded } from '../../bookings/events.ts'
import { isLive, reservationLifecycle } from '../../bookings/rules.ts'
import { slotOf } from '../../bookings/slot-rules.ts'
import { payloadOf, type ReservationRow } from '../../bookings/wire-rules.ts'
import { lockOrderRecord, orderLines, ownOrderRecord } from '../../orders/read-actions.ts'
import type { OrderLineRow, OrderRow } from '../../orders/record-rules.ts'
import { visitPending } from '../../orders/rules.ts'
import { isSlot } from '../../plans/rules.ts'
import type { reservationAdd } from './add-contract.ts'
import { addedFen, addedSlotProblem, mostSlotsOfOrder, priceIsOpen, slotFieldOf } from './add-rules.ts'

// One more slot for an order of on-site work. What it costs decides when it may be added (decision 0110).

/** A slot that costs nothing more is added until the visit; one that changes the price only while there is no price. */
export async function addSlot(ctx: Ctx<Customer>, input: InputOf<typeof reservationAdd>) {
  return inTx(ctx, async (inner) => {
    const order = await heldOrder(inner, input.orderNo)
    const line = lineFor(await orderLines(inner, order.id), input.lineId)
    const bookings = await reservationsOf(inner, order.id)
    requireNoGap(bookings)
    if (bookings.filter(({ stage }) => isLive(stage)).length >= mostSlotsOfOrder)
      throw refuse(reservationErrors.tooManySlots)
    const { date, from, minutes } = input
    const slot = { date, from, minutes }
    const extraFen = await priceOfSlot(inner, { order, line, bookings }, slot)
    if (extraFen !== 0 && !priceIsOpen(order.stage)) throw refuseDearer(order, extraFen)
    const remote = line.parameters.place === 'remote'
    const added = extraFen === 0 ? ('free' as const) : ('quoted' as const)
    const request = { rid: line.rid, projectName: line.projectName, slot, remote, added }
    const [id = 0] = await reserveSlots(inner, order, [request])
    const row = await bookingById(inner, id)
    if (!row) throw refuse(commonErrors.notFound)
    await emit(inner, bookingAdded, { id, version: 1, ...payloadOf(row) })
    return { id, stage: row.stage, stageName: reservationLifecycle.stages[row.stage], extraFen }
  })
}

/** The lines of an order to which a slot may be added now, with the lengths that the form of the project allows. */
export async function slotLinesOf(ctx: Ctx, order: Pick<OrderRow, 'serviceType' | 'stage'>, lines: OrderLineRow[]) {
  if (order.serviceType !== 2 || !visitPending(order.stage)) return []
  const found = []
  for (const line of lines.filter(hasSlot)) {
    const field = await slotFieldFor(ctx, line)
    if (!field) continue
    const { leastMinutes, mostMinutes, stepMinutes } = field
    const { id: lineId, rid, projectName } = line
    found.push({ lineId, rid, projectName, leastMinutes, mostMinutes, stepMinutes })
  }
  return found
}

/** Locked until the commit, so that it is not cancelled, quoted or checked in meanwhile. */
async function heldOrder(ctx: Ctx<Customer>, orderNo: string): Promise<OrderRow> {
  const own = await ownOrderRecord(ctx, orderNo)
  const order = own && (await lockOrderRecord(ctx, own.id))
  if (!order) throw refuse(commonErrors.notFound)
  if (order.serviceType !== 2) throw refuse(reservationErrors.noSlots)
  if (!visitPending(order.stage)) throw refuse(reservationErrors.orderNotOpen)
  return order
}

const hasSlot = ({ parameters }: OrderLineRow) => Object.values(parameters).some(isSlot)

function lineFor(lines: OrderLineRow[], lineId: number | undefined): OrderLineRow {
  const booked = lines.filter(hasSlot)
  if (booked.length === 0) throw refuse(reservationErrors.noSlots)
  if (lineId === undefined && booked.length > 1) throw refuse(reservationErrors.whichLine)
  const line = lineId === undefined ? booked[0] : booked.find(({ id }) => id === lineId)
  if (!line) throw refuse(lines.some(({ id }) => id === lineId) ? reservationErrors.noSlots : commonErrors.notFound)
  return line
}

/** Undefined while the project is not on sale, or its form no longer asks for a slot. */
async function slotFieldFor(ctx: Ctx, line: OrderLineRow) {
  const project = await pricingIfOnSale(ctx, line.rid)
  return project && slotFieldOf(project.form, line.parameters)
}

/** Refuses a slot that the wizard would not take; otherwise what it adds to the price. */
async function priceOfSlot(
  ctx: Ctx,
  { order, line, bookings }: { order: OrderRow; line: OrderLineRow; bookings: ReservationRow[] },
  slot: ReturnType<typeof slotOf>,
): Promise<number | null> {
  const project = await pricingOf(ctx, line.rid)
  const { form, rule } = project
  const field = slotFieldOf(form, line.parameters)
  if (!field) throw refuse(reservationErrors.noSlots)
  const values = line.parameters
  const problem = addedSlotProblem(form, field, { values, slot, now: ctx.clock.now() })
  if (problem) throw refuse(reservationErrors.slotUnavailable, problem)
  const { customerGroup: group } = order
  const { sampleCount, urgent } = line
  const live = bookings.filter(({ rid, stage }) => rid === line.rid && isLive(stage))
  const bookedMinutes = live.reduce((sum, booking) => sum + slotOf(booking).minutes, 0)
  return addedFen({ form, rule, values, group, sampleCount, urgent }, field, { bookedMinutes, slot })
}

function refuseDearer({ stage }: OrderRow, extraFen: number | null) {
  const cost = extraFen === null ? '该时段的费用需由客户经理报价' : `该时段需另收 ${formatFen(extraFen)}`
  if (stage === 'quoted')
    return refuse(reservationErrors.slotChangesPrice, `${cost}。请先退回报价并说明要加的时段，再添加，新报价会计入`)
  return refuse(
    reservationErrors.slotChangesPrice,
    `${cost}，而订单价格已定。请选择不另收费的时段，或另下一单预约；也可联系客户经理`,
  )
}
