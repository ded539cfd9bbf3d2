import { workingTime } from '../../core/settings/actions.ts'
import { workingDaysBetween } from '../../core/settings/opening-hours/opening-rules.ts'
import { mostPast, type PastOrder, rangeOf, speedOf, tookOf } from '../../lab/orders/forecast/forecast-rules.ts'
import { leastPast } from '../../lab/orders/forecast/forecast-words-rules.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TestApp } from './test-app.ts'

interface Told {
  orders: number
  /** Data came not later than the latest day that was told on arrival. */
  within: number
  /** Data came not later than the expected day. */
  expected: number
  /** Working days from the expected day to the latest one, of all orders together. */
  width: number
}

/**
 * What the forecast would have told on the arrival of every order, from nothing but what was known then, against what came. Orders that were
 * tested again are left out, as they are from the history.
 */
export async function forecastBackTest(app: TestApp): Promise<Record<'history' | 'catalogue', Told>> {
  const time = await workingTime(app.system)
  const rows = await app.db.rows<PastOrder & { dataAt: Date; testedAt: Date; days: number | null }>(sql`
    select o.id as order_id, l.rid, o.received_at, o.delivered_at as data_at, o.experiment_ended_at as tested_at, o.urgent, p.days_to as days
    from orders o join (select distinct order_id, rid from order_lines) l on l.order_id = o.id left join projects p on p.id = l.rid
    where o.received_at is not null and o.delivered_at >= o.received_at and o.experiment_ended_at is not null
      and not exists (select 1 from stage_history h where h.entity = 'order' and h.entity_id = o.id and h.action in ('acceptRetest', 'agreeRetest'))
    order by o.id desc`)
  const shares = await app.db.rows<{ rid: number; other: number }>(sql`
    select distinct a.rid, b.rid as other from instrument_projects a join instrument_projects b using (instrument_id)`)
  const told = { history: none(), catalogue: none() }
  for (const [orderId, lines] of Map.groupBy(rows, (row) => row.orderId)) {
    const [first] = lines
    if (!first) continue
    const { receivedAt, dataAt, urgent } = first
    const group = new Set(
      lines.flatMap(({ rid }) => [rid, ...shares.flatMap((each) => (each.rid === rid ? each.other : []))]),
    )
    const queue = rows.filter((row) => group.has(row.rid))
    const before = queue.filter((row) => row.dataAt <= receivedAt)
    const waiting = queue.filter(
      (row) =>
        row.orderId !== orderId && row.receivedAt < receivedAt && row.testedAt > receivedAt && (row.urgent || !urgent),
    )
    const ranges = lines.map(({ rid, days }) =>
      rangeOf({
        ...{ now: receivedAt, receivedAt, time, catalogueDays: days, down: [] },
        took: tookOf(before.filter((row) => row.rid === rid).slice(0, mostPast), urgent, time),
        ahead: new Set(waiting.map((row) => row.orderId)).size,
        perDay: speedOf(before, receivedAt, time),
      }),
    )
    const latest = Math.max(...ranges.map(({ latestAt }) => Number(latestAt)))
    const expected = Math.max(...ranges.map(({ expectedAt }) => Number(expectedAt)))
    const of = told[ranges.every(({ basedOn }) => basedOn >= leastPast) ? 'history' : 'catalogue']
    of.orders += 1
    of.within += Number(dataAt.getTime() <= latest)
    of.expected += Number(dataAt.getTime() <= expected)
    of.width += workingDaysBetween(new Date(expected), new Date(latest), time)
  }
  return told
}

const none = (): Told => ({ orders: 0, within: 0, expected: 0, width: 0 })
