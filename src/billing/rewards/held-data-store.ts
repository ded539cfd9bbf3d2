import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type HeldRow, heldRows } from '../../platform/held-data.ts'

/** Of an inviter without the order of the friend. */
export function heldRewards(db: Db, customerId: number): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`
      select to_jsonb(t) - 'friend_id' - 'inviter_id' - 'order_id'
        - case when inviter_id = ${customerId} then array['order_no', 'friend_points'] else array['inviter_points'] end as row
      from invite_rewards t where friend_id = ${customerId} or inviter_id = ${customerId} order by friend_id`,
  )
}
