import {
  assignSettlementCall,
  orderReady2pay,
  settlementCancel,
  settlementRows,
} from '../../../src/billing/settlements/contract.ts'
import { payClose, payCreate } from '../../../src/money/payments/contract.ts'
import { prestoreApplyAdd } from '../../../src/money/prestore/contract.ts'
import {
  withdrawAdd,
  withdrawCancel,
  withdrawCode,
  withdrawList,
  withdrawUpdate4user,
} from '../../../src/money/withdrawals/contract.ts'
import type { OutputOf } from '../../../src/platform/contract/call.ts'
import { shanghaiDate } from '../../../src/platform/time.ts'
import type { Person } from '../base.ts'
import type { Scene, StepKind } from '../scene.ts'
import { payoutOf } from './rebates.ts'

export const paying: StepKind[] = [
  { name: 'top up the balance', weight: 3, act: topUp },
  { name: 'settle', weight: 6, act: settle },
  { name: 'pay what is due', weight: 9, act: payDue },
  { name: 'cancel a settlement', weight: 1, act: cancelSettlement },
  { name: 'transfer to the balance', weight: 2, act: transfer },
  { name: 'ask for a withdrawal', weight: 1, act: withdraw },
]

/** Who pays: the person, or the person for the group. */
function payer({ random, person: own }: Scene, person = own): { forGroup: boolean } {
  return { forGroup: person.decides && random.chance(0.6) }
}

/** All people from a random one on, because few have something to settle or to pay. */
const everybody = (scene: Scene) => scene.some(scene.world.base.people, scene.world.base.people.length)

/** Keeps what the channel will know of a payment, and mostly pays at once. */
export async function opened(
  scene: Scene,
  payment: OutputOf<typeof payCreate> | undefined,
  forGroup: boolean,
  person: Person,
) {
  const { outside, model } = scene.world
  if (!payment?.paymentNo || !payment.channel || payment.state !== 'waiting') return
  if (outside.openPayments.some(({ paymentNo }) => paymentNo === payment.paymentNo)) return
  const accountId = forGroup ? model.accountOf(person.groupNo) : person.id
  const open = { paymentNo: payment.paymentNo, channel: payment.channel, accountId, amountFen: payment.amountFen }
  outside.openPayments.push(open)
  const closes = scene.random.chance(0.1)
  if (closes) await scene.by(person, payClose, { paymentNo: open.paymentNo }, { forGroup })
  if (scene.random.chance(0.7)) scene.lines.push(outside.pays(open) ? `paid ${open.amountFen}` : 'could not pay')
}

async function topUp(scene: Scene): Promise<void> {
  const { forGroup } = payer(scene)
  const amountFen = scene.random.whole(1, 40) * 10_000
  const method = scene.random.pick(['wechatpay', 'alipay'] as const)
  await opened(
    scene,
    await scene.mine(payCreate, { kind: 'prestore', method, amountFen }, { forGroup }),
    forGroup,
    scene.person,
  )
}

async function settle(scene: Scene): Promise<void> {
  for (const person of everybody(scene)) {
    const { forGroup } = payer(scene, person)
    const rows = (await scene.by(person, settlementRows, {}, { forGroup }))?.list ?? []
    const settled = scene.some(
      rows.filter(({ disputed }) => !disputed || scene.random.chance(0.1)),
      3,
    )
    if (settled.length === 0) continue
    const rowIds = settled.map(({ id }) => id)
    await scene.by(person, assignSettlementCall, { rowIds, payerName: '模拟单位' }, { forGroup })
    return
  }
}

async function payDue(scene: Scene): Promise<void> {
  for (const person of everybody(scene)) {
    const { forGroup } = payer(scene, person)
    const chosen = scene.one(await payable(scene, person, forGroup))
    if (!chosen) continue
    await pay(scene, chosen, person, forGroup)
    return
  }
}

interface Payable {
  kind: 'order' | 'settlement'
  no: string
  amountFen: number
}

export async function payable(scene: Scene, person: Person, forGroup: boolean): Promise<Payable[]> {
  const due = await scene.by(person, orderReady2pay, {}, { forGroup })
  return [
    ...(due?.prepayments ?? []).map(({ orderNo, amountFen }) => ({ kind: 'order' as const, no: orderNo, amountFen })),
    ...(due?.settlements ?? []).map(({ settlementNo, totalFen }) => ({
      kind: 'settlement' as const,
      no: settlementNo,
      amountFen: totalFen,
    })),
  ]
}

export async function pay(
  scene: Scene,
  { kind, no }: Pick<Payable, 'kind' | 'no'>,
  person: Person,
  forGroup: boolean,
): Promise<void> {
  const method = scene.random.weighted({ prestore: 3, wechatpay: 3, alipay: 2 })
  const payment = await scene.by(person, payCreate, { kind, no, method }, { forGroup })
  if (payment) scene.lines.push(`${no} ${payment.amountFen}`)
  await opened(scene, payment, forGroup, person)
}

async function cancelSettlement(scene: Scene): Promise<void> {
  const { forGroup } = payer(scene)
  const found = scene.one((await scene.mine(orderReady2pay, {}, { forGroup }))?.settlements)
  if (found) await scene.mine(settlementCancel, { settlementNo: found.settlementNo }, { forGroup })
}

/** Money goes to the bank account of the laboratory, with a claim for it. */
async function transfer(scene: Scene): Promise<void> {
  const amountFen = scene.random.whole(2, 60) * 5_000
  const transferredOn = shanghaiDate(scene.world.now)
  const claim = { amountFen, payerName: '模拟单位', transferredOn, remark: '' }
  if (await scene.mine(prestoreApplyAdd, claim)) scene.world.outside.transfers(amountFen, '模拟单位', '')
}

async function withdraw(scene: Scene): Promise<void> {
  const { world, person } = scene
  const list = (await scene.mine(withdrawList, {}))?.list ?? []
  const open = scene.one(list.filter(({ mayCancel }) => mayCancel))
  if (open && scene.random.chance(0.3)) {
    await scene.mine(withdrawCancel, { id: open.id })
    return
  }
  const bank = payoutOf(scene, person.id)
  world.app.clock.advance({ minutes: 2 })
  await scene.mine(withdrawUpdate4user, { ...bank, code: await world.code(withdrawCode, {}, person) })
  world.app.clock.advance({ minutes: 2 })
  const code = await world.code(withdrawCode, {}, person)
  await scene.mine(withdrawAdd, { source: 'prestore', amountFen: scene.random.whole(1, 20) * 1000, code })
}
