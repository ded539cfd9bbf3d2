import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { AddressRow, AddressValues } from './store.ts'

export interface OwnedAddress extends AddressRow {
  customerId: number
}

const columns = sql`customer_id, id, name, phone, area_code, province, city, area, address, is_default`

/** The lock of `lockAddresses`, for many customers: in one order, so that two who take several do not wait for each other. */
export async function lockAddressesOf(db: Db, customerIds: readonly number[]): Promise<void> {
  await db.rows(sql`
    select pg_advisory_xact_lock(hashtextextended('addresses:' || customer_id, 0))
    from (select distinct customer_id from unnest(${[...customerIds]}::bigint[]) as c (customer_id) order by customer_id) c`)
}

export function addressesOfCustomers(db: Db, customerIds: readonly number[]): Promise<OwnedAddress[]> {
  return db.rows(sql`select ${columns} from addresses where customer_id = any(${[...customerIds]}::bigint[])`)
}

/** In the order of the rows. */
export async function insertAddresses(
  db: Db,
  rows: readonly { customerId: number; values: AddressValues }[],
  now: Date,
): Promise<OwnedAddress[]> {
  if (rows.length === 0) return []
  const records = rows.map(({ customerId, values: { name, phone, address, region } }, place) => {
    const { code: area_code, province, city, area } = region
    return { place, customer_id: customerId, name, phone, area_code, province, city, area, address }
  })
  // Ids are given in the order of the query.
  const added = await db.rows<OwnedAddress>(sql`
    insert into addresses (customer_id, name, phone, area_code, province, city, area, address, created_at, updated_at)
    select customer_id, name, phone, area_code, province, city, area, address, ${now}, ${now}
    from jsonb_to_recordset(${json(records)}::jsonb)
      as r (place integer, customer_id bigint, name text, phone text, area_code text, province text, city text, area text, address text)
    order by place returning ${columns}`)
  return added.toSorted((a, b) => a.id - b.id)
}

/** Two statements, because the unique index allows a customer only one default at any moment. */
export async function makeDefaults(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.run(sql`
    update addresses a set is_default = false from addresses chosen
    where chosen.id = any(${[...ids]}::bigint[]) and a.customer_id = chosen.customer_id and a.is_default and a.id <> chosen.id`)
  await db.run(sql`update addresses set is_default = true where id = any(${[...ids]}::bigint[])`)
}

export function deleteAddresses(db: Db, ids: readonly number[]): Promise<{ customerId: number; isDefault: boolean }[]> {
  return db.rows(sql`delete from addresses where id = any(${[...ids]}::bigint[]) returning customer_id, is_default`)
}

/** One of `preferred`, otherwise the most recently used one. */
export async function chooseDefaults(
  db: Db,
  customerIds: readonly number[],
  preferred: readonly number[],
): Promise<void> {
  if (customerIds.length === 0) return
  await db.run(sql`
    update addresses set is_default = true where id in (
      select distinct on (customer_id) id from addresses where customer_id = any(${[...customerIds]}::bigint[])
      order by customer_id, id = any(${[...preferred]}::bigint[]) desc, updated_at desc, id desc)`)
}
