import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { containsTyped, hasTyped } from '../../platform/db/typed-words.ts'
import { wholeNumber } from './whole-number-rules.ts'
import { sampleColumns } from './store.ts'
import type { SampleRow } from './wire-rules.ts'

/** The index on the words finds the rows; the second condition is on the one column that is meant. */
const inWords = (column: Sql, typed: string): Sql =>
  sql`(${containsTyped(sql`words`, typed)} and strpos(folded(${column}), folded(${typed})) > 0)`

/** `customers` finds customers by a typed text. */
export function sampleSource(customers: (typed: string) => Promise<number[]>): IndexSource {
  return {
    from: sql`from samples`,
    key: sql`id`,
    columns: {
      no: { sql: sql`sample_no`, match: (typed) => inWords(sql`sample_no`, typed) },
      name: { match: (typed) => inWords(sql`name`, typed) },
      ownNo: { match: (typed) => inWords(sql`own_no`, typed) },
      order: { sql: sql`order_no` },
      customer: { match: async (typed) => sql`customer_id = any(${await customers(typed)}::bigint[])` },
      form: { sql: sql`form` },
      composition: { sql: sql`composition` },
      hazard: { among: (chosen) => sql`hazards && ${[...chosen]}::text[]` },
      storage: { sql: sql`storage` },
      service: { sql: sql`service_type::text` },
      stage: { sql: sql`stage` },
      waybill: { sql: sql`waybill` },
      received: { sql: sql`received_at`, nullable: true },
      weight: { sql: sql`weight_mg` },
      condition: { sql: sql`condition` },
      shelf: { sql: sql`shelf` },
      wanted: { sql: sql`(case when return_wanted then 'yes' else 'no' end)` },
      returned: { sql: sql`returned_at`, nullable: true },
      returnWaybill: { match: (typed) => contains(sql`return_waybill`, typed) },
      keepUntil: { sql: sql`keep_until`, nullable: true },
      created: { sql: sql`created_at` },
    },
    // Each part uses its own index. A waybill is found whole, since that is how it is scanned or copied.
    search: (typed) => {
      const number = wholeNumber(typed)
      if (number?.sampleNo !== undefined) return sql`sample_no = ${number.sampleNo}`
      // The samples of an order continue its number.
      if (number) return sql`sample_no between ${`${number.orderNo}00`} and ${`${number.orderNo}999`}`
      return sql`id in (${found(typed)})`
    },
    wideSearch: async (typed) =>
      wholeNumber(typed)
        ? undefined
        : {
            table: 'samples',
            found: found(typed),
            here: sql`(${hasTyped(sql`words`, typed)} or waybill = ${typed} or return_waybill = ${typed})`,
          },
  }
}

// Waybills first: few samples have one, and a limit that is reached leaves the words out.
const found = (typed: string): Sql => sql`
  select id from samples where waybill = ${typed} and waybill <> ''
  union all select id from samples where return_waybill = ${typed} and return_waybill <> ''
  union all select id from samples where ${containsTyped(sql`words`, typed)}`

/** In the order of the ids. */
export function samplesInPlaces(db: Db, ids: number[]): Promise<(SampleRow & { createdAt: Date })[]> {
  return db.rows(sql`
    select ${sampleColumns}, created_at from samples where id = any(${ids}::bigint[])
    order by array_position(${ids}::bigint[], id)`)
}
