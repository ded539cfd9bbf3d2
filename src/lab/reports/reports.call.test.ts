import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileLink } from '../../core/files/contract.ts'
import { orderForLab } from '../orders/actions.ts'
import { orderRetest } from '../orders/closing/after-delivery-contract.ts'
import {
  staffOrderAcceptRetest,
  staffOrderApprove,
  staffOrderDetail,
  staffOrderHandIn,
  staffOrderReturnToTesting,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../orders/staff/staff-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { staffSampleReceive } from '../intake/contract.ts'
import type { Role } from '../../core/staff/rules.ts'
import {
  orderTestRecord,
  reportList,
  reportSeries,
  reportVerify,
  staffReportDetail,
  staffReportRemove,
  staffReportReread,
  staffReportSeries,
  staffReportWithdraw,
} from './contract.ts'
import { staffReportUpload } from './results/upload-contract.ts'
import { staffReportRecord } from './results/record-contract.ts'
import { publishReport } from './publish-actions.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let customer: TestPerson
const staff = {} as Record<Role, TestPerson>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  customer = await scene.buyer(0)
  for (const role of ['manager', 'lab', 'reviewer', 'logistics', 'finance'] as const)
    staff[role] = await app.staff(role)
})
afterAll(() => app.close())

async function testing(count = 2) {
  const order = await scene.order(customer, count)
  await app.call(staffOrderApprove, { orderNo: order.orderNo }, { as: staff.manager })
  for (const sampleNo of order.sampleNos)
    await app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-01' }, { as: staff.logistics })
  await app.call(staffOrderStartTesting, { orderNo: order.orderNo }, { as: staff.lab })
  const { lines, id } = await orderForLab(app.system, order.orderNo)
  return { ...order, id, lineId: lines[0]?.id ?? 0 }
}
type Testing = Awaited<ReturnType<typeof testing>>

function recordOf(order: Testing, change: object = {}) {
  return {
    orderNo: order.orderNo,
    lineId: order.lineId,
    instrument: 'D8 Advance',
    conditions: 'Cu Kα，40 kV，10–80°',
    startedAt: '2026-03-02 09:00',
    endedAt: '2026-03-02 09:40',
    ...change,
  }
}

function upload(
  order: { orderNo: string },
  name: string,
  content: string | Buffer = '10 1\n20 5\n30 2\n',
  sampleNo?: string,
) {
  return app.call(
    staffReportUpload,
    { orderNo: order.orderNo, ...(sampleNo ? { sampleNo } : {}) },
    { as: staff.lab, file: { name, content }, idempotencyKey: randomUUID() },
  )
}

async function deliver(order: Testing) {
  await app.call(staffReportRecord, recordOf(order), { as: staff.lab })
  for (const sampleNo of order.sampleNos) await upload(order, `${sampleNo}.xy`, `10 1\n20 ${sampleNo.slice(-2)}\n`)
  await app.call(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })
  await app.call(staffOrderVerify, { orderNo: order.orderNo }, { as: staff.reviewer })
  await app.drain()
}

