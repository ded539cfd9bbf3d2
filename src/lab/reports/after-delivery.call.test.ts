import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileLink, staffFileLink } from '../../core/files/contract.ts'
import { orderForLab, orderForMoney } from '../orders/actions.ts'
import { orderRetest } from '../orders/closing/after-delivery-contract.ts'
import { orderConfirm, orderDetail } from '../orders/contract.ts'
import {
  staffOrderAcceptRetest,
  staffOrderDetail,
  staffOrderHandIn,
  staffOrderStartCorrection,
} from '../orders/staff/staff-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { orderTestRecord, reportList, reportVerify, staffReportDetail, staffReportWithdraw } from './contract.ts'
import { staffReportUpload } from './results/upload-contract.ts'
import { reportZip, staffReportZip } from './zip-contract.ts'
import { reportDocument } from './documents/document-actions.ts'
import { publishReport } from './publish-actions.ts'
import { reportsOf } from './store.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let customer: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  customer = await scene.buyer(0)
}, 120_000)
afterAll(() => app.close())

const own = () => ({ as: customer })
const listOf = (orderNo: string) => app.call(reportList, { orderNo }, own())
const stageOf = async (orderNo: string) => (await orderForMoney(app.system, orderNo)).stage
const withdraw = (orderNo: string, reason = '样品混淆') =>
  app.call(staffReportWithdraw, { orderNo, reason }, { as: scene.staff.reviewer })
const askRetest = (orderNo: string) =>
  app.call(orderRetest, { orderNo, reason: '峰位偏移' }, { ...own(), idempotencyKey: randomUUID() })
const grantRetest = (orderNo: string) => app.call(staffOrderAcceptRetest, { orderNo }, { as: scene.staff.manager })

/** Moves the clock for orders without ending the sessions of these tests. */
async function later(days: number) {
  app.clock.advance({ days })
  await app.db.run(sql`update sessions set access_expires_at = ${app.clock.now()}::timestamptz + interval '1 hour'`)
}

describe('publishing', () => {
  it('[F-77] happens in the transaction that delivers, and a late event publishes nothing newer', async () => {
    const order = await scene.delivered(customer)
    const { version } = await orderForLab(app.system, order.id)
    expect((await listOf(order.orderNo)).reports).toMatchObject([{ edition: 1, state: 'valid' }])
    await askRetest(order.orderNo)
    await grantRetest(order.orderNo)
    await scene.upload(order, 'second.xy', '10 1\n20 9\n')
    await publishReport(app.system, order.id, version)
    await app.drain()
    const { reports, files } = await listOf(order.orderNo)
    expect([reports.length, files.map((file) => file.name)]).toEqual([1, [`${order.sampleNos[0]}.xy`]])
  })
})

