import { fileUpload } from '../../../src/core/files/contract.ts'
import { contractList, contractUpload } from '../../../src/lab/contracts/contract.ts'
import {
  orderAcceptQuote,
  orderCancel,
  orderConfirm,
  orderDetail,
  orderHistory,
  orderRefuseQuote,
} from '../../../src/lab/orders/contract.ts'
import {
  orderAgreeRetest,
  orderDispute,
  orderRefuseRetest,
  orderRetest,
} from '../../../src/lab/orders/closing/after-delivery-contract.ts'
import { orderGroupApprove, orderGroupDecline } from '../../../src/lab/orders/group-contract.ts'
import { orderAnswer } from '../../../src/lab/orders/holds/hold-contract.ts'
import { addressList } from '../../../src/people/addresses/contract.ts'
import { sampleList, sampleRecycle, sampleWaybill } from '../../../src/lab/samples/contract.ts'
import { evaluateAdd } from '../../../src/shop/reviews/contract.ts'
import { payersThatRead } from '../models/group.ts'
import type { Scene, StepKind } from '../scene.ts'

export const ownOrders: StepKind[] = [
  { name: 'look after an order', weight: 14, act: lookAfter },
  { name: 'decide for the group', weight: 4, act: decide },
  { name: 'sign a contract', weight: 4, act: sign },
  { name: 'send samples', weight: 7, act: sendSamples },
  { name: 'ask for samples back', weight: 2, act: askBack },
  { name: 'evaluate', weight: 2, act: evaluate },
  { name: 'touch what belongs to others', weight: 2, act: stranger },
]

/** Opens one of the own orders and does one of the things that the page offers, now and then one that it does not. */
async function lookAfter(scene: Scene): Promise<void> {
  const list = (await scene.mine(orderHistory, { page: 1, size: 50 }))?.list ?? []
  const open = list.filter(({ stage }) => !['cancelled', 'rejected', 'closed'].includes(stage))
  // Mostly one that waits for its customer.
  const waiting = open.filter(({ next }) => next?.who === 'customer')
  const found = scene.one(waiting.length > 0 && scene.random.chance(0.7) ? waiting : open)
  if (!found) return
  const { orderNo } = found
  const order = await scene.mine(orderDetail, { orderNo })
  if (!order) return
  await act(scene, order, false)
}

async function decide(scene: Scene): Promise<void> {
  const person = scene.one(scene.world.base.people.filter(({ decides }) => decides))
  if (!person) return
  const list = (await scene.by(person, orderHistory, { page: 1, size: 30 }, { forGroup: true }))?.list ?? []
  const found = scene.one(list.filter(({ stage }) => ['group_review', 'quoted', 'retest_offered'].includes(stage)))
  if (!found) return
  const { orderNo } = found
  if (found.stage !== 'group_review') {
    const order = await scene.by(person, orderDetail, { orderNo }, { forGroup: true })
    if (order?.stage === 'quoted')
      await scene.by(person, orderAcceptQuote, { orderNo, quoteVersion: order.quoteVersion }, { forGroup: true })
    return
  }
  if (scene.random.chance(0.85)) await scene.by(person, orderGroupApprove, { orderNo }, { forGroup: true })
  else await scene.by(person, orderGroupDecline, { orderNo, reason: '本月不做' }, { forGroup: true })
}

interface Opened {
  orderNo: string
  actions: readonly string[]
  quoteVersion: number
  retestOfferFen: number | null
}

