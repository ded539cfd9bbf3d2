import { firstAgreementVersion as agreementVersion } from '../../src/core/agreements/agreement-rules.ts'
import { contractUpload, staffContractIssue, staffContractSeal } from '../../src/lab/contracts/contract.ts'
import type { orderAdd } from '../../src/lab/ordering/contract.ts'
import { orderForLab, orderForMoney } from '../../src/lab/orders/actions.ts'
import { findOrders } from '../../src/lab/orders/read-actions.ts'
import { orderAcceptQuote, orderCancel, orderConfirm, orderDetail } from '../../src/lab/orders/contract.ts'
import { orderDispute, orderRetest } from '../../src/lab/orders/closing/after-delivery-contract.ts'
import { orderGroupApprove, orderGroupDecline } from '../../src/lab/orders/group-contract.ts'
import { orderAnswer } from '../../src/lab/orders/holds/hold-contract.ts'
import {
  staffOrderAcceptRetest,
  staffOrderHold,
  staffOrderQuote,
  staffOrderSettleDispute,
} from '../../src/lab/orders/staff/staff-contract.ts'
import { discountChoices } from '../../src/money/coupons/contract.ts'
import { payCreate } from '../../src/money/payments/contract.ts'
import type { OutputOf, SentTo } from '../../src/platform/contract/call.ts'
import { fileUpload } from '../../src/core/files/contract.ts'
import type { Results } from './curves.ts'
import { isFetched, pickup } from './pickup-life.ts'
import { filledForm } from './form.ts'
import { material } from './people.ts'
import { evaluate, talk } from './after-life.ts'
import { paysDebts, topUp } from './money-life.ts'
import { ordered, type PlanEntry } from './plan-life.ts'
import { keepSamples } from './sample-life.ts'
import { specimenPdf } from '../specimens.ts'
import { intake, measure, review, test } from './work-life.ts'
import { unsuitable } from '../../src/shop/catalogue/requirements/suitability-rules.ts'
import type { Random } from './random.ts'
import { acting, type Actor, type Life, type LifeProject, type World } from './world.ts'

const MOST_MATERIALS = 24

type Placed = OutputOf<typeof orderAdd>

/** Everything that happens to one order of samples, from the plan to the end of the samples. */
export async function* orderLife(
  world: World,
  results: Results,
  buyer: Actor,
  place: (world: World, buyer: Actor) => Promise<Placed | undefined> = placed,
): Life {
  const order = await place(world, buyer)
  if (!order) return
  const { orderNo } = order
  if (world.random.chance(0.12)) world.start(talk(world, buyer, orderNo), world.later(2))
  if (order.stage === 'group_review') {
    yield world.office(world.random.whole(0, 1))
    if (!(await groupAgrees(world, buyer, orderNo))) return
  }
  if (world.random.chance(0.04)) return yield* givenUp(world, buyer, orderNo)
  yield* agreed(world, buyer, orderNo)
  if ((await orderForLab(world.app.system, orderNo)).stage !== 'awaiting_sample') return
  if (isFetched(buyer) && world.random.chance(0.7)) yield* pickup(world, buyer, orderNo)
  if ((await orderForLab(world.app.system, orderNo)).samples.every(({ stage }) => stage === 'pending'))
    yield* intake(world, buyer, orderNo)
  yield* test(world, results, orderNo, world.random.chance(0.03) ? held(world, buyer, orderNo) : undefined)
  world.start(keepSamples(world, orderNo), world.now)
  yield* after(world, results, buyer, orderNo)
  if (world.random.chance(0.35)) yield* evaluate(world, buyer, orderNo)
}

/** Just before the end an order comes in, which nobody has reviewed yet. */
export async function* lastOrder(world: World): Life {
  yield world.beforeEnd(0.3)
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await findOrders(world.app.system, { stages: ['review'] })
    if (rows.some(({ createdAt }) => createdAt >= world.later(-1))) return
    await world.attempt(() => placed(world, world.random.pick(world.people)))
  }
}

/** The owner of the group agrees, unless the group may not spend so much: then the order ends here instead of waiting for ever. */
async function groupAgrees(world: World, buyer: Actor, orderNo: string): Promise<boolean> {
  const owner = buyer.group?.owner
  try {
    await world.call(orderGroupApprove, { orderNo }, owner, acting(buyer))
    return true
  } catch {
    const reason = '本月课题组额度已用完，下月再做'
    await world.call(orderGroupDecline, { orderNo, reason } as never, owner, acting(buyer))
    return false
  }
}

