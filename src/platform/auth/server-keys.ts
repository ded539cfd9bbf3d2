import { sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { keepSecret, type KeptSecret, readSecret, type SecretPlace } from './kept-secrets.ts'

/** Keys that the product makes for itself: `proof` signs proofs of work, `vapid` signs pushes. */
export const serverSecrets: SecretPlace = { table: 'server_keys', key: 'name', owner: 'name', columns: ['secret'] }

/** The key of this installation, made when it is first needed; of two processes that make one, both get the first. */
export async function serverKey(
  ctx: Pick<Ctx, 'db' | 'clock' | 'config'>,
  name: 'proof' | 'vapid',
  make: () => string,
): Promise<string> {
  const find = () => ctx.db.row<{ secret: KeptSecret }>(sql`select secret from server_keys where name = ${name}`)
  let found = await find()
  if (!found) {
    await ctx.db.run(sql`
      insert into server_keys (name, secret, created_at)
      values (${name}, ${keepSecret(ctx, serverSecrets, name, make())}, ${ctx.clock.now()}) on conflict do nothing`)
    found = await find()
  }
  return found ? readSecret(ctx, serverSecrets, name, found.secret) : ''
}

/** The next use makes another one. */
export async function forgetServerKey(ctx: Pick<Ctx, 'db'>, name: string): Promise<void> {
  await ctx.db.run(sql`delete from server_keys where name = ${name}`)
}
