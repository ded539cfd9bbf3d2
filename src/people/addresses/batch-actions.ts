import type { Ctx } from '../../platform/http/ctx.ts'
import { type AddressInput, checked } from './actions.ts'
import {
  addressesOfCustomers,
  chooseDefaults,
  deleteAddresses,
  insertAddresses,
  lockAddressesOf,
  makeDefaults,
  type OwnedAddress,
} from './batch-store.ts'
import { MOST_ADDRESSES } from './rules.ts'

// Addresses of many customers in few statements, by the rules of `addAddress` and `removeAddress`. They run in the caller's transaction.

/** Until its end nobody else changes the addresses of these customers. */
export async function lockForChange(ctx: Pick<Ctx, 'db'>, customerIds: readonly number[]): Promise<void> {
  await lockAddressesOf(ctx.db, customerIds)
}

export function addressesOfAll(ctx: Pick<Ctx, 'db'>, customerIds: readonly number[]): Promise<OwnedAddress[]> {
  return addressesOfCustomers(ctx.db, customerIds)
}

export interface WantedAddress {
  customerId: number
  input: AddressInput
}

/** In the order of what is wanted; undefined when the customer has as many addresses as a customer may have. */
export async function addAddresses(ctx: Ctx, wanted: readonly WantedAddress[]): Promise<(OwnedAddress | undefined)[]> {
  const customerIds = wanted.map(({ customerId }) => customerId)
  await lockForChange(ctx, customerIds)
  const counts = new Map<number, number>()
  for (const { customerId } of await addressesOfAll(ctx, customerIds))
    counts.set(customerId, (counts.get(customerId) ?? 0) + 1)
  const first = new Set(customerIds.filter((id) => !counts.has(id)))
  const fitting = wanted.map(({ customerId }) => {
    const count = (counts.get(customerId) ?? 0) + 1
    counts.set(customerId, count)
    return count <= MOST_ADDRESSES
  })
  const fits = wanted.filter((_, place) => fitting[place])
  const rows = await insertAddresses(
    ctx.db,
    fits.map(({ customerId, input }) => ({ customerId, values: checked(input) })),
    ctx.clock.now(),
  )
  await makeDefaults(ctx.db, defaultsAmong(rows, fits, first))
  const added = rows.values()
  return fitting.map((fit) => (fit ? added.next().value : undefined))
}

/** The last address that asks for it, otherwise the first address that a customer has. */
function defaultsAmong(
  rows: readonly OwnedAddress[],
  wanted: readonly WantedAddress[],
  first: ReadonlySet<number>,
): number[] {
  const chosen = new Map<number, number>()
  for (const [place, { id, customerId }] of rows.entries())
    if (wanted[place]?.input.isDefault || (first.has(customerId) && !chosen.has(customerId))) chosen.set(customerId, id)
  return [...chosen.values()]
}

/** Of a customer whose default address is among them, one of `preferred` becomes the default, otherwise the most recently used one. */
export async function removeAddresses(
  ctx: Pick<Ctx, 'db'>,
  ids: readonly number[],
  preferred: readonly number[],
): Promise<void> {
  const removed = await deleteAddresses(ctx.db, ids)
  const without = removed.filter(({ isDefault }) => isDefault).map(({ customerId }) => customerId)
  await chooseDefaults(ctx.db, without, preferred)
}
