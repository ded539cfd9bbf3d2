import { sql } from '../../platform/db/sql.ts'
import { hasOne, type Related } from '../../platform/db/related.ts'
import { containsTyped, hasTyped } from '../../platform/db/typed-words.ts'

/** Orders by number, own number or name of their samples. */
export function ordersBySample(typed: string): Related {
  return {
    found: sql`select order_id from samples where ${containsTyped(sql`samples.words`, typed)}`,
    here: (order) => hasOne(sql`samples where samples.order_id = ${order} and ${hasTyped(sql`samples.words`, typed)}`),
  }
}
