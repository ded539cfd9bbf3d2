import { randomUUID } from 'node:crypto'
import { markPaid, orderForMoney } from '../../lab/orders/actions.ts'
import { orderConfirm } from '../../lab/orders/contract.ts'
import { orderAdd } from '../../lab/ordering/contract.ts'
import {
  staffOrderApprove,
  staffOrderHandIn,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../lab/orders/staff/staff-contract.ts'
import { staffSampleReceive } from '../../lab/intake/contract.ts'
import type { Role } from '../../core/staff/rules.ts'
import { orderScene } from './scenes/order-scene.ts'
import type { TestApp, TestPerson } from './test-app.ts'
import { enterResults } from './test-results.ts'

export interface SteppedOrder {
  id: number
  orderNo: string
  sampleNos: string[]
  customer: TestPerson
}

/** Takes orders of an institute to the stage that a test needs, through the real calls. */
export async function orderSteps(app: TestApp) {
  const scene = await orderScene(app)
  const staff = {} as Record<Role, TestPerson>
  for (const role of ['manager', 'lab', 'reviewer', 'logistics', 'finance'] as const)
    staff[role] = await app.staff(role)
  const intake = { condition: '完好', shelf: 'A-01' }

  async function placed(count = 1, returnWanted = false): Promise<SteppedOrder> {
    const customer = await scene.buyer(0)
    const request = scene.request([await scene.plan(customer, { sampleCount: count })], [count])
    const samples = request.samples.map((sample) => ({ ...sample, returnWanted }))
    const address = { name: '王同学', phone: '13800138000', province: '江苏省', address: '某路 1 号' }
    const { orderNo, sampleNos } = await app.call(
      orderAdd,
      { ...request, samples, ...(returnWanted ? { returnAddress: address } : {}) },
      { as: customer, idempotencyKey: randomUUID() },
    )
    return { id: (await orderForMoney(app.system, orderNo)).id, orderNo, sampleNos, customer }
  }

  async function approved(count = 1, returnWanted = false): Promise<SteppedOrder> {
    const order = await placed(count, returnWanted)
    await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: staff.manager })
    return order
  }

  const receive = (sampleNo: string) =>
    app.call(staffSampleReceive, { sampleNo, ...intake }, { as: staff.logistics, idempotencyKey: randomUUID() })

  async function received(count = 1, returnWanted = false): Promise<SteppedOrder> {
    const order = await approved(count, returnWanted)
    for (const sampleNo of order.sampleNos) await receive(sampleNo)
    return order
  }

  async function testing(count = 1, returnWanted = false): Promise<SteppedOrder> {
    const order = await received(count, returnWanted)
    await app.call(staffOrderStartTesting, { orderNo: order.orderNo }, { as: staff.lab })
    return order
  }

  async function delivered(count = 1, returnWanted = false): Promise<SteppedOrder> {
    const order = await testing(count, returnWanted)
    await enterResults(app, order.orderNo, staff.lab)
    await app.call(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })
    await app.call(staffOrderVerify, { orderNo: order.orderNo }, { as: staff.reviewer })
    return order
  }

  async function done(count = 1, returnWanted = false): Promise<SteppedOrder> {
    const order = await delivered(count, returnWanted)
    await app.call(orderConfirm, { orderNo: order.orderNo }, { as: order.customer })
    return order
  }

  async function paid(count = 1, returnWanted = false): Promise<SteppedOrder> {
    const order = await done(count, returnWanted)
    await markPaid(app.system, order.id)
    return order
  }

  const stageOf = async (order: SteppedOrder) => (await orderForMoney(app.system, order.orderNo)).stage

  return { scene, staff, intake, placed, approved, receive, received, testing, delivered, done, paid, stageOf }
}