async function act(scene: Scene, order: Opened, forGroup: boolean): Promise<void> {
  const { random } = scene
  const { orderNo } = order
  const reason = '模拟客户的理由'
  const verbs: Record<string, [number, () => Promise<unknown>]> = {
    confirm: [6, () => scene.mine(orderConfirm, { orderNo })],
    acceptQuote: [8, () => scene.mine(orderAcceptQuote, { orderNo, quoteVersion: order.quoteVersion }, { forGroup })],
    refuseQuote: [1, () => scene.mine(orderRefuseQuote, { orderNo, reason }, { forGroup })],
    cancel: [1, () => scene.mine(orderCancel, { orderNo, reason }, { forGroup })],
    requestRetest: [1, () => scene.mine(orderRetest, { orderNo, reason })],
    dispute: [1, () => scene.mine(orderDispute, { orderNo, reason })],
    agreeRetest: [4, () => scene.mine(orderAgreeRetest, { orderNo, feeFen: order.retestOfferFen ?? 1 })],
    refuseRetest: [2, () => scene.mine(orderRefuseRetest, { orderNo })],
    answer: [6, () => scene.mine(orderAnswer, { orderNo, answer: '请按现有样品测试' })],
  }
  const isOffered = (verb: string) => order.actions.includes(verb) && (verb !== 'cancel' || random.chance(0.1))
  const open = Object.keys(verbs).filter((verb) => isOffered(verb) || random.chance(0.01))
  if (open.length === 0) return
  const verb = random.weighted(Object.fromEntries(open.map((each) => [each, verbs[each]?.[0] ?? 1])))
  await verbs[verb]?.[1]()
  scene.lines.push(orderNo)
}

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

export async function sign(scene: Scene): Promise<void> {
  const firm = scene.one(scene.world.base.people.filter(({ kind }) => kind === 'firm'))
  if (!firm) return
  const found = scene.one((await scene.by(firm, contractList, { stage: 'to_sign' }))?.list)
  if (!found) return
  const file = await scene.by(firm, fileUpload, { purpose: 'contract' }, { file: { name: '合同.pdf', content: PDF } })
  if (file) await scene.by(firm, contractUpload, { contractNo: found.contractNo, fileId: file.id })
}

async function sendSamples(scene: Scene): Promise<void> {
  const list = (await scene.mine(sampleList, { stage: 'pending', size: 50 }))?.list ?? []
  const found = scene.one(list)
  if (!found) return
  const ids = list.filter(({ orderNo }) => orderNo === found.orderNo).map(({ id }) => id)
  await scene.mine(sampleWaybill, { ids, courier: '顺丰速运', waybill: `SF1${String(found.id).padStart(12, '0')}` })
}

async function askBack(scene: Scene): Promise<void> {
  const list = (await scene.mine(sampleList, { size: 50 }))?.list ?? []
  const found = scene.one(list.filter(({ stage }) => ['tested', 'kept', 'refused'].includes(stage)))
  const saved = (await scene.mine(addressList, {}))?.list[0]
  const to = saved ? { addressId: saved.address_rid } : {}
  if (found) await scene.mine(sampleRecycle, { ids: [found.id], ...to })
}

async function evaluate(scene: Scene): Promise<void> {
  const list = (await scene.mine(orderHistory, { tab: 'finished', size: 30 }))?.list ?? []
  const order = scene.one(list)
  const detail = order && (await scene.mine(orderDetail, { orderNo: order.orderNo }))
  const line = detail && scene.one(detail.lines)
  if (line) await scene.mine(evaluateAdd, { orderNo: order.orderNo, lineId: line.id, stars: 5, words: '数据清楚' })
}

/** Nobody reads or moves the order of somebody else. */
async function stranger(scene: Scene): Promise<void> {
  const { model, base } = scene.world
  const order = scene.one([...model.orders.values()])
  if (!order) return
  const shared = await payersThatRead(scene.world.database, order.orderNo)
  const strangers = base.people.filter(({ id, decides }) => id !== order.ownerId && !decides && !shared.includes(id))
  const other = scene.one(strangers)
  if (!other) return
  const { orderNo } = order
  const asked = await scene.by(other, orderDetail, { orderNo })
  const moved = await scene.by(other, orderCancel, { orderNo, reason: '别人的订单' })
  if (asked || moved) scene.breaks('nobody reads another’s order', `${other.name} reached ${orderNo}`)
}
