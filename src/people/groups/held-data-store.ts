import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { ClosedAccount, HeldOf } from '../../platform/held-data.ts'
import type { GroupRole } from './rules.ts'

export function heldGroups(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'join_code' - 'verified_by' as row from groups t where founder_id = ${customerId} order by id`
}

export function heldMemberships(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) - 'decided_by' as row from group_members t where customer_id = ${customerId} order by id`
}

export function heldTransfers(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from group_transfers t where from_id = ${customerId} or to_id = ${customerId} order by id`
}

export function heldSpend(customerId: HeldOf): Sql {
  return sql`select to_jsonb(t) as row from group_spend t where member_id = ${customerId} order by order_id`
}

export function groupsStillJoined(db: Db, customerId: number): Promise<{ name: string; role: GroupRole }[]> {
  return db.rows(sql`
    select g.name, m.role from group_members m join groups g on g.id = m.group_id
    where m.customer_id = ${customerId} and m.stage = 'joined' and g.stage <> 'dissolved' order by m.id`)
}

/** What is still open is gone: nobody is left to answer it. Ended memberships stay without the phone and the message. */
export async function clearMemberships(db: Db, { customerId, phone }: ClosedAccount): Promise<void> {
  await db.run(sql`
    delete from group_members
    where (customer_id = ${customerId} and stage in ('applied', 'invited')) or (customer_id is null and stage = 'invited' and phone = ${phone})`)
  await db.run(sql`update group_members set phone = null, message = '' where customer_id = ${customerId}`)
}