describe('test records', () => {
  it('[M-22] the end of the experiment makes the data due two hours later', async () => {
    const order = await testing()
    expect(await app.call(staffReportRecord, recordOf(order, { endedAt: undefined }), { as: staff.lab })).toMatchObject(
      { dataDueAt: null },
    )
    expect(await app.call(staffReportRecord, recordOf(order), { as: staff.lab })).toMatchObject({
      dataDueAt: '2026-03-02 11:40:00',
    })
    const detail = await app.call(staffOrderDetail, { orderNo: order.orderNo }, { as: staff.manager })
    expect(detail).toMatchObject({ experimentEndedAt: '2026-03-02 09:40:00', dataDueAt: '2026-03-02 11:40:00' })
    const kept = await app.db.one<{ n: number }>(
      sql`select count(*) as n from test_records where order_id = ${order.id}`,
    )
    expect(kept.n).toBe(2)
  })

  it('refuses an end before the start, a future time, a line or sample of another order, and other roles', async () => {
    const order = await testing(1)
    const other = await testing()
    const refusal = (change: object, as = staff.lab) => app.refusal(staffReportRecord, recordOf(order, change), { as })
    expect(await refusal({ endedAt: '2026-03-02 08:59' })).toMatchObject({ error: 'endBeforeStart' })
    expect(await refusal({ endedAt: '2026-03-02 10:30' })).toMatchObject({ error: 'inFuture' })
    expect(await refusal({ endedAt: '2026-02-30 25:00' })).toMatchObject({ error: 'invalid' })
    expect(await refusal({ lineId: other.lineId })).toMatchObject({ error: 'unknownLine' })
    expect(await refusal({ sampleNos: [other.sampleNos[0]] })).toMatchObject({ error: 'unknownSample' })
    expect(await refusal({}, staff.manager)).toMatchObject({ status: 403 })
    await app.call(staffReportRecord, recordOf(order), { as: staff.lab })
    await upload(order, 'all.csv')
    await app.call(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })
    expect(await refusal({})).toMatchObject({ status: 409, error: 'notTesting' })
  })
})

describe('handing in', () => {
  it('[T-38] is refused while a record or the data of a sample is missing', async () => {
    const order = await testing(2)
    const handIn = () => app.refusal(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })
    expect(await handIn()).toMatchObject({
      error: 'incomplete',
      msg: '还不能提交审核：X 射线衍射（XRD）：缺少检测记录；尚未上传检测数据',
    })
    await app.call(staffReportRecord, recordOf(order), { as: staff.lab })
    await upload(order, `${order.sampleNos[0]}.xy`)
    expect((await handIn()).msg).toBe(`还不能提交审核：样品 ${order.sampleNos[1]}：尚未上传检测数据`)
    await upload(order, `${order.sampleNos[1]}.xy`)
    expect(await app.call(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })).toMatchObject({
      stage: 'verifying',
    })
  })
})

describe('handing in again', () => {
  const missingOf = async (order: Testing) =>
    (await app.call(staffReportDetail, { orderNo: order.orderNo }, { as: staff.lab })).missing
  const handIn = (order: Testing) => app.call(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })

  it('[T-38] after a retest is refused until the line has a new record and new data', async () => {
    const order = await testing(1)
    await deliver(order)
    await app.call(orderRetest, { orderNo: order.orderNo, reason: '峰位偏移' }, { as: customer })
    await app.call(staffOrderAcceptRetest, { orderNo: order.orderNo }, { as: staff.manager })
    expect(await app.refusal(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })).toMatchObject({
      error: 'incomplete',
    })
    const detail = await app.call(staffReportDetail, { orderNo: order.orderNo }, { as: staff.lab })
    expect(detail.round).toMatchObject({ by: 'customer', reason: '峰位偏移' })
    const again = 'X 射线衍射（XRD）：复测后尚'
    expect(detail.missing).toEqual([`${again}未填写新的检测记录`, `${again}未上传新的或更正的数据文件`])
    await upload(order, `${order.sampleNos[0]}.xy`, '10 1\n20 9\n')
    expect(await missingOf(order)).toEqual([`${again}未填写新的检测记录`])
    expect((await orderForLab(app.system, order.id)).dataDueAt).toBeNull()
    await app.call(staffReportRecord, recordOf(order), { as: staff.lab })
    expect((await orderForLab(app.system, order.id)).dataDueAt).not.toBeNull()
    expect(await handIn(order)).toMatchObject({ stage: 'verifying' })
  })

  it('[T-38] a retest names lines of its own order only', async () => {
    const [order, other] = [await testing(1), await testing(1)]
    await deliver(order)
    await app.call(orderRetest, { orderNo: order.orderNo, reason: '峰位偏移' }, { as: customer })
    const retest = { orderNo: order.orderNo, lineIds: [other.lineId] }
    expect(await app.refusal(staffOrderAcceptRetest, retest, { as: staff.manager })).toMatchObject({
      error: 'unknownRetestLine',
    })
    await app.call(staffOrderAcceptRetest, { ...retest, lineIds: [order.lineId] }, { as: staff.manager })
  })

  it('[T-38] after a return is refused until something changed, and the reviewer’s reason is shown', async () => {
    const order = await testing(1)
    await app.call(staffReportRecord, recordOf(order), { as: staff.lab })
    await upload(order, `${order.sampleNos[0]}.xy`)
    for (const change of ['record', 'file'] as const) {
      await handIn(order)
      const reason = `请核对${change}`
      await app.call(staffOrderReturnToTesting, { orderNo: order.orderNo, reason }, { as: staff.reviewer })
      expect((await app.call(staffReportDetail, { orderNo: order.orderNo }, { as: staff.lab })).round).toMatchObject({
        by: 'staff',
        reason,
      })
      expect(await app.refusal(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })).toMatchObject({
        error: 'incomplete',
        msg: '还不能提交审核：审核退回后检测记录和数据都没有变动，请按退回原因更正',
      })
      if (change === 'record') await app.call(staffReportRecord, recordOf(order), { as: staff.lab })
      else await upload(order, `${order.sampleNos[0]}.xy`, '10 1\n20 9\n')
      expect(await missingOf(order)).toEqual([])
    }
    await handIn(order)
  })
})

