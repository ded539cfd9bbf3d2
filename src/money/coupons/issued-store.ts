import type { Db } from '../../platform/db/db.ts'
import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import type { IssuedCoupon } from './campaigns/campaign-store.ts'

const campaign = sql`(select name from coupon_campaigns c where c.id = coupons.campaign_id)`

/** As `lastValidDay` in rules.ts. */
const lastDay = sql`((expires_at - interval '1 millisecond') at time zone 'Asia/Shanghai')::date`

/** `customers`: what another slice knows of a typed text. */
export function issuedSource(customers: (typed: string) => Promise<number[]>): IndexSource {
  const ofCustomers = async (typed: string) => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from coupons`,
    key: sql`id`,
    columns: {
      customer: { match: ofCustomers },
      campaign: { sql: campaign },
      stage: { sql: sql`stage` },
      used: { sql: sql`coalesce(used_no, '')` },
      discount: { sql: sql`discount_fen` },
      source: { sql: sql`source` },
      issued: { sql: sql`issued_at` },
      expires: { sql: lastDay },
      usedAt: { sql: sql`used_at`, nullable: true },
    },
    search: async (typed) =>
      sql`(${await ofCustomers(typed)} or ${contains(campaign, typed)} or ${contains(sql`coalesce(used_no, '')`, typed)})`,
  }
}

/** In the order of the ids. */
export function issuedByIds(
  db: Db,
  ids: readonly number[],
): Promise<(IssuedCoupon & { campaignId: number; campaignName: string })[]> {
  return db.rows(sql`
    select id, customer_id, stage, version, source, issued_at, expires_at, used_no, discount_fen, used_at, campaign_id, ${campaign} as campaign_name
    from coupons where id = any(${[...ids]}::bigint[]) order by array_position(${[...ids]}::bigint[], id)`)
}
