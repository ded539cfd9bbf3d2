import { payCreate } from '../../src/money/payments/contract.ts'
import { assignSettlementCall, orderReady2pay, settlementRows } from '../../src/billing/settlements/contract.ts'
import { assetInit } from '../../src/billing/settlements/asset-contract.ts'
import { orderPayers } from '../../src/lab/ordering/contract.ts'
import { planList } from '../../src/lab/plans/contract.ts'
import { acting, type Actor, type Life, type World } from './world.ts'

/** Puts money into the balance that pays for this buyer's orders, through a channel. */
export async function topUp(world: World, buyer: Actor, amountFen: number): Promise<void> {
  const method = world.random.pick(['wechatpay', 'alipay'] as const)
  const payer = buyer.group?.owner ?? buyer
  const payment = await world.call(payCreate, { kind: 'prestore', method, amountFen }, payer, acting(buyer))
  await world.paysByChannel(payment)
}

/** Once a month a payer settles what is open and pays most settlements after some days. */
export async function* monthlySettlement(world: World, payer: Actor): Life {
  for (;;) {
    yield nextMonth(world)
    const as = payer.group?.owner ?? payer
    const { list } = await world.call(settlementRows, {}, as, acting(payer))
    if (list.length > 0 && world.random.chance(0.85)) {
      const input = { rowIds: list.slice(0, 50).map(({ id }) => id), payerName: payer.company.slice(0, 40) }
      await world.call(assignSettlementCall, input as never, as, acting(payer))
    }
    yield world.office(world.random.whole(2, 12))
    const { settlements } = await world.call(orderReady2pay, {}, as, acting(payer))
    for (const { settlementNo, totalFen } of settlements)
      if (world.random.chance(0.97)) await pay(world, payer, settlementNo, totalFen)
  }
}

/** Who is reminded when ordering settles and pays what is overdue, as the laboratory demands. */
export async function paysDebts(world: World, buyer: Actor): Promise<void> {
  const as = buyer.group?.owner ?? buyer
  const { overdueFen } = await world.call(assetInit, {}, as, acting(buyer))
  if (overdueFen === 0) return
  const { list } = await world.call(settlementRows, {}, as, acting(buyer))
  const input = { rowIds: list.slice(0, 50).map(({ id }) => id), payerName: buyer.company.slice(0, 40) }
  if (list.length > 0) await world.call(assignSettlementCall, input as never, as, acting(buyer))
  const { settlements } = await world.call(orderReady2pay, {}, as, acting(buyer))
  for (const { settlementNo, totalFen } of settlements) await pay(world, buyer, settlementNo, totalFen)
}

/** Whether group and credit have room for these lines of the plan. Who prepays always has. */
export async function canPay(
  world: World,
  buyer: Actor,
  planIds: readonly number[],
  groupNo: string,
): Promise<boolean> {
  const paying = groupNo === '' ? { ...buyer, group: undefined } : buyer
  const { dataArr } = await world.call(planList, { groupNo }, buyer)
  const lines = dataArr.flatMap(({ items }) => items).filter(({ id }) => planIds.includes(id))
  const totalFen = lines.reduce((sum, { amountFen }) => sum + (amountFen ?? 0), 0)
  if (groupNo !== '') {
    const { groups } = await world.call(orderPayers, {}, buyer)
    const group = groups.find((each) => each.groupNo === groupNo)
    if (!group || (group.leftFen ?? totalFen) < totalFen) return false
    if (group.customerGroup !== 'institute') return true
  } else if (buyer.kind === 'firm' || buyer.kind === 'individual') return true
  const { credit } = await world.call(assetInit, {}, paying.group?.owner ?? buyer, acting(paying))
  return credit.opened && credit.availableFen >= totalFen
}

async function pay(world: World, payer: Actor, no: string, totalFen: number): Promise<void> {
  const as = payer.group?.owner ?? payer
  const method = world.random.weighted({ wechatpay: 2, alipay: 2, prestore: 3 })
  if (method === 'prestore') await topUp(world, payer, Math.max(100_000, totalFen + 50_000))
  const payment = await world.call(payCreate, { kind: 'settlement', no, method }, as, acting(payer))
  if (method !== 'prestore') await world.paysByChannel(payment)
}

/** Some day in the first week of the next month. */
function nextMonth(world: World): Date {
  const day = new Date(world.now.getTime() + 8 * 3_600_000)
  const next = Date.UTC(
    day.getUTCFullYear(),
    day.getUTCMonth() + 1,
    world.random.whole(1, 6),
    world.random.whole(1, 9),
    world.random.whole(0, 59),
  )
  return new Date(next)
}
