import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface RewardRow {
  friendId: number
  inviterId: number
  orderId: number
  orderNo: string
  state: 'waiting' | 'given' | 'lost' | 'refused'
  inviterPoints: number
  friendPoints: number
  paidAt: Date
  dueAt: Date
}

const columns = sql`friend_id, inviter_id, order_id, order_no, state, inviter_points, friend_points, paid_at, due_at`

export function lockReward(db: Db, friendId: number): Promise<RewardRow | undefined> {
  return db.row(sql`select ${columns} from invite_rewards where friend_id = ${friendId} for update`)
}

/** Writes the reward of a friend, or replaces one that is not waiting and not given. */
export function putReward(db: Db, row: RewardRow): Promise<RewardRow | undefined> {
  return db.row(sql`
    insert into invite_rewards as r (friend_id, inviter_id, order_id, order_no, state, inviter_points, friend_points, paid_at, due_at)
    values (${row.friendId}, ${row.inviterId}, ${row.orderId}, ${row.orderNo}, ${row.state}, ${row.inviterPoints}, ${row.friendPoints}, ${row.paidAt}, ${row.dueAt})
    on conflict (friend_id) do update set order_id = excluded.order_id, order_no = excluded.order_no, state = excluded.state,
      inviter_points = excluded.inviter_points, friend_points = excluded.friend_points, paid_at = excluded.paid_at, due_at = excluded.due_at, given_at = null
    where r.state in ('lost', 'refused')
    returning ${columns}`)
}

export async function setRewardState(
  db: Db,
  friendId: number,
  state: RewardRow['state'],
  givenAt: Date | null,
): Promise<void> {
  await db.run(sql`update invite_rewards set state = ${state}, given_at = ${givenAt} where friend_id = ${friendId}`)
}

export function rewardsOf(db: Db, friendIds: readonly number[]): Promise<RewardRow[]> {
  return db.rows(sql`select ${columns} from invite_rewards where friend_id = any(${[...friendIds]}::bigint[])`)
}

/** What an inviter has received so far. */
export function givenTo(db: Db, inviterId: number): Promise<{ rewarded: number; points: number }> {
  return db.one(sql`
    select count(*) as rewarded, coalesce(sum(inviter_points), 0)::bigint as points
    from invite_rewards where inviter_id = ${inviterId} and state = 'given'`)
}
