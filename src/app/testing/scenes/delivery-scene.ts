import { orderForLab } from '../../../lab/orders/actions.ts'
import {
  staffOrderApprove,
  staffOrderHandIn,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../../lab/orders/staff/staff-contract.ts'
import { staffSampleReceive } from '../../../lab/intake/contract.ts'
import type { TestApp } from '../test-app.ts'
import { enterResults } from '../test-results.ts'

/** The staff who take an order from review to delivery, through the real calls. */
export async function deliveryScene(app: TestApp) {
  const [manager, logistics, lab, reviewer] = [
    await app.staff('manager'),
    await app.staff('logistics'),
    await app.staff('lab'),
    await app.staff('reviewer'),
  ]

  /** Takes an order from review or awaiting samples to received. */
  async function receive(orderNo: string): Promise<void> {
    const order = await orderForLab(app.system, orderNo)
    if (order.stage === 'review') await app.call(staffOrderApprove, { orderNo }, { as: manager })
    for (const { sampleNo } of order.samples)
      await app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-01' }, { as: logistics })
  }

  async function deliver(orderNo: string): Promise<void> {
    await receive(orderNo)
    await app.call(staffOrderStartTesting, { orderNo }, { as: lab })
    await enterResults(app, orderNo, lab)
    await app.call(staffOrderHandIn, { orderNo }, { as: lab })
    await app.call(staffOrderVerify, { orderNo }, { as: reviewer })
  }

  return { manager, logistics, lab, reviewer, receive, deliver }
}
