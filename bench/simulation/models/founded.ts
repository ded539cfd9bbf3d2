import { assetInit } from '../../../src/billing/settlements/asset-contract.ts'
import { clusterAll } from '../../../src/people/groups/contract.ts'
import type { Database } from '../../../src/platform/db/db.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import type { Person } from '../base.ts'
import type { World } from '../world.ts'
import { balanceOf } from './payouts.ts'

export interface Founded {
  groupNo: string
  founderId: number
  accountId: number
  stage: 'pending' | 'verified' | 'refused' | 'dissolved'
}

/** Groups that customers set up in a run, beside that of the demo. */
export class FoundedBook {
  readonly groups = new Map<string, Founded>()

  async add(db: Database, groupNo: string, founderId: number): Promise<void> {
    const { accountId } = await db.one<{ accountId: number }>(
      sql`select account_id from groups where group_no = ${groupNo}`,
    )
    this.groups.set(groupNo, { groupNo, founderId, accountId, stage: 'pending' })
  }

  live(): Founded[] {
    return [...this.groups.values()].filter(({ stage }) => stage !== 'dissolved')
  }

  /** Reads again what nobody knows. */
  async read(db: Database, group: Founded): Promise<void> {
    const { stage } = await db.one<{ stage: Founded['stage'] }>(
      sql`select stage from groups where group_no = ${group.groupNo}`,
    )
    group.stage = stage
  }
}

/** What stands against closing an account: money, debts and open orders, from the entries and the orders. */
export function standsAgainst({ database }: World, accountId: number): Promise<{ what: string } | undefined> {
  return database.row<{ what: string }>(sql`
    select a.kind || ' ' || sum(e.amount_fen) as what from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.owner = ${`customer:${accountId}`} and a.kind not in ('points', 'credit_available', 'credit_limit') group by a.kind having sum(e.amount_fen) <> 0
    union all
    select order_no || ' ' || stage from orders o
    where (customer_id = ${accountId} or payer_id = ${accountId}) and stage not in ('closed', 'cancelled', 'rejected') and (stage <> 'done' or paid_at is null or exists (
      select 1 from samples s where s.order_id = o.id and s.stage not in ('kept', 'returned', 'destroyed', 'consumed', 'lost', 'withdrawn')))
    union all
    select 'row of ' || amount_fen from settlement_rows where paid_at is null and amount_fen > 0 and (customer_id = ${accountId} or owed_by = ${accountId}) limit 1`)
}

/** A founder reads the group in its stage and acts for it once it is verified; nobody acts for one that was dissolved, and nothing is left in it. */
export async function foundedAreTheirs(world: World): Promise<string | undefined> {
  const { model, app, now } = world
  for (const group of model.founded.groups.values()) {
    const { groupNo, founderId, accountId, stage } = group
    const founder = model.people.find(({ id }) => id === founderId)
    if (!founder) continue
    const { list } = await app.call(clusterAll, { size: 50 }, { as: founder })
    const read = list.find((each) => each.groupNo === groupNo)?.stage ?? 'dissolved'
    if (read !== stage) return `${founder.name} reads that ${groupNo} is ${read}, acknowledged was ${stage}`
    const headers = { account: groupNo }
    const stranger = model.people[Math.floor(now.getTime() / 86_400_000) % model.people.length] as Person
    const foreign = await app.send(assetInit, {}, { as: stranger, headers })
    if (stranger !== founder && foreign.status === 200) return `${stranger.name} reads the money of ${groupNo}`
    const own = await app.send(assetInit, {}, { as: founder, headers })
    const balance = await balanceOf(world, accountId)
    const shown = (own.body.data as { balanceFen: number } | null)?.balanceFen
    if (stage === 'verified' && shown !== balance) return `${founder.name} reads ${shown} of ${groupNo}, not ${balance}`
    if (stage !== 'dissolved') continue
    if (own.status === 200) return `${founder.name} acts for ${groupNo}, which was dissolved`
    const left = await standsAgainst(world, accountId)
    if (left) return `${groupNo} was dissolved with ${left.what}`
  }
  return undefined
}
