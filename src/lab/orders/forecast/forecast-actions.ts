import { workingTime } from '../../../core/settings/actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../../platform/http/ctx.ts'
import { addDays, shanghaiDate } from '../../../platform/time.ts'
import { promisedDaysOf } from '../../../shop/catalogue/actions.ts'
import { availabilityOf, instrumentsServingAll, projectsServed } from '../../instruments/availability-actions.ts'
import type { deviceForecast, orderForecasts } from './forecast-contract.ts'
import {
  type Calendar,
  daysAhead,
  downDaysOf,
  isStopped,
  judged,
  judgedDays,
  leastJudged,
  mostPast,
  mostPastOfOthers,
  type PastOrder,
  type Range,
  rangeOf,
  speedOf,
  tookOf,
} from './forecast-rules.ts'
import { askedOrders, ordersAhead, pastOrders } from './forecast-store.ts'
import { forecastState, type ToldForecast } from './forecast-words-rules.ts'

type Reader = Pick<Ctx, 'db' | 'cache' | 'clock' | 'config'>

interface Asked {
  key: number
  orderId: number | null
  urgent: boolean
  receivedAt: Date | null
  /** The test has begun: no queue is left. */
  begun: boolean
  rids: readonly number[]
}

/** Of orders that the caller ordered or, in the name of a group, pays. */
export async function forecastsForOrders(ctx: Ctx<Customer>, { orderNos }: InputOf<typeof orderForecasts>) {
  const orders = await askedOrders(ctx.db, ctx.actor.id, orderNos)
  if (orders.length < new Set(orderNos).size) throw refuse(commonErrors.notFound)
  const open = orders.filter(({ stage, delivered }) => ['coming', 'atWork'].includes(forecastState(stage, delivered)))
  const found = await forecastsOf(
    ctx,
    open.map(({ id, urgent, receivedAt, rids, stage }) => ({
      ...{ key: id, orderId: id, urgent, rids },
      receivedAt: forecastState(stage) === 'coming' ? null : receivedAt,
      begun: stage === 'testing' || stage === 'verifying',
    })),
  )
  return {
    list: orders.map(({ id, orderNo, stage, delivered }) => ({
      orderNo,
      state: forecastState(stage, delivered),
      forecast: found.get(id) ?? null,
    })),
  }
}

/** Of projects that somebody thinks of ordering, as they are and all of them urgent. */
export async function forecastOfLines(ctx: Reader, { lines }: InputOf<typeof deviceForecast>) {
  const rids = [...new Set(lines.map(({ rid }) => rid))]
  const urgent = lines.some((line) => line.urgent)
  const asked = { orderId: null, receivedAt: null, begun: false, rids }
  const found = await forecastsOf(ctx, [
    { ...asked, key: 0, urgent },
    ...(urgent ? [] : [{ ...asked, key: 1, urgent: true }]),
  ])
  return { forecast: found.get(0) ?? null, ifUrgent: found.get(1) ?? null }
}

