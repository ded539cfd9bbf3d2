import { sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { networkOf } from '../http/connections/network.ts'
import { addHours } from '../time.ts'
import { HEAVIEST_PROOF, type ProofTarget, proofDemand } from './proof-of-work.ts'
import { tokenHash } from './tokens.ts'

/** Wrong passwords per hour from one IP address before each further try needs a proof of work. A whole institute may share one address. */
export const FREE_TRIES_PER_ADDRESS = 20
const WINDOW_HOURS = 1

/**
 * Someone who tries one password on many accounts stays below the limit of each account, so tries are also counted per IP address,
 * before the password is checked. Above the limit every try needs a proof of work; nobody is locked out.
 */
export async function guardAddress(ctx: Ctx, target: ProofTarget, proved: boolean): Promise<void> {
  const tries = await countTry(ctx)
  if (proved || tries <= FREE_TRIES_PER_ADDRESS) return
  await refundTry(ctx)
  throw await proofDemand(ctx, target, Math.min(Math.floor(tries / FREE_TRIES_PER_ADDRESS), HEAVIEST_PROOF))
}

/** Called when the password was right or was not checked. */
export async function refundTry(ctx: Ctx): Promise<void> {
  await ctx.db.run(sql`update address_tries set tries = tries - 1 where address_hash = ${hashOf(ctx)} and tries > 0`)
}

async function countTry(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now()
  const since = addHours(now, -WINDOW_HOURS)
  await ctx.db.run(sql`delete from address_tries where since < ${since}`)
  const { tries } = await ctx.db.one<{ tries: number }>(sql`
    insert into address_tries (address_hash, tries, since) values (${hashOf(ctx)}, 1, ${now})
    on conflict (address_hash) do update set tries = address_tries.tries + 1
    returning tries`)
  return tries
}

function hashOf(ctx: Ctx): string {
  return tokenHash(`address:${networkOf(ctx.request.ip)}`)
}
