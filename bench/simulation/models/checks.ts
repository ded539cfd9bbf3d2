import { bookChecks } from '../../../src/app/book-checks.ts'
import { orderDetail } from '../../../src/lab/orders/contract.ts'
import { assetInit } from '../../../src/billing/settlements/asset-contract.ts'
import { integrationInit } from '../../../src/money/points/contract.ts'
import { reportList } from '../../../src/lab/reports/contract.ts'
import { runCheck } from '../../../src/platform/book-check.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { addDays } from '../../../src/platform/time.ts'
import { userPrivacy } from '../../../src/workspace/privacy/contract.ts'
import { billsAreCompared } from './bills.ts'
import { claimsAreRight } from './claims.ts'
import { accountsAreClosed } from './closing.ts'
import { codesGiveOnce } from './codes.ts'
import { newcomersAreRight } from './newcomers.ts'
import { couponsAreBounded } from './coupons.ts'
import { creditIsRight } from './credit.ts'
import { closedDaysStand } from './days.ts'
import { foundedAreTheirs } from './founded.ts'
import { groupIsTheirs, rolesAreKnown } from './group.ts'
import { importsAreRight } from './imports/runs.ts'
import type { Move } from './lifecycle.ts'
import { invoicesAreCovered, invoicesAreRead } from './invoices.ts'
import { moneyIsKept, nobodyGainsByOrders, refundsAreTrue } from './money.ts'
import { parcelsAreFollowed } from './parcels.ts'
import { payoutsAreHeld } from './payouts.ts'
import { pointsOfEvaluations, pointsOfInvitations, pointsOfOrders } from './points.ts'
import { rebatesAreRight } from './rebates.ts'
import { addressesAreKnown, programsAreTold } from './webhooks.ts'
import { Broken, type World } from '../world.ts'

/** A rule of the model: answers what is wrong. */
export interface Rule {
  name: string
  check: (world: World) => Promise<string | undefined>
}

const first = async (world: World, statement: ReturnType<typeof sql>): Promise<string | undefined> =>
  (await world.database.rows<{ fault: string }>(statement))[0]?.fault

/** Cheap: after every step. */
export const stepRules: Rule[] = [
  { name: 'no error in the log without a fault', check: async ({ errors }) => errors[0] },
  {
    name: 'all entries of the ledger sum to zero',
    check: (world) =>
      first(
        world,
        sql`select 'transfer ' || transfer_id || ' sums to ' || sum(amount_fen) as fault from ledger_entries
          where transfer_id > (select coalesce(max(id), 0) - 50 from ledger_transfers) group by transfer_id having sum(amount_fen) <> 0`,
      ),
  },
  {
    name: 'no balance is below zero',
    check: (world) =>
      first(
        world,
        sql`select owner || ' ' || kind || ' has ' || balance_fen as fault
          from ledger_accounts where owner <> 'laboratory' and kind not like 'credit%' and balance_fen < 0 limit 1`,
      ),
  },
  {
    name: 'messages to programs are signed and for who asked for them',
    check: async ({ receiver }) => receiver.complaints[0],
  },
  { name: 'the courier is not asked too often', check: async ({ outside }) => outside.parcels.complaints[0] },
  { name: 'orders and samples move along their lifecycles', check: follow },
]

async function follow({ model, database }: World): Promise<string | undefined> {
  const moves = await database.rows<Move>(sql`
    select id, entity, entity_id, from_stage, to_stage, version, at from stage_history
    where id > ${model.lastMove} and entity in ('order', 'sample') order by id`)
  for (const move of moves) {
    model.lastMove = move.id
    const fault = model.lifecycles.follow(move)
    if (fault) return fault
  }
  const now = await database.rows<{ entity: string; id: number; stage: string }>(sql`
    select 'order' as entity, id, stage from orders union all select 'sample', id, stage from samples`)
  const lost = now.find(({ entity, id, stage }) => model.lifecycles.stageOf(entity, id) !== stage)
  return (
    lost &&
    `${lost.entity} ${lost.id} is ${lost.stage}, its history says ${model.lifecycles.stageOf(lost.entity, lost.id)}`
  )
}

