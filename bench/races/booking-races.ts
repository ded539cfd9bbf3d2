import { reserveSlots } from '../../src/lab/bookings/actions.ts'
import { addToPlan } from '../../src/lab/plans/actions.ts'
import { placeOrder } from '../../src/lab/ordering/place-actions.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { inTx } from '../../src/platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../../src/platform/time.ts'
import { show, spread } from '../measure.ts'
import { orderBody } from '../order-input.ts'
import { openRaces } from './races.ts'
import { buyers, spreadSequences } from '../services.ts'

/**
 * Fifty buyers at once take the last place of a slot, many rounds, each buyer with an order: each round must end with one booking, and the counts of
 * the half hours must equal the bookings over them.
 * Run: node bench/races/booking-races.ts [rounds]
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const PEOPLE = 50
/** From 08:30 to 22:00 in steps of an hour. */
const STARTS = Array.from({ length: 13 }, (_, hour) => `${String(hour + 8).padStart(2, '0')}:30`)

const { database, ctx, failures, attempt, finish } = await openRaces({ durable: true, poolSize: 16 })
await spreadSequences(database)
const people = await buyers(ctx, PEOPLE)
const orders = await ordersOfAll()
const { rid } = await database.one<{ rid: number }>(sql`select id as rid from projects where slug = 'sem-onsite'`)

const took: number[] = []
for (let round = 0; round < rounds; round++) {
  const date = shanghaiDate(addDays(ctx.clock.now(), 1 + Math.floor(round / STARTS.length)))
  const slot = { date, from: STARTS[round % STARTS.length] ?? '', minutes: 60 }
  const request = { rid, projectName: '现场', slot, remote: true }
  const began = performance.now()
  const answers = await Promise.all(
    orders.map((order) => attempt(() => inTx(ctx, (inner) => reserveSlots(inner, order, [request])))),
  )
  took.push(performance.now() - began)
  const won = answers.filter(Boolean).length
  if (won !== 1) failures.push(`round ${round}: ${won} bookings of one place`)
}
const wrong = await database.rows<{ startsAt: Date }>(sql`
  select c.starts_at from reservation_cells c where c.booked <> (select count(*) from reservations r where r.pool = c.pool
    and r.starts_at <= c.starts_at and r.ends_at > c.starts_at and r.stage <> 'cancelled') or c.booked > c.capacity`)
failures.push(...wrong.map(({ startsAt }) => `the count of ${startsAt.toISOString()} is wrong`))
console.log(`one round in ms: ${show(spread(took))}`)
await finish(`${rounds} rounds of ${PEOPLE} buyers`, /^(orders|credit)\./)

/** One order of each buyer, whose booking is raced for. */
async function ordersOfAll(): Promise<{ id: number; orderNo: string; customerId: number }[]> {
  const project = await database.one<{ rid: number; form: { fields: { key: string; initial?: unknown }[] } }>(sql`
    select p.id as rid, f.form from projects p join form_versions f on f.project_id = p.id and f.stage = 'in_use' where p.slug = 'xrd'`)
  const initial = project.form.fields.filter((field) => field.initial !== undefined)
  const parameters = Object.fromEntries(initial.map((field) => [field.key, field.initial]))
  for (const { id } of people) {
    const customer = { ...ctx, actor: { kind: 'customer' as const, id, sessionId: 1 } }
    const line = await addToPlan(customer, { rid: project.rid, parameters, sampleCount: 1, urgent: false })
    await placeOrder(customer, orderBody(line.id) as never as Parameters<typeof placeOrder>[1])
  }
  return database.rows(sql`
    select distinct on (customer_id) id, order_no, customer_id from orders
    where customer_id = any(${people.map(({ id }) => id)}::bigint[]) order by customer_id, id desc`)
}
