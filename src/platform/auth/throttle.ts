import { sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { addHours } from '../time.ts'

const FREE_TRIES = 5
const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 900
const FORGOTTEN_AFTER_HOURS = 24

/** Five free tries, then a wait that doubles from half a minute to a quarter of an hour. */
export function waitSeconds(failures: number): number {
  return failures < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - FREE_TRIES), LONGEST_WAIT_SECONDS)
}

/**
 * Takes one try at a password, counted before it is checked: a thousand at once are a thousand tries, not one.
 * Counted by account, whatever address it comes from and whether or not there is such an account.
 * Gives the seconds still to wait; 0 means go ahead. A try that has to wait is not counted, so nobody is kept out for ever.
 */
export async function takeTry(ctx: Ctx, account: string): Promise<number> {
  const now = ctx.clock.now()
  const forgotten = addHours(now, -FORGOTTEN_AFTER_HOURS)
  return ctx.db.tx(async (tx) => {
    await tx.run(sql`delete from login_failures where last_at < ${forgotten}`)
    await tx.run(
      sql`insert into login_failures (account, failures, last_at) values (${account}, 0, ${now}) on conflict do nothing`,
    )
    const row = await tx.one<{ failures: number; lastAt: Date }>(sql`
      select failures, last_at from login_failures where account = ${account} for update`)
    const freeAt = row.lastAt.getTime() + waitSeconds(row.failures) * 1000
    if (row.failures >= FREE_TRIES && freeAt > now.getTime()) return Math.ceil((freeAt - now.getTime()) / 1000)
    await tx.run(sql`update login_failures set failures = failures + 1, last_at = ${now} where account = ${account}`)
    return 0
  })
}

/** The password was right, or was set anew with a code. */
export async function forgetTries(ctx: Ctx, account: string): Promise<void> {
  await ctx.db.run(sql`delete from login_failures where account = ${account}`)
}
