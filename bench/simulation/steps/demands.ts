import { firstAgreementVersion as agreementVersion } from '../../../src/core/agreements/agreement-rules.ts'
import {
  demandAccept,
  demandAdd,
  demandCancel,
  type DemandItem,
  demandList,
  staffDemandAnswer,
  staffDemandClose,
} from '../../../src/lab/demands/contract.ts'
import { orderAdd } from '../../../src/lab/ordering/contract.ts'
import { planList } from '../../../src/lab/plans/contract.ts'
import { addDays, shanghaiDate } from '../../../src/platform/time.ts'
import type { Person } from '../base.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Wishes outside the catalogue: the offer that was accepted is what the order costs, whatever happens between. */
export const demands: StepKind[] = [
  { name: 'ask for something outside the catalogue', weight: 2, act: demand },
  { name: 'manager answers a demand', weight: 2, act: answer },
  { name: 'decide on an offer', weight: 2, act: decide },
  { name: 'order an accepted offer', weight: 2, act: order },
]

async function demand(scene: Scene): Promise<void> {
  const { random } = scene
  const deadline = random.chance(0.3) ? shanghaiDate(addDays(scene.world.now, random.whole(1, 60))) : null
  const budgetFen = random.chance(0.3) ? random.whole(10, 500) * 1000 : null
  await scene.mine(demandAdd, {
    title: '目录外的测试',
    body: '样品在氩气中的热膨胀',
    serviceType: 1,
    budgetFen,
    deadline,
  })
}

/** A demand in one of these stages and whose it is. Few people have one, so all are asked, from a random one on. */
async function anyDemand(
  scene: Scene,
  stages: readonly string[],
): Promise<{ person: Person; found: DemandItem } | undefined> {
  for (const person of scene.some(scene.world.base.people, scene.world.base.people.length)) {
    const list = (await scene.by(person, demandList, { size: 50 }))?.list ?? []
    const found = scene.one(list.filter(({ stage }) => stages.includes(stage)))
    if (found) return { person, found }
  }
  return undefined
}

async function answer(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { found } = (await anyDemand(scene, random.chance(0.8) ? ['open'] : ['answered'])) ?? {}
  if (!found) return
  const { id, version } = found
  if (random.chance(0.1)) {
    await scene.staff('manager', staffDemandClose, { id, version, reason: '没有合适的仪器' })
    return
  }
  // A title of its own, by which the line of the plan is found again.
  const title = `目录外的测试 ${id}-${version}`
  const lines = Array.from({ length: random.whole(1, 3) }, (_, n) => ({
    label: `费用 ${n + 1}`,
    amountFen: random.whole(0, 80) * 1000,
  }))
  await scene.staff('manager', staffDemandAnswer, {
    ...{ id, version, title, text: '热膨胀仪，每分钟五度', lines, serviceType: 1 },
    ...{ sampleCount: random.whole(1, 3), daysFrom: 3, daysTo: random.whole(3, 12) },
    validUntil: shanghaiDate(addDays(world.now, random.whole(0, 20))),
  })
}

async function decide(scene: Scene): Promise<void> {
  const { person, found } = (await anyDemand(scene, ['answered'])) ?? {}
  if (!person || !found) return
  const { id, version } = found
  if (found.mayWithdraw && scene.random.chance(0.15)) await scene.by(person, demandCancel, { id, version })
  else if (found.mayAccept) await scene.by(person, demandAccept, { id, version })
}

async function order(scene: Scene): Promise<void> {
  const { random } = scene
  const { person, found } = (await anyDemand(scene, ['accepted'])) ?? {}
  const offer = found?.answer
  if (!person || !offer) return
  const plan = (await scene.by(person, planList, {}))?.dataArr.flatMap(({ items }) => items) ?? []
  const line = plan.find(({ agreed, name }) => agreed && name === offer.title)
  if (!line) return
  if (line.amountFen !== offer.totalFen)
    scene.breaks('offer', `the plan asks ${line.amountFen} for the offer ${line.name} of ${offer.totalFen}`)
  const samples = Array.from({ length: line.count }, (_, n) => ({
    ...{ planId: line.id, ownNo: `${line.id}-${n + 1}`, name: `样品 ${n + 1}`, form: 'block' as const },
    ...{ composition: 'Al2O3', hazards: [], storage: 'room' as const, returnWanted: false, remark: '' },
  }))
  const groupNo = person.groupNo && random.chance(0.6) ? person.groupNo : ''
  const placed = await scene.by(person, orderAdd, {
    ...{ planIds: [line.id], samples, delivery: { kind: 'self_send' }, invoice: { type: 0 }, remark: '', groupNo },
    contact: { name: '模拟客户', phone: person.phone, email: '' },
    ...{ agreementVersion, agreed: true, warningsConfirmed: true, couponIds: [] },
  })
  if (!placed) return
  scene.lines.push(`${placed.orderNo} ${placed.stage} ${placed.estimateFen} (offer ${offer.totalFen})`)
  if (placed.estimateFen !== offer.totalFen)
    scene.breaks(
      'offer',
      `order ${placed.orderNo} costs ${placed.estimateFen} instead of the offered ${offer.totalFen}`,
    )
}
