import type { Database } from '../../../src/platform/db/db.ts'
import { sql } from '../../../src/platform/db/sql.ts'

/** Who has a second factor, and whether the group demands one of those who work or order for it, as it was acknowledged (decision 0132). */
export class FactorBook {
  /** Secrets by person, as their apps got them. */
  readonly secrets = new Map<number, string>()
  readonly on = new Set<number>()
  isDemanded = false

  /** As stored, of the group of the demo, which is the oldest: at the beginning, and after a request of which nobody knows whether it was done. */
  async read(db: Database): Promise<void> {
    const rows = await db.rows<{ customerId: number }>(
      sql`select customer_id from customer_second_factors where secret is not null`,
    )
    this.on.clear()
    for (const { customerId } of rows) this.on.add(customerId)
    const { needsFactor } = await db.one<{ needsFactor: boolean }>(
      sql`select needs_factor from groups order by id limit 1`,
    )
    this.isDemanded = needsFactor
  }

  /** Such a person neither works nor orders for the group. */
  lacks(personId: number): boolean {
    return this.isDemanded && !this.on.has(personId)
  }
}