/** By key; absent where nothing is known. The number of statements does not depend on the number of questions. */
export async function forecastsOf(ctx: Reader, asked: readonly Asked[]) {
  if (asked.length === 0) return new Map<number, ToldForecast>()
  const now = ctx.clock.now()
  const rids = [...new Set(asked.flatMap((each) => each.rids))]
  const time = await workingTime(ctx)
  const serving = await servingOf(ctx, rids, now)
  const groupOf = (own: readonly number[]) => [...new Set(own.flatMap((rid) => [rid, ...serving.sharing(rid)]))]
  const others = groupOf(rids).filter((rid) => !rids.includes(rid))
  const [past, ahead, days] = await Promise.all([
    pastOrders(ctx.db, [
      ...rids.map((rid) => ({ rid, most: mostPast })),
      ...others.map((rid) => ({ rid, most: mostPastOfOthers })),
    ]),
    ordersAhead(
      ctx.db,
      asked.map((each) => ({ ...each, rids: groupOf(each.rids) })),
    ),
    promisedDaysOf(ctx, rids),
  ])
  const pastOf = byProject(past)
  const aheadOf = new Map(ahead.map(({ key, ahead: orders }) => [key, orders]))
  const found = new Map<number, ToldForecast>()
  for (const each of asked) {
    // The booked time says when an instrument is used; neither a queue nor the days of others do.
    if (each.rids.some((rid) => days.get(rid)?.booked)) continue
    const inFront = each.begun ? 0 : (aheadOf.get(each.key) ?? 0)
    const perDay = speedOf(
      groupOf(each.rids).flatMap((rid) => pastOf.get(rid) ?? []),
      now,
      time,
    )
    const whole = longestOf(
      each.rids.map((rid) => {
        const own = pastOf.get(rid) ?? []
        return {
          rid,
          range: rangeOf({
            ...{ now, receivedAt: each.receivedAt, ahead: inFront, perDay, time },
            took: tookOf(own, each.urgent, time),
            catalogueDays: days.get(rid)?.days ?? null,
            down: downDaysOf(serving.instruments(rid), now, time),
          }),
        }
      }),
      [...days.values()].some((promised) => promised.days !== null),
    )
    if (!whole) continue
    const stopped = !each.begun && each.rids.some((rid) => isStopped(serving.instruments(rid), now))
    found.set(each.key, {
      ...wire(whole.range, stopped),
      ahead: each.begun ? null : inFront,
      record: recordOf(whole.range, pastOf.get(whole.rid) ?? [], now, time),
    })
  }
  return found
}

interface OfProject {
  rid: number
  range: Range
}

/** The data of an order is complete with its slowest project. Where one of them can tell no day, the order cannot either. */
function longestOf(ranges: readonly OfProject[], known: boolean): OfProject | undefined {
  const told = ranges.filter(({ range }) => range.method === 'history' || known)
  const open = told.find(({ range }) => range.latestAt === null)
  if (open) return open
  const [last] = told.toSorted((left, right) => Number(right.range.latestAt) - Number(left.range.latestAt))
  if (!last) return undefined
  const expected = Math.max(...told.map(({ range }) => Number(range.expectedAt)))
  return { ...last, range: { ...last.range, expectedAt: new Date(expected) } }
}

function wire({ method, basedOn, expectedAt, latestAt, downDays }: Range, stopped: boolean) {
  const told = (at: Date | null) => (at === null || stopped ? null : shanghaiDate(at))
  return { method, basedOn, expectedOn: told(expectedAt), latestOn: told(latestAt), downDays, stopped }
}

function recordOf({ method }: Range, past: readonly PastOrder[], now: Date, time: Calendar): ToldForecast['record'] {
  if (method === 'catalogue') return null
  const { orders, kept } = judged(past, now, time)
  return orders < leastJudged ? null : { orders, keptPercent: Math.floor((kept * 100) / orders), days: judgedDays }
}

function byProject(past: readonly PastOrder[]): Map<number, PastOrder[]> {
  const found = new Map<number, PastOrder[]>()
  for (const order of past) {
    const own = found.get(order.rid) ?? []
    // An order can have two lines of one project.
    if (own.at(-1)?.orderId !== order.orderId) own.push(order)
    found.set(order.rid, own)
  }
  return found
}

/** The instruments of each project with their downtimes to come, and the projects that share them. */
async function servingOf(ctx: Reader, rids: readonly number[], now: Date) {
  const rows = await availabilityOf(ctx, await instrumentsServingAll(ctx, rids), {
    startsAt: now,
    endsAt: addDays(now, daysAhead),
  })
  const served = rows.length === 0 ? [] : await projectsServed(ctx, [...new Set(rows.map(({ id }) => id))])
  return {
    instruments: (rid: number) => rows.filter((row) => row.rid === rid),
    sharing: (rid: number) => {
      const ids = new Set(rows.filter((row) => row.rid === rid).map(({ id }) => id))
      return served.flatMap((each) => (ids.has(each.instrumentId) ? [each.rid] : []))
    },
  }
}