/** After every simulated day. */
export const dayRules: Rule[] = [
  { name: 'a balance is the sum of its entries', check: sums },
  { name: 'money that came in is there or was spent', check: moneyIsKept },
  { name: 'nobody gets more back for an order than they paid for it', check: nobodyGainsByOrders },
  { name: 'credit is the limit less what is held and owed', check: creditIsRight },
  { name: 'invoices stand only on what was paid and kept', check: invoicesAreCovered },
  { name: 'everybody reads what stands on their invoices', check: invoicesAreRead },
  { name: 'a refund that is done is done at the channel too', check: refundsAreTrue },
  { name: 'what was acknowledged is readable by its owner', check: acknowledged },
  { name: 'nothing was done twice', check: once },
  { name: 'a payment that was made is in the books within two days, once', check: heardOf },
  { name: 'stock of goods and coupons is never exceeded', check: stock },
  { name: 'coupons and campaigns end when they are taken back, stopped or used up', check: couponsAreBounded },
  { name: 'a code gives each account one coupon, and no more than it says', check: codesGiveOnce },
  { name: 'a paper earns its points once, for who was approved', check: claimsAreRight },
  { name: 'a closed day keeps its figures', check: closedDaysStand },
  { name: 'bills of the channels and books agree but for what the product did not do', check: billsAreCompared },
  { name: 'withdrawals hold what they are about to pay', check: payoutsAreHeld },
  { name: 'each half hour has the places that visits and offers take', check: places },
  { name: 'the group and its members stay within their limits', check: limits },
  { name: 'everybody reads the place in the group that was acknowledged', check: rolesAreKnown },
  { name: 'only owner and managers reach what is the group’s, and its money stays', check: groupIsTheirs },
  { name: 'groups that customers set up are theirs until they are dissolved', check: foundedAreTheirs },
  { name: 'programs are told what happens to their owner’s orders, and nothing else', check: programsAreTold },
  { name: 'an address for messages is in the state that its owner knows', check: addressesAreKnown },
  { name: 'owners read the balances of the ledger', check: balances },
  { name: 'a paid order earns its customer a point for each yuan that is kept', check: pointsOfOrders },
  { name: 'an evaluation earns its author points while visitors read it', check: pointsOfEvaluations },
  { name: 'the first order of a friend earns both sides what was promised', check: pointsOfInvitations },
  { name: 'a rebate is the share of what is kept of an order, once', check: rebatesAreRight },
  { name: 'a parcel is where the courier scanned it', check: parcelsAreFollowed },
  { name: 'no account with money or work under way can be closed', check: closing },
  { name: 'whoever registered has one account, with who invited them', check: newcomersAreRight },
  { name: 'an account is closed in time, and then nobody acts for it', check: accountsAreClosed },
  {
    name: 'imports write and take back what their rows say, and nothing of what customers filled in',
    check: importsAreRight,
  },
  { name: 'the books of the product tie', check: books },
]

/** Reads all entries, so it is asked once a day. */
function sums(world: World): Promise<string | undefined> {
  return first(
    world,
    sql`select a.owner || ' ' || a.kind || ' has ' || a.balance_fen || ', entries say ' || coalesce(sum(e.amount_fen), 0) as fault
      from ledger_accounts a left join ledger_entries e on e.account_id = a.id where a.owner <> 'laboratory'
      group by a.id having a.balance_fen <> coalesce(sum(e.amount_fen), 0)`,
  )
}

async function acknowledged({ model, app }: World): Promise<string | undefined> {
  for (const { orderNo, ownerId, samples } of [...model.orders.values()].slice(-40)) {
    const owner = model.people.find(({ id }) => id === ownerId)
    if (!owner) continue
    const { status, body } = await app.send(orderDetail, { orderNo }, { as: owner })
    const read = body.data as { samples: unknown[] } | null
    if (status !== 200 || read?.samples.length !== samples) return `order ${orderNo} of ${owner.name}: ${status}`
    if (!model.delivered.has(orderNo)) continue
    const report = await app.send(reportList, { orderNo }, { as: owner })
    if (report.status !== 200) return `the delivered report of ${orderNo}: ${report.status}`
  }
  return undefined
}

async function once({ model, database }: World): Promise<string | undefined> {
  const { orders, settlements, exchanges, reviews } = await database.one<Record<string, number>>(sql`
    select (select count(*) from orders) as orders, (select count(*) from settlements) as settlements,
      (select count(*) from point_exchanges) as exchanges, (select count(*) from reviews) as reviews`)
  const pairs: [string, number, number | undefined][] = [
    ['orders', model.orders.size, orders],
    ['settlements', model.settlements.size, settlements],
    ['exchanges', model.exchanges.size, exchanges],
    ['reviews', model.reviews.size, reviews],
  ]
  const wrong = pairs.find(([, wanted, found]) => wanted !== found)
  return wrong && `${wrong[1]} ${wrong[0]} were acknowledged, there are ${wrong[2]}`
}

async function heardOf({ outside, database, now }: World): Promise<string | undefined> {
  const rows = await database.rows<{ paymentNo: string; stage: string; amountFen: number }>(
    sql`select payment_no, stage, amount_fen from payments`,
  )
  const byNo = new Map(rows.map((row) => [row.paymentNo, row]))
  for (const { paymentNo, amountFen, at } of outside.paid) {
    const row = byNo.get(paymentNo)
    if (row?.amountFen !== amountFen) return `a payment of ${amountFen} is recorded as ${row?.amountFen}`
    if (row.stage !== 'paid' && at < addDays(now, -2))
      return `a payment of ${amountFen} of ${at.toISOString()} is ${row.stage}`
  }
  return undefined
}