export function placed(world: World, buyer: Actor): Promise<Placed | undefined> {
  const { random } = world
  const projects = [pickProject(world), ...(random.chance(0.22) ? [pickProject(world)] : [])]
  const samples: SentTo<typeof orderAdd>['samples'] = []
  const entries = projects.map((project, at): PlanEntry => {
    const sampleCount = Number(random.weighted({ 1: 5, 2: 4, 3: 4, 4: 2, 6: 2, 8: 1 }))
    const line = { rid: project.rid, parameters: filledForm(project.form, random), sampleCount }
    return {
      line: { ...line, urgent: random.chance(0.08) },
      added: (planId) => samples.push(...samplesOf(world, { planId, at, project, sampleCount })),
    }
  })
  return ordered(world, buyer, entries, async (planIds) => {
    const returned = samples.some(({ returnWanted }) => returnWanted)
    return {
      ...{ planIds, samples, delivery: { kind: 'self_send' }, invoice: { type: 0 }, remark: '' },
      contact: { name: buyer.name, phone: buyer.phone, email: '' },
      ...(returned
        ? { returnAddress: { name: buyer.name, phone: buyer.phone, address_code: buyer.area, address: buyer.street } }
        : {}),
      ...(buyer.group ? { groupNo: buyer.group.no } : {}),
      ...{ agreementVersion, agreed: true, warningsConfirmed: true },
      couponIds: await couponsFor(world, buyer, planIds, returned),
      funding: fundingOf(world, buyer, planIds),
    } as never
  })
}

function samplesOf(
  { random }: World,
  { planId, at, project, sampleCount }: { planId: number; at: number; project: LifeProject; sampleCount: number },
): SentTo<typeof orderAdd>['samples'] {
  const { form, name, composition } = suitable(random, project)
  return Array.from({ length: sampleCount }, (_, n) => ({
    ...{ planId, ownNo: `${String.fromCharCode(65 + at)}-${n + 1}`, name: `${name} ${n + 1}#`, form, composition },
    ...{ hazards: [], storage: 'room' as const, returnWanted: random.chance(0.15) && !project.consumed, remark: '' },
  }))
}

/** A material that the project can measure, powder where it takes one. */
export function suitable(random: Random, project: Pick<LifeProject, 'forms' | 'requirements' | 'suitability'>) {
  const form = project.forms.includes('powder') ? 'powder' : (project.forms[0] ?? 'powder')
  let found = { form, ...material(random, form) }
  for (let tries = 1; tries < MOST_MATERIALS; tries++) {
    const sample = { ...found, hazards: [], amount: '' }
    if (unsuitable(sample, project).every(({ effect }) => effect !== 'refuse')) break
    const other = tries < MOST_MATERIALS / 2 ? form : random.pick(project.forms)
    found = { form: other, ...material(random, other) }
  }
  return found
}

/** A group pays from one of its two grants, and sometimes nobody writes down from which. */
function fundingOf(world: World, buyer: Actor, planIds: number[]) {
  if (!buyer.group || world.random.chance(0.15)) return []
  const grants = [`52${buyer.group.no.slice(-6)}`, `2025YFB${buyer.group.no.slice(-6)}`]
  const fundingNo = grants[world.random.chance(0.7) ? 0 : 1] ?? ''
  return planIds.map((planId) => ({ planId, fundingNo }))
}

/** The best coupon that the customer has, when there is one. */
async function couponsFor(world: World, buyer: Actor, planIds: number[], returnsSamples: boolean): Promise<number[]> {
  const groupNo = buyer.group?.no ?? ''
  const { choices } = await world.call(discountChoices, { planIds, returnsSamples, groupNo }, buyer)
  const usable = choices.filter(({ fault, discountFen }) => fault === '' && discountFen > 0)
  const best = usable.toSorted((left, right) => right.discountFen - left.discountFen)[0]
  return best ? [best.id] : []
}

/** Some methods are ordered much more often than others. */
export function pickProject(world: World): LifeProject {
  const sold = world.projects.filter(({ typeId, forms }) => typeId === 1 && forms.length > 0)
  const common = sold.slice(0, 12)
  return world.random.pick(world.random.chance(0.7) ? common : sold)
}

async function* givenUp(world: World, buyer: Actor, orderNo: string): Life {
  yield world.office(0)
  await world.call(
    orderCancel,
    { orderNo, reason: world.random.pick(['样品没有准备好', '改做其他项目', '重复下单']) },
    buyer,
  )
}

/** What has to be agreed and paid before samples are sent: review, quotation, contract, prepayment. A prompt customer answers on the same day. */
export async function* agreed(world: World, buyer: Actor, orderNo: string, isPrompt = false): Life {
  const stage = async () => (await orderForLab(world.app.system, orderNo)).stage
  if ((await stage()) === 'review') yield* review(world, orderNo)
  if ((await stage()) === 'quoting') yield* quoted(world, buyer, orderNo, isPrompt)
  if ((await stage()) === 'contract') yield* contract(world, buyer, orderNo, isPrompt)
  if ((await stage()) === 'prepay') {
    yield world.later(isPrompt ? 1 : world.random.whole(1, 20))
    await prepay(world, buyer, orderNo)
  }
}

