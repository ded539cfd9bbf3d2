import { sql } from '../../../src/platform/db/sql.ts'
import type { World } from '../world.ts'

/** What people were told of points for acknowledgements in papers, and of points on their way to somebody. */
export class ClaimBook {
  /** Who asked. */
  readonly asked = new Map<number, number>()
  /** The points of approved ones; 0 once they were taken back. */
  readonly approved = new Map<number, number>()
  /** Rejected, or taken back by who asked. */
  readonly ended = new Set<number>()
  /** Transfers that their giver took back. */
  readonly takenBack = new Set<number>()
}

/** Each approved claim gave its points once, the others gave none, and one paper earns once. */
export async function claimsAreRight({ model, database }: World): Promise<string | undefined> {
  const { asked, approved, ended, takenBack } = model.paperClaims
  const rows = await database.rows<{ id: number; customerId: number; points: number }>(sql`
    select business_id::bigint as id, customer_id, sum(points)::bigint as points from point_earnings where kind = 'claim' group by 1, 2`)
  for (const { id, customerId, points } of rows) {
    const owner = asked.get(id)
    if (owner === undefined) continue
    const told = approved.get(id) ?? points
    if (ended.has(id)) return `claim ${id} was not approved and earned ${points}`
    if (owner !== customerId || told !== points)
      return `claim ${id} of ${owner} earned ${points} for ${customerId} instead of ${told}`
  }
  for (const id of approved.keys()) if (!rows.some((row) => row.id === id)) return `claim ${id} earned nothing`
  const twice = await database.row<{ doi: string }>(
    sql`select doi from point_claims where stage = 'approved' group by doi having count(*) > 1 limit 1`,
  )
  if (twice) return `${twice.doi} earned twice`
  const taken = await database.row<{ id: number; stage: string }>(sql`
    select id, stage from point_transfers where id = any(${[...takenBack]}::bigint[]) and stage = 'accepted' limit 1`)
  return taken && `transfer ${taken.id} was taken back and accepted`
}
