import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

/** Whom the customer brought and who brought the customer; of the other side only the number of the tie. */
export function heldTies(customerId: HeldOf): Sql {
  return sql`
      select to_jsonb(t) - 'friend_id' - 'inviter_id' - 'cleared_by' - case when inviter_id = ${customerId} then array['ip', 'user_agent'] else array[]::text[] end as row
      from invitations t where friend_id = ${customerId} or inviter_id = ${customerId} order by id`
}

export function heldDevices(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from invite_devices t where friend_id = ${customerId} order by device`
}

export function heldBrowsers(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from invite_browsers t where customer_id = ${customerId} order by browser`
}

export async function clearDevices(db: Db, customerId: number): Promise<void> {
  await db.run(sql`update invitations set ip = '', user_agent = '' where friend_id = ${customerId}`)
  await db.run(sql`delete from invite_devices where friend_id = ${customerId}`)
  await db.run(sql`delete from invite_browsers where customer_id = ${customerId}`)
}
