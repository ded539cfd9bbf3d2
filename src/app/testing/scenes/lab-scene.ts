import { randomUUID } from 'node:crypto'
import { orderForLab } from '../../../lab/orders/actions.ts'
import {
  staffOrderApprove,
  staffOrderHandIn,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../../lab/orders/staff/staff-contract.ts'
import type { SentTo } from '../../../platform/contract/call.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { staffReportUpload } from '../../../lab/reports/results/upload-contract.ts'
import { staffReportRecord } from '../../../lab/reports/results/record-contract.ts'
import { staffSampleReceive } from '../../../lab/intake/contract.ts'
import type { Role } from '../../../core/staff/rules.ts'
import { orderScene } from './order-scene.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

type RecordChange = Partial<
  Pick<SentTo<typeof staffReportRecord>, 'instrument' | 'conditions' | 'method' | 'measured' | 'environment'>
>

/** Orders under test and delivered ones, for tests of reports and of everything after delivery. */
export async function labScene(app: TestApp) {
  const scene = await orderScene(app)
  const staff = {} as Record<Role, TestPerson>
  for (const role of ['manager', 'lab', 'reviewer', 'logistics', 'finance'] as const)
    staff[role] = await app.staff(role)

  /** An order of one project whose samples were received and are under test. */
  async function testing(customer: TestPerson, sampleCount = 1) {
    const order = await scene.order(customer, sampleCount)
    const { orderNo } = order
    await app.call(staffOrderApprove, { orderNo }, { as: staff.manager })
    for (const sampleNo of order.sampleNos)
      await app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-01' }, { as: staff.logistics })
    await app.call(staffOrderStartTesting, { orderNo }, { as: staff.lab })
    const { id, lines } = await orderForLab(app.system, orderNo)
    return { ...order, id, lineId: lines[0]?.id ?? 0, customer }
  }
  type Testing = Awaited<ReturnType<typeof testing>>

  function record(order: Testing, change: RecordChange = {}) {
    const now = shanghaiTime(app.clock.now()).slice(0, 16)
    return app.call(
      staffReportRecord,
      {
        orderNo: order.orderNo,
        lineId: order.lineId,
        instrument: 'D8 Advance',
        conditions: 'Cu Kα，40 kV，10–80°',
        startedAt: now,
        endedAt: now,
        ...change,
      },
      { as: staff.lab },
    )
  }

  function upload(order: { orderNo: string }, name: string, content: string | Buffer, foreignReason = '') {
    return app.call(
      staffReportUpload,
      { orderNo: order.orderNo, foreignReason },
      { as: staff.lab, file: { name, content }, idempotencyKey: randomUUID() },
    )
  }

  /** Submits the results and verifies them, which delivers the order. */
  async function verify(order: { orderNo: string }) {
    await app.call(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })
    await app.call(staffOrderVerify, { orderNo: order.orderNo }, { as: staff.reviewer })
  }

  async function delivered(customer: TestPerson, sampleCount = 1) {
    const order = await testing(customer, sampleCount)
    await record(order)
    for (const sampleNo of order.sampleNos)
      await upload(order, `${sampleNo}.xy`, `10 1\n20 ${sampleNo.slice(-2)}\n30 2\n`)
    await verify(order)
    return order
  }

  return { ...scene, staff, testing, record, upload, verify, delivered }
}