describe('a withdrawn report', () => {
  it('[F-82] is followed by a corrected one; the order cannot be confirmed before, and the reason is shown with order and file', async () => {
    const order = await scene.delivered(customer)
    const { orderNo } = order
    await app.drain()
    const issued = (await listOf(orderNo)).reports[0]
    await withdraw(orderNo)

    const detail = await app.call(orderDetail, { orderNo }, own())
    expect(detail).toMatchObject({
      reportWithdrawnAt: expect.any(String),
      next: { what: '更正报告并重新交付', who: 'staff' },
    })
    expect(detail.actions).not.toContain('confirm')
    expect(await app.refusal(orderConfirm, { orderNo }, { ...own(), idempotencyKey: randomUUID() })).toMatchObject({
      status: 409,
      error: 'reportWithdrawn',
    })
    await later(8)
    await app.drain()
    expect(await stageOf(orderNo)).toBe('delivered')
    expect((await listOf(orderNo)).reports).toMatchObject([{ state: 'withdrawn', withdrawnReason: '样品混淆' }])

    await app.call(staffOrderStartCorrection, { orderNo, reason: '样品信息有误' }, { as: scene.staff.reviewer })
    const round = (await app.call(staffReportDetail, { orderNo }, { as: scene.staff.lab })).round
    expect(round).toMatchObject({ kind: 'correction', by: 'staff', reason: '样品信息有误' })
    expect(await app.refusal(staffOrderHandIn, { orderNo }, { as: scene.staff.lab })).toMatchObject({
      msg: '还不能提交审核：更正开始后检测记录和数据都没有变动，请按更正原因修改',
    })
    await scene.record(order, { instrument: 'SmartLab' })
    await scene.verify(order)
    await app.drain()
    const { reports } = await listOf(orderNo)
    expect(reports.map(({ edition, state }) => [edition, state])).toEqual([
      [2, 'valid'],
      [1, 'withdrawn'],
    ])
    expect(issued?.pdfFileId).not.toBeNull()
    await app.call(orderConfirm, { orderNo }, { ...own(), idempotencyKey: randomUUID() })
    expect(await stageOf(orderNo)).toBe('done')
  }, 60_000)

  it('[F-82] can be downloaded only with a stamp; the issued PDF is no longer available to the customer', async () => {
    const order = await scene.delivered(customer)
    const { orderNo } = order
    await app.drain()
    const before = (await listOf(orderNo)).reports[0]?.pdfFileId ?? 0
    await app.call(fileLink, { id: before }, own())
    await withdraw(orderNo)
    expect((await listOf(orderNo)).reports[0]?.pdfFileId).toBeNull()
    expect(await app.refusal(fileLink, { id: before }, own())).toMatchObject({ status: 404 })
    await app.drain()
    const after = (await listOf(orderNo)).reports[0]?.pdfFileId ?? 0
    expect(after).not.toBe(before)
    const { name } = await app.db.one<{ name: string }>(sql`select name from files where id = ${after}`)
    expect(name).toBe(`检测报告-${orderNo}-第1版-已撤回.pdf`)
    await app.call(staffFileLink, { id: before }, { as: scene.staff.reviewer })
  }, 60_000)

  it('[F-82] of a finished order can be corrected until half a year after the confirmation', async () => {
    const [early, late] = [await scene.delivered(customer), await scene.delivered(customer)]
    for (const { orderNo } of [early, late])
      await app.call(orderConfirm, { orderNo }, { ...own(), idempotencyKey: randomUUID() })
    const correct = { reason: '单位有误' }
    await app.call(staffOrderStartCorrection, { orderNo: early.orderNo, ...correct }, { as: scene.staff.manager })
    expect(await stageOf(early.orderNo)).toBe('testing')
    await later(181)
    expect(
      await app.refusal(staffOrderStartCorrection, { orderNo: late.orderNo, ...correct }, { as: scene.staff.manager }),
    ).toMatchObject({ status: 409, error: 'correctionTooLate' })
  })
})

describe('a retest', () => {
  it('[F-87] keeps the first round, marks it as replaced after the second is delivered, and meanwhile shows report 1 in doubt', async () => {
    const order = await scene.delivered(customer)
    const { orderNo } = order
    const code = (await listOf(orderNo)).reports[0]?.code ?? ''
    const stateOf = async () => (await app.call(reportVerify, { code }, {})).stateName
    expect(await stateOf()).toBe('有效')
    await askRetest(orderNo)
    expect(await stateOf()).toBe('复测中')
    await grantRetest(orderNo)
    expect([await stateOf(), (await listOf(orderNo)).reports[0]?.stageName]).toEqual(['复测中', '复测中'])

    await scene.record(order, { instrument: 'SmartLab' })
    // The second file has a different name, as laboratories name repetitions.
    await scene.upload(order, `${order.sampleNos[0]}-repeat.xy`, '10 1\n20 9\n')
    const during = await listOf(orderNo)
    expect(during.records.map(({ instrument, replaced }) => [instrument, replaced])).toEqual([['D8 Advance', false]])
    expect(during.files.map(({ version, replaced }) => [version, replaced])).toEqual([[1, false]])

    await scene.verify(order)
    const after = await listOf(orderNo)
    expect(after.records.map(({ instrument, round, replaced }) => [instrument, round, replaced])).toEqual([
      ['SmartLab', 2, false],
      ['D8 Advance', 1, true],
    ])
    expect(after.files.map(({ name, round, replaced }) => [name, round, replaced]).sort()).toEqual([
      [`${order.sampleNos[0]}-repeat.xy`, 2, false],
      [`${order.sampleNos[0]}.xy`, 1, true],
    ])
    expect(await stateOf()).toBe('已替换')
    const staff = await app.call(staffReportDetail, { orderNo }, { as: scene.staff.reviewer })
    expect(staff.records).toHaveLength(2)
  })

  it('[S-14] releases records to the customer with the delivery and not before, in every round', async () => {
    const order = await scene.testing(customer)
    const { orderNo } = order
    await scene.record(order)
    expect((await app.call(orderTestRecord, { orderNo }, own())).records).toEqual([])
    await scene.upload(order, `${order.sampleNos[0]}.xy`, '10 1\n20 5\n')
    await app.call(staffOrderHandIn, { orderNo }, { as: scene.staff.lab })
    expect((await app.call(orderTestRecord, { orderNo }, own())).records).toEqual([])
    expect(await listOf(orderNo)).toEqual({ records: [], files: [], reports: [], withoutData: [] })
  })
})

