import { listed } from '../../core/lists/listed-actions.ts'
import { namesOfStaff, staffNamed } from '../../core/staff/actions.ts'
import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { maskAddress, maskPhone } from '../../people/customers/rules.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { findOrders } from '../orders/read-actions.ts'
import { pickupIndex } from './list-contract.ts'
import { pickupsByIds, pickupSource } from './list-store.ts'
import { mayDispatch } from './rules.ts'
import type { StaffPickup } from './staff/staff-contract.ts'
import type { PickupRow } from './store.ts'
import { pickupWire } from './wire-rules.ts'

export const pickups = listed<StaffPickup>({
  index: pickupIndex,
  source: (ctx) =>
    pickupSource({ customers: (typed) => customersLike(ctx, typed), staff: (typed) => staffNamed(ctx, typed) }),
  rows: async (ctx, ids) => staffViews(ctx, await pickupsByIds(ctx.db, ids)),
})

/** With phone and street masked [T-58]; `full` answers whether a row is shown in full. */
export async function staffViews(
  ctx: Pick<Ctx, 'db'>,
  rows: PickupRow[],
  full: (row: PickupRow) => boolean = () => false,
): Promise<StaffPickup[]> {
  const customers = await customersOf(
    ctx,
    rows.flatMap((row) => [row.customerId, row.requestedBy]),
  )
  const names = await namesOfStaff(
    ctx,
    rows.flatMap((row) => row.driverId ?? []),
  )
  const orders = rows.length === 0 ? [] : (await findOrders(ctx, { ids: rows.map((row) => row.orderId) })).rows
  const stageOf = new Map(orders.map(({ id, stage }) => [id, stage]))
  return rows.map((row) => {
    const driverName = names.get(row.driverId ?? 0) ?? ''
    const shown = full(row) ? row : { ...row, phone: maskPhone(row.phone), address: maskAddress(row.address) }
    return {
      ...pickupWire(shown, driverName),
      customerName: customerName(customers.get(row.customerId)),
      driverId: row.driverId,
      driverName,
      courier: row.courier,
      waybill: row.waybill,
      requestedByName: customerName(customers.get(row.requestedBy)),
      ready: mayDispatch(stageOf.get(row.orderId) ?? ''),
    }
  })
}