async function* quoted(world: World, buyer: Actor, orderNo: string, isPrompt: boolean): Life {
  yield world.office(0)
  const quoteVersion = await quote(world, buyer, orderNo)
  if (!isPrompt && world.random.chance(0.08)) return
  yield world.office(isPrompt ? 0 : world.random.whole(0, 4))
  await paysDebts(world, buyer)
  await world.call(orderAcceptQuote, { orderNo, quoteVersion }, buyer.group?.owner ?? buyer, acting(buyer))
}

/** The manager's quotation; answers its version. */
export async function quote(world: World, buyer: Actor, orderNo: string): Promise<number> {
  const { lines } = await world.call(orderDetail, { orderNo }, buyer)
  const { quoteVersion } = await world.byStaff('manager', staffOrderQuote, {
    orderNo,
    lines: lines.map(({ id, amountFen }) => ({
      lineId: id,
      amountFen: Math.round((amountFen ?? 80_000) / 1000) * 1000,
    })),
    note: world.random.pick(['', '含制样费', '数量优惠 5%']),
  })
  return quoteVersion
}

async function* contract(world: World, buyer: Actor, orderNo: string, isPrompt: boolean): Life {
  yield world.office(0)
  const { contractNo } = await world.byStaff('manager', staffContractIssue, { orderNo })
  yield world.office(isPrompt ? 1 : world.random.whole(1, 3))
  const { id: fileId } = await world.call(fileUpload, { purpose: 'contract' } as never, buyer, {
    file: { name: '盖章合同.pdf', content: await specimenPdf('contract') },
  })
  await world.call(contractUpload, { contractNo, fileId }, buyer, acting(buyer))
  yield world.office(0)
  await world.byStaff('manager', staffContractSeal, { contractNo } as never)
}

async function prepay(world: World, buyer: Actor, orderNo: string): Promise<void> {
  const way =
    buyer.kind === 'firm'
      ? world.random.weighted({ prestore: 3, alipay: 1 })
      : world.random.weighted({ wechatpay: 3, alipay: 2, prestore: 1 })
  if (way === 'prestore') {
    const { estimateFen } = (await orderForMoney(world.app.system, orderNo)) as { estimateFen?: number }
    await topUp(world, buyer, Math.max(200_000, (estimateFen ?? 0) * 2))
  }
  const payment = await world.call(
    payCreate,
    { kind: 'order', no: orderNo, method: way } as never,
    buyer,
    acting(buyer),
  )
  if (way !== 'prestore') await world.paysByChannel(payment)
}

/** After the delivery: confirmation, sometimes a retest. The manager fixes the amounts of all orders (office-life.ts). */
export async function* after(world: World, results: Results, buyer: Actor, orderNo: string): Life {
  if (world.random.chance(0.04)) {
    yield world.office(1)
    await world.call(orderRetest, { orderNo, reason: '谱峰位置与文献相差较大，请复测' } as never, buyer)
    yield world.office(0)
    await world.byStaff('manager', staffOrderAcceptRetest, { orderNo })
    yield* measure(world, results, orderNo, 'lab')
  }
  if (world.random.chance(0.015)) return yield* disputed(world, buyer, orderNo)
  if (world.random.chance(0.7)) {
    yield world.office(world.random.whole(0, 5))
    if ((await orderForLab(world.app.system, orderNo)).stage === 'delivered')
      await world.call(orderConfirm, { orderNo }, buyer)
  }
}

/** The laboratory finds something wrong and asks the customer. */
async function* held(world: World, buyer: Actor, orderNo: string): Life {
  yield world.office(0)
  await world.byStaff('lab', staffOrderHold, { orderNo, reason: '样品量不足，是否按现有量测试？' })
  yield world.office(world.random.whole(0, 2))
  await world.call(orderAnswer, { orderNo, answer: '请按现有样品量测试，谢谢。' } as never, buyer)
}

/** The customer doubts the result, and the laboratory reduces the price or explains. */
async function* disputed(world: World, buyer: Actor, orderNo: string): Life {
  yield world.office(1)
  await world.call(orderDispute, { orderNo, reason: '两个平行样的结果相差较大，请说明原因。' }, buyer)
  yield world.office(0)
  if (world.random.chance(0.5)) {
    const reason = '平行样制备不一致，减免部分费用。'
    await world.byStaff('manager', staffOrderSettleDispute, { outcome: 'reduction', orderNo, reason, amountFen: 2_000 })
  } else {
    const reason = '已核对原始数据与标样，结果在方法允许的偏差内。'
    await world.byStaff('manager', staffOrderSettleDispute, { outcome: 'dismissal', orderNo, reason })
  }
}
