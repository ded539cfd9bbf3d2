import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldCurves(customerId: HeldOf): Sql {
  return sql`
    select to_jsonb(t) - 'words' as row from library_curves t where customer_id = ${customerId} order by id`
}

export function heldTags(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from library_tags t where account_id = ${customerId} order by tag, curve_id`
}

/** Also what the person wrote in the name of a group. */
export function heldNotes(customerId: HeldOf): Sql {
  return sql`
    select to_jsonb(t) as row from library_notes t where account_id = ${customerId} or author_id = ${customerId} order by id`
}

export function heldCollections(customerId: HeldOf): Sql {
  return sql`
    select to_jsonb(t) - 'share_token' || jsonb_build_object('curves', (
      select jsonb_agg(to_jsonb(l) order by place) from library_collection_curves l where l.collection_id = t.id)) as row
    from library_collections t where account_id = ${customerId} order by id`
}

/** A note that belongs to a group stays with it, without the name of its author. */
export async function clearLibrary(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from library_collections where account_id = ${customerId}`)
  await db.run(sql`delete from library_tags where account_id = ${customerId}`)
  await db.run(sql`delete from library_notes where account_id = ${customerId}`)
  await db.run(sql`update library_notes set author_id = null where author_id = ${customerId}`)
}