describe('result files', () => {
  it('belong to the sample in their name, to the given one, or to the order; the same name again is a new version', async () => {
    const order = await testing()
    const [first = '', second = ''] = order.sampleNos
    expect(await upload(order, `XRD_${first}.xy`)).toMatchObject({ sampleNo: first, version: 1 })
    expect(await upload(order, '汇总.csv')).toMatchObject({ sampleNo: '' })
    expect(await upload(order, 'scan.xy', '1 2\n3 4\n', second)).toMatchObject({ sampleNo: second })
    expect(await upload(order, `XRD_${first}.xy`, '10 2\n20 6\n')).toMatchObject({ sampleNo: first, version: 2 })
    const mistake = await upload(order, 'wrong-order.txt')
    await app.call(staffReportRemove, { orderNo: order.orderNo, fileId: mistake.id }, { as: staff.lab })
    const { files, missing } = await app.call(staffReportDetail, { orderNo: order.orderNo }, { as: staff.reviewer })
    expect(files.map(({ name, version, replaced }) => [name, version, replaced])).toEqual([
      ['汇总.csv', 1, false],
      [`XRD_${first}.xy`, 2, false],
      [`XRD_${first}.xy`, 1, true],
      ['scan.xy', 1, false],
    ])
    expect(missing).toEqual(['X 射线衍射（XRD）：缺少检测记录'])
    expect(
      await app.refusal(
        staffReportUpload,
        { orderNo: order.orderNo, sampleNo: 'MX000' },
        { as: staff.lab, file: { name: 'a.xy', content: '1' } },
      ),
    ).toMatchObject({
      error: 'unknownSample',
    })
  })

  it('[T-45] can be read by the customer only after the delivery, and by no other customer', async () => {
    const order = await testing(1)
    const file = await upload(order, `${order.sampleNos[0]}.xy`)
    const as = { as: customer }
    expect(await app.call(reportList, { orderNo: order.orderNo }, as)).toEqual({
      records: [],
      files: [],
      reports: [],
      withoutData: [],
    })
    expect(await app.refusal(fileLink, { id: file.id }, as)).toMatchObject({ status: 404 })
    expect(await app.refusal(reportSeries, { fileId: file.id }, as)).toMatchObject({ status: 404 })
    await deliver(order)
    const delivered = await app.call(reportList, { orderNo: order.orderNo }, as)
    expect(delivered.files).toMatchObject([{ version: 2, preview: 'series', replaced: false, sampleName: '样品 1-1' }])
    expect(delivered.files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect((await app.call(orderTestRecord, { orderNo: order.orderNo }, as)).records).toMatchObject([
      { instrument: 'D8 Advance', operatorName: '测试lab', startedAt: '2026-03-02 09:00:00' },
    ])
    const { url } = await app.call(fileLink, { id: delivered.files[0]?.id ?? 0 }, as)
    const download = await app.server.inject({ method: 'GET', url, headers: { token: customer.token } })
    expect(download.body).toBe('10 1\n20 01\n')
    const stranger = { as: await app.customer(0) }
    expect(await app.refusal(reportList, { orderNo: order.orderNo }, stranger)).toMatchObject({ status: 404 })
    expect(await app.refusal(orderTestRecord, { orderNo: order.orderNo }, stranger)).toMatchObject({ status: 404 })
    expect(await app.refusal(reportSeries, { fileId: delivered.files[0]?.id ?? 0 }, stranger)).toMatchObject({
      status: 404,
    })
  })

  it('show curves to callers who may read them, and are refused to others', async () => {
    const order = await testing(1)
    const curve = await upload(order, 'a.csv', '2θ,强度\r\n10,31\r\n11,99\r\n')
    const prose = await upload(order, 'b.txt', '这里没有数据')
    expect(await app.call(staffReportSeries, { fileId: curve.id }, { as: staff.reviewer })).toEqual({
      series: [{ label: '强度', x: [10, 11], y: [31, 99] }],
      xLabel: '2θ',
      yLabel: '强度',
      notes: [],
    })
    for (let again = 0; again < 2; again++)
      expect(await app.refusal(staffReportSeries, { fileId: prose.id }, { as: staff.lab })).toMatchObject({
        status: 200,
        error: 'noSeries',
      })
    expect(await app.refusal(staffReportSeries, { fileId: curve.id }, { as: staff.finance })).toMatchObject({
      status: 403,
    })
  })
})

describe('[M-21] curves that took too long', () => {
  const seconds = () => app.services.config.SERIES_SECONDS
  const quickly = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = seconds()
    app.services.config.SERIES_SECONDS = 0.02
    try {
      return await work()
    } finally {
      app.services.config.SERIES_SECONDS = before
    }
  }
  const ask = (fileId: number) => app.refusal(staffReportSeries, { fileId }, { as: staff.lab })

  it('are read again in the background, and shown when a try succeeds', async () => {
    const order = await testing(1)
    const { id } = await upload(order, 'slow.xy', '10 1\n20 5\n30 2.5\n')
    expect(await quickly(() => ask(id))).toMatchObject({ status: 200, error: 'seriesPending' })
    expect(await ask(id)).toMatchObject({ error: 'seriesPending' })
    app.clock.advance({ minutes: 2 })
    await app.drain()
    expect(await app.call(staffReportSeries, { fileId: id }, { as: staff.lab })).toMatchObject({
      series: [{ x: [10, 20, 30], y: [1, 5, 2.5] }],
    })
  })

  it('are given up after four tries; staff see why, and the laboratory can start new tries', async () => {
    const order = await testing(1)
    const { id } = await upload(order, 'slower.xy', '10 1\n20 5\n30 2.25\n')
    await quickly(async () => {
      await ask(id)
      for (const minutes of [2, 6, 26]) {
        expect(await ask(id)).toMatchObject({ error: 'seriesPending' })
        app.clock.advance({ minutes })
        await app.drain()
      }
    })
    expect(await ask(id)).toMatchObject({
      status: 200,
      error: 'seriesFailed',
      msg: '曲线读取失败：读取超时（已尝试 4 次）',
    })
    expect(await app.refusal(staffReportReread, { fileId: id }, { as: staff.reviewer })).toMatchObject({ status: 403 })
    await app.call(staffReportReread, { fileId: id }, { as: staff.lab })
    expect(await ask(id)).toMatchObject({ error: 'seriesPending' })
    await app.drain()
    expect(await app.call(staffReportSeries, { fileId: id }, { as: staff.lab })).toMatchObject({
      series: [{ y: [1, 5, 2.25] }],
    })
  })
})

