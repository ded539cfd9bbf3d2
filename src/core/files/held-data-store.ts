import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'

export function heldFiles(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('name', name, 'size', size, 'sha256', sha256, 'purpose', purpose, 'attached_to', attached_to, 'created_at', created_at) as row
      from files where customer_id = ${customerId} or (uploaded_by_kind = 'customer' and uploaded_by = ${customerId}) order by id`
}

export function heldShares(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from file_shares t where customer_id = ${customerId} order by attached_to`
}

/** Files that are still being uploaded. */
export function heldUploads(customerId: HeldOf): Sql {
  return sql`
      select jsonb_build_object('name', name, 'size', size, 'purpose', purpose, 'attach_to', attach_to, 'created_at', created_at) as row
      from uploads where owner_kind = 'customer' and owner_id = ${customerId} order by id`
}

export async function clearReaderAndLinks(db: Db, { customerId }: ClosedAccount): Promise<void> {
  await db.run(sql`delete from file_links where actor_kind = 'customer' and actor_id = ${customerId}`)
  // The sweeper removes the bytes of the parts.
  await db.run(sql`delete from uploads where owner_kind = 'customer' and owner_id = ${customerId}`)
  await db.run(sql`delete from file_shares where customer_id = ${customerId}`)
  await db.run(sql`update files set customer_id = null where customer_id = ${customerId}`)
}