describe('names of result files', () => {
  const send = (orderNo: string, name: string, content: string | Buffer, foreignReason = '') =>
    app.refusal(
      staffReportUpload,
      { orderNo, foreignReason },
      { as: scene.staff.lab, file: { name, content }, idempotencyKey: randomUUID() },
    )

  it('[F-30] a file named after a sample of another order is refused unless a reason is given', async () => {
    const [order, other] = [await scene.testing(customer), await scene.testing(await scene.buyer(0))]
    const foreign = other.sampleNos[0] ?? ''
    for (const name of [
      `${foreign}.xy`,
      `XRD_${foreign.slice(0, -2)}-${foreign.slice(-2)} 2.csv`,
      `${other.orderNo}.csv`,
    ])
      expect([name, await send(order.orderNo, name, '10 1\n20 5\n')]).toMatchObject([
        name,
        { status: 409, error: 'foreignSample' },
      ])
    expect((await send(order.orderNo, `${foreign}.xy`, '10 1\n20 5\n')).msg).toContain(foreign)
    await scene.upload(order, `${foreign}.xy`, '10 1\n20 5\n', '两单同批测试，文件名未改')
    const { files } = await app.call(staffReportDetail, { orderNo: order.orderNo }, { as: scene.staff.reviewer })
    expect(files).toMatchObject([{ sampleNo: '', foreignReason: '两单同批测试，文件名未改' }])
    const { staffActions } = await app.call(staffOrderDetail, { orderNo: order.orderNo }, { as: scene.staff.lab })
    expect(staffActions).toContain('handIn')
  })

  it('[Q-125] whoever uploads a file with the bytes of another sample, and the reviewer, are told which, but not the customer', async () => {
    const [order, other] = [await scene.testing(customer), await scene.testing(await scene.buyer(0))]
    const [own = '', theirs = ''] = [order.sampleNos[0], other.sampleNos[0]]
    const bytes = `10 1\n20 ${randomUUID()}\n`
    const first = await scene.upload(other, `${theirs}.xy`, bytes)
    expect(first.sameAs).toBe('')
    expect((await scene.upload(other, `${theirs} again.xy`, bytes)).sameAs).toBe('')
    expect((await scene.upload(order, `${own}.xy`, bytes)).sameAs).toBe(`${theirs} 的 ${theirs} again.xy 等文件`)
    expect((await scene.upload(order, 'whole.xy', bytes)).sameAs).toBe(`${own} 的 ${own}.xy 等文件`)
    expect((await scene.upload(order, `${own} b.xy`, `${bytes}30 1\n`)).sameAs).toBe('')
    const { files } = await app.call(staffReportDetail, { orderNo: order.orderNo }, { as: scene.staff.reviewer })
    expect(files.map(({ sampleNo, sameAs }) => [sampleNo, sameAs !== ''])).toEqual([
      ['', true],
      [own, false],
      [own, true],
    ])
    await scene.record(order)
    await scene.verify(order)
    const delivered = await app.call(reportList, { orderNo: order.orderNo }, { as: customer })
    expect(delivered.files.map(({ sameAs }) => sameAs)).toEqual(['', '', ''])
  })

  it('[F-30] only allowed kinds of files are accepted as results, judged by ending and bytes', async () => {
    const order = await scene.testing(customer)
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
    for (const [name, content] of [
      ['evil.exe', program],
      ['evil.csv', program],
      ['page.html', '<script>1</script>'],
      ['run.sh', '#!/bin/sh\n'],
      ['noending', 'x'],
    ] as const)
      expect([name, await send(order.orderNo, name, content)]).toMatchObject([name, { error: 'notResultKind' }])
    await scene.upload(order, 'scan.CSV', '10 1\n20 5\n')
  })
})

