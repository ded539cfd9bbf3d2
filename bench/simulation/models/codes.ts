import type { Database } from '../../../src/platform/db/db.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import type { World } from '../world.ts'

interface Code {
  campaignId: number
  /** Null: as often as there are coupons. */
  useLimit: number | null
}

/** What staff and customers were told of codes for coupons. */
export class CodeBook {
  readonly codes = new Map<string, Code>()
  /** Batches of single codes that were acknowledged, and how many codes each has. */
  readonly batches: { campaignId: number; batch: number; count: number }[] = []
  readonly redeemed: { code: string; accountId: number; couponId: number }[] = []
  /** Redeemed or refused, after an answer was lost: nobody knows which. */
  readonly unsure: { code: string; accountId: number }[] = []

  /** The codes of the demo. */
  async read(db: Database): Promise<void> {
    const rows = await db.rows<Code & { code: string }>(sql`
      select code, campaign_id, use_limit from coupon_codes order by id`)
    for (const { code, campaignId, useLimit } of rows) this.codes.set(code, { campaignId, useLimit })
  }

  usesOf(code: string): number {
    return this.redeemed.filter((each) => each.code === code).length
  }

  isUnsure(code: string): boolean {
    return this.unsure.some((each) => each.code === code)
  }

  hasRedeemed(code: string, accountId: number): boolean {
    return this.redeemed.some((each) => each.code === code && each.accountId === accountId)
  }
}

/** A code gives one coupon of its campaign to an account, and no more coupons than it says; nothing else gives coupons by code. */
export async function codesGiveOnce({ model, database }: World): Promise<string | undefined> {
  const { codes, redeemed, unsure, batches } = model.codes
  const given = await database.rows<{ id: number; campaignId: number; customerId: number }>(sql`
    select id, campaign_id, customer_id from coupons where source = 'code'`)
  const byId = new Map(given.map((coupon) => [coupon.id, coupon]))
  for (const [code, { useLimit }] of codes) {
    const accounts = redeemed.filter((each) => each.code === code).map(({ accountId }) => accountId)
    if (useLimit !== null && accounts.length > useLimit) return `a code for ${useLimit} gave ${accounts.length} coupons`
    if (new Set(accounts).size < accounts.length) return `a code gave an account two coupons`
  }
  for (const { code, accountId, couponId } of redeemed) {
    const coupon = byId.get(couponId)
    if (coupon?.customerId !== accountId || coupon.campaignId !== codes.get(code)?.campaignId)
      return `coupon ${couponId} for ${accountId} belongs to ${coupon?.customerId} and campaign ${coupon?.campaignId}`
  }
  if (new Set(redeemed.map(({ couponId }) => couponId)).size < redeemed.length) return 'two codes gave one coupon'
  if (given.length < redeemed.length || given.length > redeemed.length + unsure.length)
    return `${given.length} coupons were given for codes, ${redeemed.length} were acknowledged`
  for (const { campaignId, batch, count } of batches) {
    const { found } = await database.one<{ found: number }>(sql`
      select count(*) as found from coupon_codes where campaign_id = ${campaignId} and batch = ${batch} and use_limit = 1`)
    if (found !== count) return `batch ${batch} of campaign ${campaignId} has ${found} single codes of ${count}`
  }
  return undefined
}

/** How many coupons and uses a campaign has left, counted by its coupons; null: any number. */
export interface Left {
  toGive: number | null
  toUse: number | null
  perPerson: number
}

export async function leftOf({ database }: World, campaignId: number): Promise<Left> {
  const row = await database.one<Record<'given' | 'used' | 'perPerson', number> & Record<string, number | null>>(sql`
    select issue_limit, use_limit, per_person, (select count(*) from coupons where campaign_id = c.id) as given,
      (select count(*) from coupons where campaign_id = c.id and stage in ('locked', 'used')) as used
    from coupon_campaigns c where id = ${campaignId}`)
  const rest = (limit: number | null | undefined, taken: number) => (limit == null ? null : Math.max(0, limit - taken))
  return {
    toGive: rest(row.issueLimit, row.given),
    toUse: rest(row.useLimit, row.used),
    perPerson: row.perPerson,
  }
}

/** A coupon that was taken back may be had again. */
export async function couponsHeld({ database }: World, campaignId: number, accountId: number): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*) as count from coupons where campaign_id = ${campaignId} and customer_id = ${accountId} and stage <> 'withdrawn'`)
  return count
}
