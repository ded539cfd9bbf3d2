import { addressAdd, addressList } from '../../../src/people/addresses/contract.ts'
import {
  integrationAcceptTransfer,
  integrationApplyExchange,
  integrationCancelExchange,
  integrationCode,
  integrationConfirmExchange,
  integrationExchanges,
  integrationGoods,
  integrationTransfer,
  integrationTransfers,
} from '../../../src/money/points/contract.ts'
import type { Scene, StepKind } from '../scene.ts'

export const points: StepKind[] = [
  { name: 'exchange points', weight: 2, act: exchange },
  { name: 'look after an exchange', weight: 1, act: lookAfter },
  { name: 'give points to somebody', weight: 1, act: give },
  { name: 'accept points', weight: 1, act: accept },
]

async function exchange(scene: Scene): Promise<void> {
  const goods = scene.one((await scene.mine(integrationGoods, {}))?.list)
  if (!goods) return
  const address = (await scene.mine(addressList, {}))?.list[0] ?? (await scene.mine(addressAdd, ownAddress))
  const addressId = goods.kind === 'goods' ? (address?.address_rid ?? null) : null
  await scene.mine(integrationApplyExchange, { goodsId: goods.id, points: goods.points, addressId })
}
const ownAddress = { name: '模拟客户', phone: '13800138000', address_code: '320211', address: '滨湖大道 18 号' }

async function lookAfter(scene: Scene): Promise<void> {
  const found = scene.one((await scene.mine(integrationExchanges, {}))?.list)
  if (found?.mayCancel && scene.random.chance(0.4)) await scene.mine(integrationCancelExchange, { id: found.id })
  else if (found?.mayConfirm) await scene.mine(integrationConfirmExchange, { id: found.id })
}

async function give(scene: Scene): Promise<void> {
  const { world, person, random } = scene
  const other = random.pick(world.base.people)
  world.app.clock.advance({ minutes: 2 })
  const code = await world.code(integrationCode, {}, person)
  await scene.mine(integrationTransfer, { phone: other.phone, points: random.whole(1, 30) * 10, code })
}

async function accept(scene: Scene): Promise<void> {
  const list = (await scene.mine(integrationTransfers, {}))?.list ?? []
  const found = scene.one(list.filter(({ sent, stage }) => !sent && stage === 'offered'))
  if (found) await scene.mine(integrationAcceptTransfer, { id: found.id })
}
