import { seed } from '../../src/app/seed.ts'
import { seedControlCharts } from '../control-charts.ts'
import { addDays } from '../../src/platform/time.ts'
import { accountOrders } from './account-life.ts'
import { gatherAccounts, joining } from './cast.ts'
import { Results } from './curves.ts'
import { monthlySettlement } from './money-life.ts'
import { monthlyInvoice } from './after-life.ts'
import { calibrations, helium, HELIUM_AHEAD_DAYS, HELIUM_EVERY_DAYS } from './instrument-life.ts'
import { cancelForgotten, closeDays, demands, fixAmounts, issueInvoices, transfers } from './office-life.ts'
import { lastOrder, orderLife } from './order-life.ts'
import { openPlans } from './plan-life.ts'
import { readBells, readMessages, readToday } from './reading-life.ts'
import { destruction, returns } from './sample-life.ts'
import { dataLife, visitLife } from './visit-life.ts'
import { firstWeek, lastMorning } from './waiting-life.ts'
import { type Actor, isWorkday, type Life, World } from './world.ts'

/** The last moment of the life; loading moves it to the present. */
export const LIFE_ENDS = new Date('2026-11-23T04:20:00Z')
const DAYS = 425
/** Four fills of the magnet in the life; the fifth is planned on the day before its end. */
const FIRST_HELIUM_DAYS = 4 * (HELIUM_EVERY_DAYS + HELIUM_AHEAD_DAYS) + 1
const LAST_MORNING_HOURS = 1.5
/** Near the end more people book the microscopes, so that the calendar of the coming days is full. */
const BUSY_DAYS = 12
const VISITS_A_BUSY_DAY = 5
/** The people whose password is published. */
const accounts = Array.from({ length: 7 }, (_, n) => `1380000000${n + 1}`)

/** Fourteen months of the demo laboratory, made by the product's own calls. `share`: the part of the orders, for a quick trial. `begun` is called
 * with the empty database. `chartsOfLastDay`: control charts have measurements until the last day, whose audit rows are older than what is sealed by
 * then; a copy that keeps the seals has those of the first day. */
export async function live({
  days = DAYS,
  share = 1,
  seedNumber = 20_261_123,
  chartsOfLastDay = true,
  begun = async (_world: World) => {},
  onDay = (_text: string) => {},
} = {}): Promise<World> {
  const from = addDays(LIFE_ENDS, -days)
  const world = await World.begin(from, LIFE_ENDS, seedNumber)
  await begun(world)
  await seed(world.app.services, { withControlCharts: !chartsOfLastDay })
  await world.open()
  await gatherAccounts(world)
  const results = new Results(world.random)
  startOrders(world, results, from, share)
  startPayers(world, world.people)
  world.start(
    joining(world, (people) => startPayers(world, people)),
    addDays(from, 1),
  )
  startPayers(world, accountOrders(world, results))
  const office = [issueInvoices, closeDays, transfers, fixAmounts, cancelForgotten]
  for (const life of [...office, returns, destruction, readMessages, readBells])
    world.start(life(world), addDays(from, 2))
  world.start(demands(world, results), addDays(from, 2))
  for (const life of [firstWeek, calibrations]) world.start(life(world), addDays(from, 1))
  world.start(helium(world), addDays(world.until, -FIRST_HELIUM_DAYS))
  world.start(lastOrder(world), addDays(from, 2))
  world.start(lastMorning(world), world.beforeEnd(LAST_MORNING_HOURS))
  await world.run(async (day) =>
    onDay(`${day} ${[...world.faults.values()].reduce((sum, each) => sum + each, 0)} faults`),
  )
  if (chartsOfLastDay) await seedControlCharts(world.app.system)
  await openPlans(world, new Set(accounts))
  await readToday(world)
  return world
}

/** Who pays settles every month: a group once for all its members. */
function startPayers(world: World, people: readonly Actor[]): void {
  const payers = people.filter(
    ({ group }, at, all) => !group || all.findIndex((each) => each.group?.no === group.no) === at,
  )
  for (const payer of payers) {
    world.start(monthlySettlement(world, payer), addDays(world.now, world.random.whole(1, 20)))
    world.start(monthlyInvoice(world, payer), addDays(world.now, world.random.whole(20, 40)))
  }
}

/** One of those who are customers by then. */
async function* bySomebody(
  world: World,
  results: Results,
  life: (world: World, results: Results, buyer: Actor) => Life,
): Life {
  yield* life(world, results, world.random.pick(world.people))
}

/** More orders every month, most of them lately; few on Saturdays, none on days off. */
function startOrders(world: World, results: Results, from: Date, share: number): void {
  const all = world.until.getTime() - from.getTime()
  for (let at = from; at < world.until; at = addDays(at, 1)) {
    if (!isWorkday(at)) continue
    const grown = (at.getTime() - from.getTime()) / all
    const expected = (0.8 + 3.8 * grown ** 2) * share
    const count = Math.floor(expected) + (world.random.chance(expected % 1) ? 1 : 0)
    const lives = { samples: orderLife, visit: visitLife, data: dataLife }
    const start = (life: keyof typeof lives) => {
      const moment = new Date(at.getTime() + world.random.whole(-100, 420) * 60_000)
      world.start(bySomebody(world, results, lives[life]), moment)
    }
    for (let n = 0; n < count; n++) start(world.random.weighted({ samples: 86, visit: 9, data: 5 }))
    if (at > addDays(world.until, -BUSY_DAYS)) for (let n = 0; n < VISITS_A_BUSY_DAY; n++) start('visit')
  }
}
