import { randomUUID } from 'node:crypto'
import { orderForLab } from '../../../lab/orders/actions.ts'
import { staffOrderHandIn, staffOrderStartTesting, staffOrderVerify } from '../../../lab/orders/staff/staff-contract.ts'
import { orderAdd } from '../../../lab/ordering/contract.ts'
import { staffReportUpload } from '../../../lab/reports/results/upload-contract.ts'
import { staffReportRecord } from '../../../lab/reports/results/record-contract.ts'
import type { TestApp, TestPerson } from '../test-app.ts'
import { deliveryScene } from './delivery-scene.ts'
import type { orderScene } from './order-scene.ts'

export interface CurveSample {
  name: string
  composition?: string
  /** Of its data file. */
  content?: string
}

/** Orders whose results are delivered, with one curve for each sample. */
export async function curvesScene(app: TestApp, scene: Awaited<ReturnType<typeof orderScene>>) {
  const staff = await deliveryScene(app)

  async function delivered(person: TestPerson, samples: CurveSample[], { groupNo = '' } = {}): Promise<string> {
    const planId = await scene.plan(person, { sampleCount: samples.length })
    const request = scene.request([planId], [samples.length])
    const named = request.samples.map((sample, i) => ({
      ...sample,
      name: samples[i]?.name ?? '',
      composition: samples[i]?.composition ?? 'ZnO',
    }))
    const { orderNo } = await app.call(
      orderAdd,
      { ...request, groupNo, samples: named },
      { as: person, idempotencyKey: randomUUID() },
    )
    await measure(orderNo, samples)
    await app.drain()
    return orderNo
  }

  async function measure(orderNo: string, samples: CurveSample[]): Promise<void> {
    await staff.receive(orderNo)
    await app.call(staffOrderStartTesting, { orderNo }, { as: staff.lab })
    const order = await orderForLab(app.system, orderNo)
    const record = {
      orderNo,
      lineId: order.lines[0]?.id ?? 0,
      instrument: 'D8 Advance',
      conditions: 'Cu Kα',
      startedAt: '2026-03-02 09:00',
      endedAt: '2026-03-02 09:40',
    }
    await app.call(staffReportRecord, record, { as: staff.lab })
    for (const [i, { sampleNo }] of order.samples.entries()) {
      const content = samples[i]?.content ?? `10 1\n20 ${i + 5}\n30 2\n`
      const file = { name: `${sampleNo}.xy`, content }
      await app.call(staffReportUpload, { orderNo }, { as: staff.lab, file, idempotencyKey: randomUUID() })
    }
    await app.call(staffOrderHandIn, { orderNo }, { as: staff.lab })
    await app.call(staffOrderVerify, { orderNo }, { as: staff.reviewer })
  }

  return { staff, delivered }
}
