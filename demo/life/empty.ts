import { sql } from '../../src/platform/db/sql.ts'
import type { Ctx } from '../../src/platform/http/ctx.ts'

/** Whether nobody has used the database: the life of the demo is loaded before anything else. */
export async function isEmpty(ctx: Pick<Ctx, 'db'>): Promise<boolean> {
  const { used } = await ctx.db.one<{ used: boolean }>(sql`
    select exists (select 1 from customers) or exists (select 1 from staff) or exists (select 1 from projects) as used`)
  return !used
}
