import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Region } from '../../core/regions/region-rules.ts'

export interface AddressRow {
  id: number
  name: string
  phone: string
  areaCode: string
  province: string
  city: string
  area: string
  address: string
  isDefault: boolean
}

export interface AddressValues {
  name: string
  phone: string
  address: string
  region: Region
}

const columns = sql`id, name, phone, area_code, province, city, area, address, is_default`

/** Serialises changes of one customer's addresses; otherwise two first addresses could both become the default. */
export async function lockAddresses(db: Db, customerId: number): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended('addresses:' || ${customerId}::bigint, 0))`)
}

export function addressesOf(db: Db, customerId: number): Promise<AddressRow[]> {
  return db.rows(sql`
    select ${columns} from addresses where customer_id = ${customerId} order by is_default desc, updated_at desc, id desc`)
}

export function addressById(db: Db, customerId: number, id: number): Promise<AddressRow | undefined> {
  return db.row(sql`select ${columns} from addresses where id = ${id} and customer_id = ${customerId}`)
}

export function insertAddress(db: Db, customerId: number, values: AddressValues, now: Date): Promise<AddressRow> {
  const { name, phone, address, region } = values
  return db.one(sql`
    insert into addresses (customer_id, name, phone, area_code, province, city, area, address, created_at, updated_at)
    values (${customerId}, ${name}, ${phone}, ${region.code}, ${region.province}, ${region.city}, ${region.area}, ${address}, ${now}, ${now})
    returning ${columns}`)
}

export function updateAddress(
  db: Db,
  customerId: number,
  id: number,
  values: AddressValues,
  now: Date,
): Promise<number> {
  const { name, phone, address, region } = values
  return db.run(sql`
    update addresses set name = ${name}, phone = ${phone}, area_code = ${region.code}, province = ${region.province}, city = ${region.city},
      area = ${region.area}, address = ${address}, updated_at = ${now}
    where id = ${id} and customer_id = ${customerId}`)
}

export function deleteAddress(db: Db, customerId: number, id: number): Promise<number> {
  return db.run(sql`delete from addresses where id = ${id} and customer_id = ${customerId}`)
}

/** Two statements, because the unique index allows only one default at any moment. */
export async function makeDefault(db: Db, customerId: number, id: number): Promise<void> {
  await db.run(
    sql`update addresses set is_default = false where customer_id = ${customerId} and is_default and id <> ${id}`,
  )
  await db.run(sql`update addresses set is_default = true where customer_id = ${customerId} and id = ${id}`)
}
