import { sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { addDays, addHours } from '../time.ts'

const FREE_TRIES = 5
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 900
const FORGOTTEN_AFTER_HOURS = 24
/** After this many failures every try also needs a proof of work. */
const TRIES_WITHOUT_PROOF = 3
/** Waits per day that a proof of work may replace: few enough to be useless for guessing, enough that the owner is not locked out. */
const MOST_PROVED_WAITS = 20

/** Five free tries, then a wait that doubles from half a minute to a quarter of an hour. */
export function waitSeconds(failures: number): number {
  return failures < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - FREE_TRIES), LONGEST_WAIT_SECONDS)
}

/** Failed tries of one account key. */
export interface Tries {
  failures: number
  /** Remaining wait; 0 when the last try is long enough ago. */
  waitSeconds: number
  provedWaits: number
}

/**
 * T-2, T-3. Whether a password may be checked now: freely at first, then only with a proof of work, which also replaces the wait
 * a limited number of times a day. So nobody can guess quickly, and nobody can lock the owner out by guessing.
 */
export function gateOf(tries: Tries, proved: boolean): 'go' | 'prove' | 'wait' {
  if (tries.failures < TRIES_WITHOUT_PROOF) return 'go'
  if (tries.waitSeconds > 0 && tries.provedWaits >= MOST_PROVED_WAITS) return 'wait'
  return proved ? 'go' : 'prove'
}

/**
 * Counts one try before the password is checked, so that a thousand parallel requests are a thousand tries.
 * Counts per account, from every address, and also for accounts that do not exist.
 * Returns the seconds left to wait; 0 means the password may be checked. A try that has to wait is not counted, so the wait always ends.
 */
export async function takeTry(ctx: Ctx, account: string): Promise<number> {
  return ctx.db.tx(async (tx) => {
    const tries = await lockTries({ ...ctx, db: tx }, account)
    if (tries.waitSeconds === 0) await countTry({ ...ctx, db: tx }, account, false)
    return tries.waitSeconds
  })
}

/** Like `takeTry`, but may also require a proof of work. The try is counted only when the gate is `go`. */
export async function takeGuardedTry(
  ctx: Ctx,
  account: string,
  proved: boolean,
): Promise<Tries & { gate: ReturnType<typeof gateOf> }> {
  return ctx.db.tx(async (tx) => {
    const tries = await lockTries({ ...ctx, db: tx }, account)
    const gate = gateOf(tries, proved)
    if (gate === 'go') await countTry({ ...ctx, db: tx }, account, tries.waitSeconds > 0)
    return { ...tries, gate }
  })
}

async function lockTries(ctx: Ctx, account: string): Promise<Tries> {
  const now = ctx.clock.now()
  await ctx.db.run(sql`delete from login_failures where last_at < ${addHours(now, -FORGOTTEN_AFTER_HOURS)}`)
  // One statement inserts or locks the row, because a successful sign-in elsewhere may delete it at any moment.
  const row = await ctx.db.one<{ failures: number; lastAt: Date; provedWaits: number; provedSince: Date | null }>(sql`
    insert into login_failures (account, failures, last_at) values (${account}, 0, ${now})
    on conflict (account) do update set account = excluded.account
    returning failures, last_at, proved_waits, proved_since`)
  const freeAt = row.lastAt.getTime() + waitSeconds(row.failures) * 1000
  const waiting = row.failures >= FREE_TRIES && freeAt > now.getTime()
  return {
    failures: row.failures,
    waitSeconds: waiting ? Math.ceil((freeAt - now.getTime()) / 1000) : 0,
    provedWaits: row.provedSince && row.provedSince > addDays(now, -1) ? row.provedWaits : 0,
  }
}

async function countTry(ctx: Ctx, account: string, inPlaceOfWait: boolean): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.run(sql`update login_failures set failures = failures + 1, last_at = ${now} where account = ${account}`)
  if (!inPlaceOfWait) return
  const yesterday = addDays(now, -1)
  await ctx.db.run(sql`
    update login_failures set
      proved_waits = case when proved_since > ${yesterday} then proved_waits + 1 else 1 end,
      proved_since = case when proved_since > ${yesterday} then proved_since else ${now} end
    where account = ${account}`)
}

/** Called when the password was right or was reset with a code. */
export async function forgetTries(ctx: Ctx, account: string): Promise<void> {
  await ctx.db.run(sql`delete from login_failures where account = ${account}`)
}