describe('reports', () => {
  it('[M-21] verification publishes one report, which anybody can verify', async () => {
    const order = await testing(2)
    await deliver(order)
    const { reports, files } = await app.call(reportList, { orderNo: order.orderNo }, { as: customer })
    expect(reports).toMatchObject([{ edition: 1, stage: 'valid', stageName: '有效' }])
    const code = reports[0]?.code ?? ''
    const verified = await app.call(reportVerify, { code: code.toLowerCase() }, {})
    expect(verified).toMatchObject({ state: 'valid', orderNo: order.orderNo, edition: 1 })
    expect(verified.checksums).toEqual(files.map((file) => file.sha256).sort())
    expect((await app.call(reportVerify, { code: 'AAAA-BBBB-CCCC' }, {})).state).toBe('unknown')
    expect((await app.call(reportVerify, { code: "' or 1=1" }, {})).state).toBe('unknown')
    await publishReport(app.system, order.id, (await orderForLab(app.system, order.id)).version)
    const events = await app.db.rows<{ payload: { orderNo: string } }>(
      sql`select payload from jobs where kind = 'event' and name = 'report.published'`,
    )
    expect(events.filter(({ payload }) => payload.orderNo === order.orderNo)).toHaveLength(1)
    const pdf = await app.call(fileLink, { id: reports[0]?.pdfFileId ?? 0 }, { as: customer })
    const bytes = await app.server.inject({ method: 'GET', url: pdf.url, headers: { token: customer.token } })
    expect([bytes.headers['content-type'], bytes.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  })

  it('a corrected file replaces the old file and report; a withdrawn report is shown as withdrawn', async () => {
    const order = await testing(1)
    await deliver(order)
    const as = { as: customer }
    await app.call(orderRetest, { orderNo: order.orderNo, reason: '峰位偏移' }, as)
    await app.call(staffOrderAcceptRetest, { orderNo: order.orderNo }, { as: staff.manager })
    const name = `${order.sampleNos[0]}.xy`
    expect(
      await app.refusal(
        staffReportRemove,
        {
          orderNo: order.orderNo,
          fileId: (await app.call(reportList, { orderNo: order.orderNo }, as)).files[0]?.id ?? 0,
        },
        { as: staff.lab },
      ),
    ).toMatchObject({ status: 404 })
    expect(await upload(order, name, '10 1\n20 7\n')).toMatchObject({ version: 2 })
    await app.call(staffReportRecord, recordOf(order), { as: staff.lab })
    await app.call(staffOrderHandIn, { orderNo: order.orderNo }, { as: staff.lab })
    await app.call(staffOrderVerify, { orderNo: order.orderNo }, { as: staff.reviewer })
    await app.drain()
    const { reports, files } = await app.call(reportList, { orderNo: order.orderNo }, as)
    expect(files.map(({ version, replaced }) => [version, replaced])).toEqual([
      [2, false],
      [1, true],
    ])
    expect(reports.map(({ edition, stageName }) => [edition, stageName])).toEqual([
      [2, '有效'],
      [1, '已替换'],
    ])
    expect((await app.call(reportVerify, { code: reports[1]?.code ?? '' }, {})).state).toBe('replaced')
    expect(
      await app.refusal(staffReportWithdraw, { orderNo: order.orderNo, reason: '样品混淆' }, { as: staff.lab }),
    ).toMatchObject({ status: 403 })
    await app.call(staffReportWithdraw, { orderNo: order.orderNo, reason: '样品混淆' }, { as: staff.reviewer })
    expect((await app.call(reportVerify, { code: reports[0]?.code ?? '' }, {})).state).toBe('withdrawn')
    expect(
      await app.refusal(staffReportWithdraw, { orderNo: order.orderNo, reason: '再来' }, { as: staff.reviewer }),
    ).toMatchObject({ error: 'noReport' })
  })
})
