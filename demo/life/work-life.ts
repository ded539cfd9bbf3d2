import { instrumentsOfProject } from '../../src/lab/instruments/availability-actions.ts'
import { orderForLab } from '../../src/lab/orders/actions.ts'
import {
  staffOrderApprove,
  staffOrderHandIn,
  staffOrderLogCall,
  staffOrderReturnToTesting,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../src/lab/orders/staff/staff-contract.ts'
import { staffSampleReceive } from '../../src/lab/intake/contract.ts'
import { sampleWaybill } from '../../src/lab/samples/contract.ts'
import { staffReportDetail } from '../../src/lab/reports/contract.ts'
import { staffReportUpload } from '../../src/lab/reports/results/upload-contract.ts'
import { staffReportRecord } from '../../src/lab/reports/results/record-contract.ts'
import { orderRecord } from '../../src/lab/orders/read-actions.ts'
import { addDays, shanghaiTime } from '../../src/platform/time.ts'
import type { Results } from './curves.ts'
import { type Actor, isWorkday, type Life, type StaffName, type World } from './world.ts'

const conditions: [RegExp, string, string][] = [
  [/衍射|XRD/, 'X 射线衍射仪', 'Cu Kα，40 kV，40 mA，10–80°，步长 0.05°'],
  [/扫描电镜/, '场发射扫描电镜', '加速电压 5 kV，工作距离 8 mm，二次电子像'],
  [/透射电镜/, '透射电镜', '加速电压 200 kV'],
  [/光电子|XPS/, 'X 射线光电子能谱仪', '单色化 Al Kα，通能 30 eV，碳 1s 284.8 eV 校正'],
  [/拉曼/, '显微拉曼光谱仪', '532 nm，50 倍物镜，积分 10 s × 3'],
  [/核磁/, '核磁共振波谱仪', '600 MHz，氘代氯仿，298 K'],
]

/** The manager approves. */
export async function* review(world: World, orderNo: string): Life {
  yield world.office(0)
  if ((await orderForLab(world.app.system, orderNo)).stage === 'review')
    await world.byStaff('manager', staffOrderApprove, { orderNo })
}

/** The customer sends a parcel and the laboratory takes it in. */
export async function* intake(world: World, buyer: Actor, orderNo: string): Life {
  const { samples } = await orderForLab(world.app.system, orderNo)
  yield world.office(world.random.whole(0, 3))
  if (world.random.chance(0.7)) {
    const waybill = `SF${String(world.random.whole(1e9, 9e9)).padStart(13, '1')}`
    await world.call(sampleWaybill, { ids: samples.map(({ id }) => id), courier: '顺丰速运', waybill }, buyer)
    yield world.office(world.random.whole(1, 2))
  }
  await receive(world, orderNo)
}

export async function receive(world: World, orderNo: string): Promise<void> {
  const { samples } = await orderForLab(world.app.system, orderNo)
  const shelf = `${world.random.pick(['A', 'B', 'C'])}-${String(world.random.whole(1, 12)).padStart(2, '0')}-${String(world.random.whole(1, 4)).padStart(2, '0')}`
  for (const { sampleNo, stage } of samples) {
    if (!['pending', 'in_transit', 'collecting'].includes(stage)) continue
    const condition = world.random.chance(0.93)
      ? '完好'
      : world.random.pick(['外包装破损，样品完好', '标签模糊，已核对', '粉末少量洒漏'])
    await world.byStaff('logistics', staffSampleReceive, {
      sampleNo,
      weightMg: world.random.whole(20, 900),
      condition,
      shelf,
    })
  }
}

/** From received samples to delivered data; `between` happens after the manager's call. The data comes in time for the promised day, except when an instrument is down. */
export async function* test(world: World, results: Results, orderNo: string, between?: Life): Life {
  const tester: StaffName = world.random.pick(['lab', 'lab2'] as const)
  yield* managerCall(world, orderNo)
  if (between) yield* between
  const days = await daysLeft(world, orderNo)
  if (world.random.chance(0.02)) yield world.office(days + 1)
  else yield days <= 2 ? world.soon() : world.office(world.random.whole(0, Math.min(2, days - 2)))
  await world.byStaff(tester, staffOrderStartTesting, { orderNo })
  yield* measure(world, results, orderNo, tester)
}

/** The manager calls within two working hours, and has forgotten it now and then. */
export async function* managerCall(world: World, orderNo: string): Life {
  // Nothing is left for after the end of the life, when nobody calls.
  const isLast = world.until.getTime() - world.now.getTime() < 3 * 3_600_000
  yield world.random.chance(0.015) ? world.soon(1) : world.later(world.random.next() * (isLast ? 0.2 : 1.6))
  const note = world.random.pick(['已确认样品与参数', '客户同意方案，尽快寄样', '已说明周期与费用'])
  await world.byStaff('manager', staffOrderLogCall, { orderNo, note })
}

/** Working days until the data is promised, today not counted. */
async function daysLeft(world: World, orderNo: string): Promise<number> {
  const promisedAt = (await orderRecord(world.app.system, orderNo))?.promisedAt
  if (!promisedAt) return 5
  let days = 0
  for (let at = addDays(world.now, 1); shanghaiTime(at).slice(0, 10) <= shanghaiTime(promisedAt).slice(0, 10);) {
    if (isWorkday(at)) days += 1
    at = addDays(at, 1)
  }
  return days
}

export async function* measure(world: World, results: Results, orderNo: string, tester: StaffName): Life {
  const began = world.now
  const days = await daysLeft(world, orderNo)
  const wanted = world.random.weighted({ 1: 5, 2: 4 }) === '1' ? 1 : 2
  const next = days <= 1 ? world.soon() : world.office(Math.min(wanted, days - 1))
  // One of what is being tested at the end is handed in on the last morning and waits for a reviewer then.
  const isLast = next > world.until && !world.leftForReview && world.random.chance(0.35)
  if (isLast) world.leftForReview = true
  yield isLast ? world.beforeEnd(0.2 + world.random.next() * 0.3) : next
  await record(world, results, orderNo, tester, began)
  await world.byStaff(tester, staffOrderHandIn, { orderNo })
  const reviewer = world.random.pick(['reviewer', 'reviewer2'] as const)
  yield world.later(0.2 + world.random.next())
  if (world.random.chance(0.04)) {
    await world.byStaff(reviewer, staffOrderReturnToTesting, { orderNo, reason: '谱图基线异常，请复核后重新提交' })
    yield world.soon()
    await record(world, results, orderNo, tester, began)
    await world.byStaff(tester, staffOrderHandIn, { orderNo })
    yield world.later(0.2 + world.random.next())
  }
  // A reviewer who was away.
  if (world.random.chance(0.02)) yield world.soon(1)
  const { checks } = await world.byStaff(reviewer, staffReportDetail, { orderNo })
  await world.byStaff(reviewer, staffOrderVerify, { orderNo, checks })
}

/** Half an hour to set up and half an hour a sample, before the end. */
function startOf(world: World, began: Date, samples: number): Date {
  const start = world.later(-0.5 - samples / 2)
  return start > began ? start : began
}

async function record(world: World, results: Results, orderNo: string, tester: StaffName, began: Date): Promise<void> {
  const { lines, samples } = await orderForLab(world.app.system, orderNo)
  for (const { id, rid, projectName } of lines) {
    const [registered] = await instrumentsOfProject(world.app.system, rid, { startsAt: began, endsAt: world.now })
    const [, instrument, text] = conditions.find(([pattern]) => pattern.test(projectName)) ?? [
      undefined,
      `${projectName.slice(0, 30)}仪器`,
      '按标准条件',
    ]
    await world.byStaff(tester, staffReportRecord, {
      ...{ orderNo, lineId: id, instrument, conditions: text, environment: '23 ℃，45 %RH' },
      instrumentId: registered?.id ?? null,
      startedAt: shanghaiTime(startOf(world, began, samples.length)).slice(0, 16),
      endedAt: shanghaiTime(world.now).slice(0, 16),
    })
  }
  for (const sample of samples.filter(({ stage }) => stage === 'testing')) {
    const line = lines.find(({ id }) => id === sample.lineId)
    const { extension, content } = results.of(line?.projectName ?? '')
    const file = { name: `${sample.sampleNo}.${extension}`, content }
    await world.byStaff(tester, staffReportUpload, { orderNo }, { file })
  }
  if (samples.every(({ stage }) => stage !== 'testing')) {
    const { extension, content } = results.of(lines[0]?.projectName ?? '')
    await world.byStaff(tester, staffReportUpload, { orderNo }, { file: { name: `${orderNo}.${extension}`, content } })
  }
}
