import {
  assignSettlementCall,
  orderReady2pay,
  settlementAgree,
  settlementDecline,
  settlementRows,
  settlementWithdraw,
} from '../../../src/billing/settlements/contract.ts'
import type { Person } from '../base.ts'
import type { Scene, StepKind } from '../scene.ts'
import { withinCredit } from './credit.ts'
import { pay } from './paying.ts'

/** A customer asks another one to pay a settlement, who agrees, pays at once or declines; until then it stays the customer's own debt. */
export const handingOver: StepKind[] = [
  { name: 'ask somebody else to pay', weight: 3, act: ask },
  { name: 'answer who asks for payment', weight: 6, act: answer },
  { name: 'take back what somebody was asked to pay', weight: 0.5, act: takeBack },
]

const all = (scene: Scene) => scene.some(scene.world.base.people, scene.world.base.people.length)

async function ask(scene: Scene): Promise<void> {
  for (const person of all(scene)) {
    const forGroup = person.decides && scene.random.chance(0.5)
    const rows = (await scene.by(person, settlementRows, {}, { forGroup }))?.list ?? []
    const rowIds = scene.some(rows, 2).map(({ id }) => id)
    if (rowIds.length === 0) continue
    await askToPay(scene, person, forGroup, rowIds)
    return
  }
}

/** Friends often ask their promoter, who must earn nothing by paying for them. */
export async function askToPay(scene: Scene, person: Person, forGroup: boolean, rowIds: number[]): Promise<void> {
  const { random, world } = scene
  const { people, friendIds, promoterId } = world.base
  const promoter = people.find(({ id }) => id === promoterId)
  const other = friendIds.includes(person.id) && random.chance(0.6) ? promoter : random.pick(people)
  const input = { rowIds, payerName: '', payerPhone: other?.phone ?? '', shareResults: random.chance(0.5) }
  const asked = await scene.by(person, assignSettlementCall, input, { forGroup })
  if (asked) scene.lines.push(`${asked.settlementNo} to ${other?.name}`)
}

async function answer(scene: Scene): Promise<void> {
  for (const person of all(scene)) {
    const found = scene.one((await scene.by(person, orderReady2pay, {}))?.asked)
    if (!found) continue
    await reply(scene, person, found.settlementNo)
    return
  }
}

async function reply(scene: Scene, person: Person, settlementNo: string): Promise<void> {
  const how = scene.random.weighted({ pay: 4, agree: 4, decline: 1 })
  scene.lines.push(`${person.name} about ${settlementNo}`)
  if (how === 'pay') await pay(scene, { kind: 'settlement', no: settlementNo }, person, false)
  else if (how === 'decline') await scene.by(person, settlementDecline, { settlementNo, reason: '' })
  else if (await scene.by(person, settlementAgree, { settlementNo })) await withinCredit(scene, person.id)
}

/** Whoever was asked to pay this order answers, and pays after having agreed. */
export async function paidByOther(scene: Scene, orderNo: string): Promise<void> {
  for (const person of all(scene)) {
    const due = await scene.by(person, orderReady2pay, {})
    const open = [...(due?.asked ?? []), ...(due?.settlements ?? [])]
    const found = open.find(({ rows }) => rows.some((row) => row.orderNo === orderNo))
    if (!found) continue
    if (found.stage === 'proposed') await reply(scene, person, found.settlementNo)
    else await pay(scene, { kind: 'settlement', no: found.settlementNo }, person, false)
    return
  }
}

async function takeBack(scene: Scene): Promise<void> {
  for (const person of all(scene)) {
    const forGroup = person.decides && scene.random.chance(0.5)
    const { handedOver = [] } = (await scene.by(person, orderReady2pay, {}, { forGroup })) ?? {}
    const found = scene.one(handedOver.filter(({ stage }) => stage === 'proposed'))
    if (!found) continue
    await scene.by(person, settlementWithdraw, { settlementNo: found.settlementNo }, { forGroup })
    return
  }
}
