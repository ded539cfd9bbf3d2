import {
  promotionInit,
  promotionLeave,
  staffPromoterResume,
  staffPromoterSuspend,
} from '../../../src/money/promotion/contract.ts'
import { staffPromoters } from '../../../src/money/promotion/list-contract.ts'
import { staffRefundToBalance } from '../../../src/money/refunds/contract.ts'
import {
  withdrawAdd,
  withdrawCode,
  withdrawInit,
  withdrawUpdate4user,
} from '../../../src/money/withdrawals/contract.ts'
import type { Scene, StepKind } from '../scene.ts'

/** A promoter gets a share of what the customers pay who came by the link; what is paid back takes its share back. */
export const rebates: StepKind[] = [
  { name: 'the partnership changes', weight: 1.5, act: change },
  { name: 'finance pays an order back to the balance', weight: 1.5, act: payBack },
  { name: 'the promoter asks for rebates', weight: 1.5, act: withdraw },
]

function promoter({ world }: Scene) {
  return world.base.people.find(({ id }) => id === world.base.promoterId)
}

async function change(scene: Scene): Promise<void> {
  const { world, random } = scene
  const { rebates: book } = world.model
  const person = promoter(scene)
  const { list = [] } = (await scene.staff('finance', staffPromoters, { tab: 'all', size: 50 })) ?? {}
  const found = list.find(({ stage }) => stage === 'active' || stage === 'suspended')
  if (!person || !found) return
  const { id, version, stage } = found
  if (stage !== book.stage)
    scene.breaks('the partnership is what was acknowledged', `${stage} instead of ${book.stage}`)
  // A suspension lasts some days, so that orders are paid within it.
  if (stage === 'suspended') {
    if (random.chance(0.35)) await scene.staff('finance', staffPromoterResume, { id, version })
  } else if (random.chance(0.03)) await scene.by(person, promotionLeave, {})
  else if (random.chance(0.5))
    await scene.staff('finance', staffPromoterSuspend, { id, version, reason: '核实推广方式' })
  // The promoter reads it, which also tells what became of a request whose answer was lost.
  const { application } = (await scene.by(person, promotionInit, {})) ?? {}
  if (application) book.moved(application.stage as typeof book.stage, world.now)
  scene.lines.push(book.stage)
}

async function payBack(scene: Scene): Promise<void> {
  const { model } = scene.world
  const fixed = scene.some([...model.fixed.keys()], 3)
  for (const orderNo of fixed) {
    const whole = model.fixed.get(orderNo) ?? 0
    const amountFen = Math.max(1, Math.floor(whole / scene.random.pick([1, 2, 3, 7])))
    const input = { orderNo, amountFen, typedFen: amountFen, reason: '检测条件有误' }
    const done = await scene.staff('finance', staffRefundToBalance, input)
    scene.lines.push(`${orderNo} ${amountFen}`)
    if (done) return
  }
}

/** Some ask for everything, so that what is taken back later is owed. */
async function withdraw(scene: Scene): Promise<void> {
  const { world, random } = scene
  const person = promoter(scene)
  if (!person) return
  const able = await scene.by(person, withdrawInit, {})
  if (!able || able.rebateFen === 0) return
  world.app.clock.advance({ minutes: 2 })
  if (!able.account) {
    const code = await world.code(withdrawCode, {}, person)
    await scene.by(person, withdrawUpdate4user, { ...payoutOf(scene, person.id), code })
    return
  }
  const code = await world.code(withdrawCode, {}, person)
  const amountFen = random.chance(0.6) ? able.rebateFen : Math.ceil(able.rebateFen / 2)
  await scene.by(person, withdrawAdd, { source: 'rebate', amountFen, code })
  scene.lines.push(`${amountFen} of ${able.rebateFen}`)
}

/** Each person is paid out to an account of their own, but one friend of the promoter names the promoter's. */
export function payoutOf({ world }: Scene, personId: number) {
  const { promoterId, friendIds } = world.base
  const of = personId === friendIds[0] ? promoterId : personId
  return { holder: '模拟客户', bank: '模拟银行', account: `6222 0000 1111 ${String(of).padStart(4, '0')}` }
}
