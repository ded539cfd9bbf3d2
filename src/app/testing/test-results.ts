import { randomUUID } from 'node:crypto'
import { orderForLab } from '../../lab/orders/actions.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { staffReportUpload } from '../../lab/reports/results/upload-contract.ts'
import { staffReportRecord } from '../../lab/reports/results/record-contract.ts'
import type { TestApp } from './test-app.ts'

/** Enters everything that an order under test needs before its results can be submitted: a test record per project and a data file per sample. */
export async function enterResults(app: TestApp, orderNo: string, lab: { token: string }): Promise<void> {
  const now = shanghaiTime(app.clock.now()).slice(0, 16)
  const { lines, samples } = await orderForLab(app.system, orderNo)
  for (const line of lines) {
    const record = {
      orderNo,
      lineId: line.id,
      instrument: 'D8 Advance',
      conditions: 'Cu Kα',
      startedAt: now,
      endedAt: now,
    }
    await app.call(staffReportRecord, record, { as: lab })
  }
  const tested = samples.filter((sample) => sample.stage === 'testing')
  const names = tested.length > 1 ? tested.map((sample) => sample.sampleNo) : [orderNo]
  for (const name of names) {
    const file = { name: `${name}.xy`, content: `10 1\n20 ${randomUUID().length}\n30 2\n` }
    await app.call(staffReportUpload, { orderNo }, { as: lab, file, idempotencyKey: randomUUID() })
  }
}
