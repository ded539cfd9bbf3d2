import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { addressErrors } from './errors.ts'
import { withoutRegion } from './address-line-rules.ts'
import { findRegion, regions } from '../../core/regions/region-actions.ts'
import { MOST_ADDRESSES } from './rules.ts'
import {
  type AddressRow,
  type AddressValues,
  addressById,
  addressesOf,
  deleteAddress,
  insertAddress,
  lockAddresses,
  makeDefault,
  updateAddress,
} from './store.ts'

export interface AddressInput {
  name: string
  phone: string
  address: string
  addressCode: string
  isDefault?: boolean
}

/** The default address comes first. */
export function listAddresses(ctx: Pick<Ctx, 'db'>, customerId: number): Promise<AddressRow[]> {
  return addressesOf(ctx.db, customerId)
}

/** An address of this customer, for a pickup or an order. An address of somebody else is not found. */
export async function addressOf(ctx: Pick<Ctx, 'db'>, customerId: number, id: number): Promise<AddressRow> {
  const row = await addressById(ctx.db, customerId, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}

export function addAddress(ctx: Ctx, customerId: number, input: AddressInput): Promise<AddressRow> {
  const values = checked(input)
  return inTx(ctx, async (ctx) => {
    await lockAddresses(ctx.db, customerId)
    const existing = await addressesOf(ctx.db, customerId)
    if (existing.length >= MOST_ADDRESSES) throw refuse(addressErrors.tooMany)
    const row = await insertAddress(ctx.db, customerId, values, ctx.clock.now())
    if (existing.length === 0 || input.isDefault) await makeDefault(ctx.db, customerId, row.id)
    return addressOf(ctx, customerId, row.id)
  })
}

/** An address cannot stop being the default: choose another one as the default instead. */
export function editAddress(ctx: Ctx, customerId: number, id: number, input: AddressInput): Promise<AddressRow> {
  const values = checked(input)
  return inTx(ctx, async (ctx) => {
    await lockAddresses(ctx.db, customerId)
    const changed = await updateAddress(ctx.db, customerId, id, values, ctx.clock.now())
    if (changed === 0) throw refuse(commonErrors.notFound)
    if (input.isDefault) await makeDefault(ctx.db, customerId, id)
    return addressOf(ctx, customerId, id)
  })
}

/** When the default address is removed, the most recently used one becomes the default. */
export function removeAddress(ctx: Ctx, customerId: number, id: number): Promise<void> {
  return inTx(ctx, async (ctx) => {
    await lockAddresses(ctx.db, customerId)
    const removed = await deleteAddress(ctx.db, customerId, id)
    if (removed === 0) throw refuse(commonErrors.notFound)
    const [first] = await addressesOf(ctx.db, customerId)
    if (first && !first.isDefault) await makeDefault(ctx.db, customerId, first.id)
  })
}

export function chooseDefault(ctx: Ctx, customerId: number, id: number): Promise<void> {
  return inTx(ctx, async (ctx) => {
    await lockAddresses(ctx.db, customerId)
    await addressOf(ctx, customerId, id)
    await makeDefault(ctx.db, customerId, id)
  })
}

/** The values of an address, with the names of its region. */
export function checked(input: AddressInput): AddressValues {
  const region = findRegion(input.addressCode)
  if (!region) {
    throw refuse(addressErrors.unknownRegion, undefined, {
      fields: { address_code: addressErrors.unknownRegion.message },
    })
  }
  return { name: input.name, phone: input.phone, address: withoutRegion(input.address, region.code, regions), region }
}
