import { assignSettlementCall, settlementRows, staffFixAmount } from '../../../src/billing/settlements/contract.ts'
import { fileUpload } from '../../../src/core/files/contract.ts'
import { staffSampleReceive } from '../../../src/lab/intake/contract.ts'
import { orderDataAdd } from '../../../src/lab/orders/analysis-data/data-contract.ts'
import { orderAcceptQuote, orderConfirm } from '../../../src/lab/orders/contract.ts'
import { orderGroupApprove } from '../../../src/lab/orders/group-contract.ts'
import { orderAnswer } from '../../../src/lab/orders/holds/hold-contract.ts'
import { staffOrderList } from '../../../src/lab/orders/lists/list-contract.ts'
import {
  type StaffOrder,
  staffOrderApprove,
  staffOrderCheckIn,
  staffOrderDetail,
  staffOrderStartTesting,
} from '../../../src/lab/orders/staff/staff-contract.ts'
import type { Person } from '../base.ts'
import type { Scene, StepKind } from '../scene.ts'
import { confirmAmounts } from './finance.ts'
import { askToPay, paidByOther } from './handing-over.ts'
import { enterResults, pass } from './laboratory.ts'
import { contracts, quote } from './manager.ts'
import { sign } from './own-orders.ts'
import { pay, payable } from './paying.ts'

/**
 * One order is carried on by everybody who must do something for it. By single chances few orders are paid within ten days, and what follows from a payment
 * is hardly met.
 */
export const onward: StepKind[] = [{ name: 'an order goes on', weight: 20, act: goOn }]

const stages = [
  ...['group_review', 'review', 'quoting', 'quoted', 'contract', 'prepay', 'awaiting_sample'],
  ...['received', 'testing', 'on_hold', 'verifying', 'delivered', 'done'],
]
const MOST_MOVES = 8

async function goOn(scene: Scene): Promise<void> {
  const { random } = scene
  const orderNo = await chosen(scene)
  if (!orderNo) return
  scene.lines.push(orderNo)
  for (let n = random.whole(3, MOST_MOVES); n > 0; n--) {
    const order = await scene.staff('manager', staffOrderDetail, { orderNo })
    if (!order || order.paidAt) return
    await moves[order.stage]?.(scene, order, sides(scene, orderNo))
  }
}

/** Often one of a friend of the promoter that is not prepaid: when the promoter pays it, through the group or a settlement, it must earn nothing. */
async function chosen(scene: Scene): Promise<string | undefined> {
  const { random, world } = scene
  const { model, base } = world
  const input = { tab: 'all', filters: { stage: stages }, size: 100 } as never
  const { list = [] } = (await scene.staff('manager', staffOrderList, input)) ?? {}
  const unpaid = list
    .filter(
      ({ orderNo, paidAt }) => !paidAt && model.people.some(({ id }) => id === model.orders.get(orderNo)?.ownerId),
    )
    .map(({ orderNo }) => orderNo)
  const ofFriends = unpaid.filter((orderNo) => {
    const { ownerId = 0, accountId } = model.orders.get(orderNo) ?? {}
    const isStudent = model.people.find(({ id }) => id === ownerId)?.kind === 'student'
    return base.friendIds.includes(ownerId) && (isStudent || accountId === model.groupAccountId)
  })
  return scene.one(ofFriends.length > 0 && random.chance(0.5) ? ofFriends : unpaid)
}

interface Sides {
  /** Who ordered. */
  owner: Person
  /** Who decides and pays: the same, or somebody who acts for the group. */
  payer: Person
  forGroup: boolean
}

function sides({ world, random }: Scene, orderNo: string): Sides {
  const { model } = world
  const order = model.orders.get(orderNo)
  const owner = model.people.find(({ id }) => id === order?.ownerId) as Person
  const founded = model.founded.live().find(({ accountId }) => accountId === order?.accountId)
  if (founded) return { owner, payer: { ...owner, groupNo: founded.groupNo }, forGroup: true }
  const forGroup = order?.accountId === model.groupAccountId
  return { owner, payer: forGroup ? random.pick(model.people.filter(({ decides }) => decides)) : owner, forGroup }
}

type Move = (scene: Scene, order: StaffOrder, of: Sides) => Promise<unknown>