describe('the report', () => {
  it('[F-60] [F-63] contains method, instrument, conditions, results with curves, and the verification code', async () => {
    const order = await scene.testing(customer)
    const { orderNo, id } = order
    const sampleNo = order.sampleNos[0] ?? ''
    await scene.record(order, { method: 'JY/T 0587-2020' })
    await scene.upload(order, `${sampleNo}.xy`, '10 1\n20 50\n30 2\n')
    await scene.upload(order, '说明.pdf', '%PDF-1.7 test')
    await scene.verify(order)
    const blocks = async () => {
      const [report] = await reportsOf(app.db, id)
      return report ? reportDocument(app.system, report) : undefined
    }
    const first = await blocks()
    const text = JSON.stringify(first)
    for (const part of ['JY/T 0587-2020', 'D8 Advance', 'Cu Kα', '说明.pdf', '不具有对社会的证明作用'])
      expect(text).toContain(part)
    expect(first?.blocks.slice(0, 2)).toMatchObject([
      { kind: 'letterhead' },
      { kind: 'title', code: { text: expect.stringContaining('/verify/') } },
    ])
    expect(first?.blocks.at(-1)).toMatchObject({ kind: 'signatures', people: [{ role: '检测人' }, { role: '审核人' }] })
    expect(first?.blocks.filter((block) => block.kind === 'code')).toEqual([])
    expect(first?.blocks.find((block) => block.kind === 'plot')).toMatchObject({
      xLabel: '2θ (°)',
      series: [{ x: [10, 20, 30], y: [1, 50, 2] }],
    })
    const results = first?.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
    expect(results).toContainEqual([sampleNo, `${sampleNo}.xy`, '10–30', '50', '20　2θ (°)'])

    await changeSetting(app.system, 'accreditedProjects', [scene.rids.xrd])
    expect(JSON.stringify(await blocks())).not.toContain('CNAS')
    await changeSetting(app.system, 'accreditedProjects', [])

    // The first edition keeps its content after later measurements.
    await askRetest(orderNo)
    await grantRetest(orderNo)
    await scene.record(order, { instrument: 'SmartLab' })
    await scene.upload(order, `${sampleNo}.xy`, '10 1\n20 70\n30 2\n')
    await scene.verify(order)
    const old = (await reportsOf(app.db, id)).find((report) => report.edition === 1)
    const stamped = old && (await reportDocument(app.system, old))
    expect(stamped?.stamp).toBe('已替换')
    expect(JSON.stringify(stamped)).toContain('D8 Advance')
    expect(JSON.stringify(stamped)).not.toContain('SmartLab')
    expect(stamped?.blocks.find((block) => block.kind === 'plot')).toMatchObject({ series: [{ y: [1, 50, 2] }] })
  })
})

describe('the ZIP of an order', () => {
  it('[F-63] has a folder per sample with the current files, for the customer and staff', async () => {
    const order = await scene.testing(customer, 2)
    const { orderNo } = order
    const [first = '', second = ''] = order.sampleNos
    await scene.record(order)
    await scene.upload(order, `${first}.xy`, '10 1\n20 5\n')
    await scene.upload(order, `${second}.xy`, '10 2\n20 6\n')
    expect(await app.refusal(reportZip, { orderNo }, own())).toMatchObject({ status: 409, error: 'nothingToPack' })
    await scene.verify(order)
    await app.drain()
    const { url } = await app.call(reportZip, { orderNo }, own())
    const answer = await app.server.inject({ url, headers: { token: customer.token } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.headers['content-disposition']).toContain(`${orderNo}.zip`)
    const names = namesInZip(answer.rawPayload)
    expect(names).toEqual(['检测报告-第1版.pdf', `${first}/${first}.xy`, `${second}/${second}.xy`])

    const other = await scene.buyer(0)
    expect(await app.refusal(reportZip, { orderNo }, { as: other })).toMatchObject({ status: 404 })
    const stolen = await app.server.inject({ url, headers: { token: other.token } })
    expect(stolen.statusCode).toBe(403)
    const staffLink = await app.call(staffReportZip, { orderNo }, { as: scene.staff.reviewer })
    const forStaff = await app.server.inject({ url: staffLink.url, headers: { token: scene.staff.reviewer.token } })
    expect(namesInZip(forStaff.rawPayload)).toEqual(names)
    expect(await app.refusal(staffReportZip, { orderNo }, { as: scene.staff.finance })).toMatchObject({ status: 403 })
    // Files removed after the link was created are left out.
    await app.db.run(sql`update files set customer_id = null where name = ${`${second}.xy`}`)
    const less = await app.server.inject({ url, headers: { token: customer.token } })
    expect(namesInZip(less.rawPayload)).toEqual(names.slice(0, 2))
  })
})

/** Reads the central directory. */
function namesInZip(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const names: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < bytes.readUInt16LE(end + 10); i++) {
    const length = bytes.readUInt16LE(at + 28)
    names.push(bytes.subarray(at + 46, at + 46 + length).toString())
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return names
}