async function stock({ model, database }: World): Promise<string | undefined> {
  const goods = await database.rows<{ id: number; stock: number | null }>(sql`select id, stock from point_goods`)
  for (const { id, stock: left } of goods) {
    const opening = model.stock.get(id)
    if (opening === null || opening === undefined) continue
    const live = [...model.exchanges.values()].filter(({ goodsId, cancelled }) => goodsId === id && !cancelled)
    const unsure = live.filter((exchange) => exchange.unsure).length
    const taken = opening - (left ?? 0)
    if (taken > live.length || taken < live.length - unsure)
      return `goods ${id}: ${opening} at first, ${live.length} taken, ${left} left`
  }
  return first(
    { database } as World,
    sql`select 'campaign ' || c.id || ' gave ' || count(i.id) as fault from coupon_campaigns c join coupons i on i.campaign_id = c.id
      where c.issue_limit is not null group by c.id, c.issue_limit having count(i.id) > c.issue_limit`,
  )
}

/** Of what lies ahead: a booking that was not cancelled takes one place in every half hour of its time and of the time that is offered instead. */
function places({ database, now }: World): Promise<string | undefined> {
  return first(
    { database } as World,
    sql`
      with taken as (
        select id, pool, starts_at, ends_at from reservations where stage <> 'cancelled'
        union all select reservation_id, pool, starts_at, ends_at from reservation_offers where stage = 'offered'),
      wanted as (
        select pool, at, count(distinct id) as places from taken,
          generate_series(starts_at, ends_at - interval '30 minutes', interval '30 minutes') as at where at > ${now} group by pool, at)
      select coalesce(w.pool, c.pool) || ' at ' || coalesce(w.at, c.starts_at) || ' has ' || coalesce(c.booked, 0) || ' places taken, ' || coalesce(w.places, 0) || ' are known' as fault
      from wanted w full join (select * from reservation_cells where starts_at > ${now}) c on c.pool = w.pool and c.starts_at = w.at
      where coalesce(w.places, 0) <> coalesce(c.booked, 0) or coalesce(c.booked, 0) > coalesce(c.capacity, 1) limit 1`,
  )
}

function limits(world: World): Promise<string | undefined> {
  return first(
    world,
    sql`select 'member ' || s.member_id || ' spent ' || sum(s.amount_fen) || ' of ' || m.month_limit_fen || ' in ' || s.month as fault
      from group_spend s join group_members m on m.group_id = s.group_id and m.customer_id = s.member_id and m.stage = 'joined'
      where s.state = 'held' and m.month_limit_fen is not null group by s.member_id, s.month, m.month_limit_fen
      having sum(s.amount_fen) > m.month_limit_fen`,
  )
}

async function balances({ model, app, database }: World): Promise<string | undefined> {
  for (const person of model.people) {
    const asset = await app.call(assetInit, {}, { as: person })
    const points = await app.call(integrationInit, {}, { as: person })
    const rows = await database.rows<{ kind: string; fen: number }>(sql`
      select a.kind, sum(e.amount_fen)::bigint as fen from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.owner = ${`customer:${person.id}`} group by a.kind`)
    const of = (kind: string) => rows.find((row) => row.kind === kind)?.fen ?? 0
    if (asset.balanceFen !== of('prestore'))
      return `${person.name} reads ${asset.balanceFen}, entries say ${of('prestore')}`
    if (asset.advanceFen !== of('advance')) return `${person.name} reads ${asset.advanceFen} of prepayments`
    if (points.balance !== of('points')) return `${person.name} reads ${points.balance} points`
  }
  return undefined
}

/** An order that is done and paid stays open while its samples are kept, which is 90 days; the laboratory then ends it without its customer. */
async function closing({ model, app, database }: World): Promise<string | undefined> {
  for (const person of model.people) {
    const { obstacles } = await app.call(userPrivacy, {}, { as: person })
    if (obstacles.length > 0) continue
    const held = await database.row<{ what: string }>(sql`
      select a.kind || ' ' || sum(e.amount_fen) as what from ledger_accounts a join ledger_entries e on e.account_id = a.id
      where a.owner = ${`customer:${person.id}`} and a.kind not in ('points', 'credit_available', 'credit_limit') group by a.kind having sum(e.amount_fen) <> 0
      union all
      select order_no || ' ' || stage from orders o
      where customer_id = ${person.id} and stage not in ('closed', 'cancelled', 'rejected') and (stage <> 'done' or paid_at is null or exists (
        select 1 from samples s where s.order_id = o.id and s.stage not in ('kept', 'returned', 'destroyed', 'consumed', 'lost', 'withdrawn'))) limit 1`)
    if (held) return `${person.name} could close the account, and has ${held.what}`
  }
  return undefined
}

async function books({ database, now }: World): Promise<string | undefined> {
  for (const check of bookChecks) {
    const { faults } = await runCheck(database, check, now)
    if (faults.length > 0) return `${check.key}: ${faults.slice(0, 3).join('; ')}`
  }
  return undefined
}

export async function compare(world: World, rules: readonly Rule[]): Promise<void> {
  for (const { name, check } of rules) {
    const fault = await check(world)
    if (fault) throw new Broken(name, fault)
  }
}
