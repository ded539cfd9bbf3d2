import type { Database } from '../../../src/platform/db/db.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import type { World } from '../world.ts'

/** What staff were told of campaigns and coupons. */
export class CouponBook {
  /** When campaigns were stopped. */
  readonly stopped = new Map<number, Date>()
  /** Stopped or not, after an answer was lost. */
  readonly unsure = new Set<number>()
  readonly takenBack = new Set<number>()
  /** Campaigns of the demo with a last day. */
  readonly ends = new Set<number>()

  async read(db: Database): Promise<void> {
    const rows = await db.rows<{ id: number }>(sql`select id from coupon_campaigns where valid_until is not null`)
    for (const { id } of rows) this.ends.add(id)
  }
}

/** A coupon that was taken back takes nothing off, a stopped campaign gives no more, and none is used more often than it says. */
export async function couponsAreBounded({ model, database }: World): Promise<string | undefined> {
  const { stopped, takenBack } = model.coupons
  const back = [...takenBack]
  const used = await database.row<{ id: number; stage: string }>(sql`
    select id, stage from coupons where id = any(${back}::bigint[]) and stage <> 'withdrawn' limit 1`)
  if (used) return `coupon ${used.id} was taken back and is ${used.stage}`
  for (const [id, at] of stopped) {
    const given = await database.row<{ id: number; issuedAt: Date }>(sql`
      select id, issued_at from coupons where campaign_id = ${id} and issued_at > ${at} limit 1`)
    if (given)
      return `campaign ${id} was stopped at ${at.toISOString()} and gave ${given.id} at ${given.issuedAt.toISOString()}`
  }
  const over = await database.row<{ id: number; uses: number; useLimit: number }>(sql`
    select c.id, count(i.id) as uses, c.use_limit from coupon_campaigns c join coupons i on i.campaign_id = c.id
    where c.use_limit is not null and i.stage in ('locked', 'used') group by c.id having count(i.id) > c.use_limit limit 1`)
  return over && `campaign ${over.id} was used ${over.uses} times of ${over.useLimit}`
}
