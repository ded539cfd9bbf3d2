import { sql } from '../../../src/platform/db/sql.ts'
import { addDays } from '../../../src/platform/time.ts'
import { INVITE_RULE } from '../base.ts'
import type { World } from '../world.ts'
import { tiesOfNewcomers } from './newcomers.ts'

/** The rule of the demo for an evaluation that visitors read. */
const EVALUATION_POINTS = 50

/** Points follow the events of orders, evaluations and invitations; after a fault that work is tried again later. */
async function isAtWork({ database }: World): Promise<boolean> {
  const open = await database.row(sql`
    select 1 from jobs where state in ('waiting', 'running')
      and (kind = 'event' or name like '%>reward-%' or name like '%>earn-points' or name like '%>take-points-back') limit 1`)
  return open !== undefined
}

/** The rule of the demo is one point a yuan. */
export async function pointsOfOrders(world: World): Promise<string | undefined> {
  if (await isAtWork(world)) return undefined
  const wrong = await world.database.row<{ fault: string }>(sql`
    select 'order ' || o.order_no || ' (' || o.stage || ') keeps ' || coalesce(o.final_fen, 0) || ' fen and earned ' || coalesce(e.points, 0) as fault
      from orders o left join point_earnings e on e.kind = 'order' and e.business_id = o.order_no and e.customer_id = o.customer_id
      where coalesce(e.points, 0) <> case
        when o.paid_at is null or o.stage in ('cancelled', 'rejected') then 0 else coalesce(o.final_fen, 0) / 100 end limit 1`)
  return wrong?.fault
}

/** Its author earns for an evaluation while visitors read it. What staff said of it is what was acknowledged to them. */
export async function pointsOfEvaluations(world: World): Promise<string | undefined> {
  if (await isAtWork(world)) return undefined
  const { reviews } = world.model
  const rows = await world.database.rows<{ id: number; customerId: number; points: number }>(sql`
    select business_id::bigint as id, customer_id, points from point_earnings where kind = 'evaluation'`)
  const earned = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { authorId, isShown }] of reviews) {
    if (isShown === undefined) continue
    const { customerId = authorId, points = 0 } = earned.get(id) ?? {}
    const wanted = isShown ? EVALUATION_POINTS : 0
    if (customerId !== authorId || points !== wanted)
      return `evaluation ${id} of ${authorId} earned ${points} for ${customerId} instead of ${wanted}`
  }
  return undefined
}

interface FirstOrder {
  orderNo: string
  keptFen: number
  paidAt: Date
  /** Paid by the group or by whoever took the settlement over: the inviter may be among them. */
  byOthers: boolean
}

/** The rule in the words of the page: the friend's first order that is paid and not paid back, some days after the payment. */
export async function pointsOfInvitations(world: World): Promise<string | undefined> {
  if (await isAtWork(world)) return undefined
  const { database, base, now } = world
  const ties = [...base.ties.map((tie) => ({ ...tie, isSameDevice: false })), ...tiesOfNewcomers(world)]
  for (const { inviterId, friendId, earnsRebates, isSameDevice } of ties) {
    const first = await database.row<FirstOrder>(sql`
      select order_no, final_fen as kept_fen, paid_at, payer_id <> customer_id or exists (
        select 1 from paid_orders p where p.order_id = orders.id and p.customer_id <> payer_id) as by_others
      from orders where customer_id = ${friendId} and paid_at is not null and final_fen > 0 and stage not in ('cancelled', 'rejected')
      order by paid_at, id limit 1`)
    if (first?.byOthers || (first && isAboutDue(first.paidAt, now))) continue
    const isEarned =
      !isSameDevice &&
      first &&
      first.keptFen >= INVITE_RULE.leastFen &&
      first.paidAt < addDays(now, -INVITE_RULE.windowDays)
    const sides = [
      { side: 'friend', customerId: friendId, points: isEarned ? INVITE_RULE.friendPoints : 0 },
      { side: 'inviter', customerId: inviterId, points: isEarned && !earnsRebates ? INVITE_RULE.inviterPoints : 0 },
    ]
    for (const { side, customerId, points } of sides) {
      const { earned } = await database.one<{ earned: number }>(sql`
        select coalesce(sum(points), 0)::bigint as earned from point_earnings
        where kind = 'invite' and business_id = ${`${friendId}:${side}`} and customer_id = ${customerId}`)
      if (earned !== points)
        return `the ${side} ${customerId} earned ${earned} instead of ${points} for ${first?.orderNo}`
    }
  }
  return undefined
}

/** Work that failed is done again within a day. */
function isAboutDue(paidAt: Date, now: Date): boolean {
  const due = addDays(paidAt, INVITE_RULE.windowDays)
  return due <= now && due > addDays(now, -1)
}