const moves: Partial<Record<StaffOrder['stage'], Move>> = {
  group_review: (scene, { orderNo }, { payer }) => scene.by(payer, orderGroupApprove, { orderNo }, { forGroup: true }),
  review: (scene, { orderNo }) => scene.staff('manager', staffOrderApprove, { orderNo }),
  quoting: (scene, { orderNo }) => quote(scene, orderNo),
  quoted: (scene, { orderNo, quoteVersion }, { payer, forGroup }) =>
    scene.by(payer, orderAcceptQuote, { orderNo, quoteVersion }, { forGroup }),
  contract: async (scene) => {
    await contracts(scene)
    await sign(scene)
  },
  prepay: async (scene, { orderNo }, { payer, forGroup }) => {
    const due = (await payable(scene, payer, forGroup)).find(({ no }) => no === orderNo)
    if (due) await pay(scene, due, payer, forGroup)
  },
  awaiting_sample: arrive,
  received: (scene, { orderNo }) => scene.staff('lab', staffOrderStartTesting, { orderNo }),
  testing: (scene, { orderNo }) => enterResults(scene, orderNo),
  on_hold: (scene, { orderNo }, { owner }) => scene.by(owner, orderAnswer, { orderNo, answer: '请按现有样品测试' }),
  verifying: (scene, { orderNo }) => pass(scene, orderNo, scene.random.pick(['reviewer', 'reviewer2'] as const)),
  delivered: async (scene, order, of) => {
    if (order.finalFen !== null || scene.random.chance(0.3))
      await scene.by(of.owner, orderConfirm, { orderNo: order.orderNo })
    await settle(scene, order, of)
  },
  done: settle,
}

/** Samples, people or data come in. */
async function arrive(scene: Scene, order: StaffOrder, { owner }: Sides): Promise<void> {
  const { orderNo, serviceType, samples } = order
  if (serviceType === 1) {
    for (const { sampleNo, stage } of samples)
      if (['pending', 'in_transit', 'collecting'].includes(stage))
        await scene.staff('logistics', staffSampleReceive, {
          sampleNo,
          condition: '完好',
          shelf: 'A-01-01',
          weightMg: 90,
        })
    return
  }
  if (serviceType === 3) {
    const file = { name: '原始数据.txt', content: `10 1\n20 ${scene.random.whole(1, 99)}\n` }
    const uploaded = await scene.by(owner, fileUpload, { purpose: 'data' }, { file })
    if (uploaded) await scene.by(owner, orderDataAdd, { orderNo, fileId: uploaded.id })
  }
  await scene.staff('lab', staffOrderCheckIn, { orderNo })
}

/** More work than was agreed: the rest of an order that was paid ahead is often paid by somebody else, so that two pay for it. */
const DEARER = 1.3

/** The amount is fixed as it was agreed or higher, and its row becomes a settlement, which is paid. */
async function settle(scene: Scene, order: StaffOrder, { payer, forGroup }: Sides): Promise<void> {
  const { orderNo, finalFen, quoteFen, estimateFen } = order
  if (finalFen === null) {
    const agreed = quoteFen ?? estimateFen ?? 10_000
    const wanted = scene.random.chance(0.4) ? Math.round(agreed * DEARER) : agreed
    await scene.staff('manager', staffFixAmount, { orderNo, finalFen: wanted, reason: '按实际完成的样品核定' })
    await confirmAmounts(scene)
    return
  }
  const rows = (await scene.by(payer, settlementRows, {}, { forGroup }))?.list ?? []
  const row = rows.find((each) => each.orderNo === orderNo)
  const isRest = row && finalFen > row.amountFen
  if (row && scene.random.chance(isRest ? 0.8 : 0.4)) {
    await askToPay(scene, payer, forGroup, [row.id])
    return
  }
  if (row) await scene.by(payer, assignSettlementCall, { rowIds: [row.id], payerName: '模拟单位' }, { forGroup })
  const due = (await payable(scene, payer, forGroup)).filter(({ kind }) => kind === 'settlement')
  const settlement = scene.one(due)
  if (settlement) await pay(scene, settlement, payer, forGroup)
  else await paidByOther(scene, orderNo)
}
