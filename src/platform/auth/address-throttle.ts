import { sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { addHours } from '../time.ts'
import { HEAVIEST_PROOF, type ProofTarget, proofDemand } from './proof-of-work.ts'
import { tokenHash } from './tokens.ts'

/** As many wrong passwords an hour may come from one address, as from the people of an institute behind it, before each costs a proof. */
export const FREE_TRIES_PER_ADDRESS = 20
const WINDOW_HOURS = 1

/**
 * One password tried at many accounts never meets the limit of any of them, so tries are counted by address as well, before
 * the password is looked at. Past the limit a try costs a proof of work; nobody is kept out.
 */
export async function guardAddress(ctx: Ctx, target: ProofTarget, proved: boolean): Promise<void> {
  const tries = await countTry(ctx)
  if (proved || tries <= FREE_TRIES_PER_ADDRESS) return
  await giveBackTry(ctx)
  throw await proofDemand(ctx, target, Math.min(Math.floor(tries / FREE_TRIES_PER_ADDRESS), HEAVIEST_PROOF))
}

/** The password was right, or was not looked at. */
export async function giveBackTry(ctx: Ctx): Promise<void> {
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

/** An address of IPv6 by its network of 64 bits: one visitor has all of them. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':')
}
