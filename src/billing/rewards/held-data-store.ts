import { type Sql, sql } from '../../platform/db/sql.ts'
import type { HeldOf } from '../../platform/held-data.ts'

/** Of an inviter without the order of the friend. */
export function heldRewards(customerId: HeldOf): Sql {
  return sql`
      select to_jsonb(t) - 'friend_id' - 'inviter_id' - 'order_id'
        - case when inviter_id = ${customerId} then array['order_no', 'friend_points'] else array['inviter_points'] end as row
      from invite_rewards t where friend_id = ${customerId} or inviter_id = ${customerId} order by friend_id`
}
