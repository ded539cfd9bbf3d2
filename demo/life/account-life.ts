import { staffContractIssue } from '../../src/lab/contracts/contract.ts'
import { orderForLab } from '../../src/lab/orders/actions.ts'
import { orderConfirm } from '../../src/lab/orders/contract.ts'
import { staffOrderStartTesting } from '../../src/lab/orders/staff/staff-contract.ts'
import { assignSettlementCall, settlementRows } from '../../src/billing/settlements/contract.ts'
import { addDays } from '../../src/platform/time.ts'
import { talk } from './after-life.ts'
import type { Results } from './curves.ts'
import { agreed, placed, quote } from './order-life.ts'
import type { Actor, Life, World } from './world.ts'
import { managerCall, receive, review, test } from './work-life.ts'

/** How far an order of a published account gets: to a contract or a payment that the customer owes, to samples on their way, to the instrument, to data, to its end. */
type Reached = 'offered' | 'agreed' | 'testing' | 'delivered' | 'done'

/** Days before the end of the life on which an order begins that is there at the end. Working days lie between, so that nothing is late. */
const BEGAN: Record<Exclude<Reached, 'done'>, number> = { offered: 3, agreed: 4, testing: 5, delivered: 9 }
/** A quotation and a contract come before the samples of a firm. */
const MORE_DAYS_OF_FIRM = 1
/** The last two are done, but not paid yet by those who pay afterwards. */
const DONE_DAYS = [340, 250, 160, 80, 17, 13]
const SETTLED_DAYS = 1
const MOST_TRIES = 5

/** The accounts whose password is published find something at each step on the day that the demo is tried. Answers who pays for themselves. */
export function accountOrders(world: World, results: Results): Actor[] {
  const person = (phone: string) => {
    const found = world.people.find((each) => each.phone === phone)
    if (!found) throw new Error(`nobody has the phone ${phone}`)
    return found
  }
  const start = (buyer: Actor, reached: Reached, daysBefore: number) =>
    world.start(
      accountOrder(world, results, buyer, reached),
      addDays(world.until, -daysBefore - (buyer.kind === 'firm' ? MORE_DAYS_OF_FIRM : 0)),
    )
  const teacher = person('13800000001')
  const teacherAlone = { ...teacher, group: undefined }
  const firm = person('13800000003')
  const individual = person('13800000004')
  for (const buyer of [teacher, person('13800000002'), firm, individual])
    for (const reached of ['agreed', 'testing', 'delivered'] as const) start(buyer, reached, BEGAN[reached])
  for (const buyer of [firm, individual]) start(buyer, 'offered', BEGAN.offered)
  for (const buyer of [teacherAlone, firm, individual]) for (const days of DONE_DAYS) start(buyer, 'done', days)
  world.start(settles(world, teacherAlone), world.now)
  return [teacherAlone]
}

async function* accountOrder(world: World, results: Results, buyer: Actor, reached: Reached): Life {
  const order = await accepted(world, buyer)
  if (!order) return
  const { orderNo } = order
  if (reached === 'offered') return yield* offered(world, buyer, orderNo)
  yield* agreed(world, buyer, orderNo, true)
  if (reached === 'agreed') return
  yield world.office(1)
  await receive(world, orderNo)
  if (reached === 'testing') {
    yield* managerCall(world, orderNo)
    world.start(talk(world, buyer, orderNo), world.later(1))
    yield world.soon()
    await world.byStaff('lab', staffOrderStartTesting, { orderNo })
    return
  }
  yield* test(world, results, orderNo)
  if (reached === 'delivered') return
  yield world.office(1)
  await world.call(orderConfirm, { orderNo }, buyer)
}

/** Not every sample suits every test: who is refused orders another one, and pays at last for oneself when the group has no budget left. */
async function accepted(world: World, buyer: Actor) {
  for (let tries = 1; tries < MOST_TRIES; tries++) {
    try {
      const order = await placed(world, buyer)
      if (order) return order
    } catch (error) {
      world.countError(error)
    }
  }
  return placed(world, { ...buyer, group: undefined })
}

/** What the laboratory does before it is the customer's turn. */
async function* offered(world: World, buyer: Actor, orderNo: string): Life {
  const stage = async () => (await orderForLab(world.app.system, orderNo)).stage
  if ((await stage()) === 'review') yield* review(world, orderNo)
  yield world.office(0)
  if ((await stage()) === 'quoting') await quote(world, buyer, orderNo)
  if ((await stage()) === 'contract') await world.byStaff('manager', staffContractIssue, { orderNo })
}

/** Makes a settlement of the oldest open amount on the last day, which is not paid yet. */
async function* settles(world: World, buyer: Actor): Life {
  yield addDays(world.until, -SETTLED_DAYS)
  const { list } = await world.call(settlementRows, {}, buyer)
  const oldest = list.at(-1)
  if (oldest)
    await world.call(assignSettlementCall, { rowIds: [oldest.id], payerName: buyer.company.slice(0, 40) }, buyer)
}
