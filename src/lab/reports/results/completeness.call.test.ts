import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderSteps } from '../../../app/testing/order-steps.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { staffOrderHandIn, staffOrderVerify } from '../../orders/staff/staff-contract.ts'
import { orderForLab } from '../../orders/actions.ts'
import {
  reportList,
  staffReportDetail,
  staffReportMove,
  staffReportRemove,
  staffReportWithoutData,
} from '../contract.ts'
import { staffReportUpload } from './upload-contract.ts'
import { staffReportRecord } from './record-contract.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
})
afterAll(() => app.close())

it('[F-34] handing in requires a file or a reason for every sample, and a file can be assigned to another sample', async () => {
  const { orderNo, sampleNos, customer } = await steps.testing(3)
  const [first = '', second = '', third = ''] = sampleNos
  const as = { as: steps.staff.lab }
  const { lines } = await orderForLab(app.system, orderNo)
  const times = { startedAt: '2026-03-02 10:00', endedAt: '2026-03-02 10:00' }
  await app.call(
    staffReportRecord,
    { orderNo, lineId: lines[0]?.id ?? 0, instrument: 'D8', conditions: 'Cu', ...times },
    as,
  )
  const upload = async (name: string) => {
    const file = { name, content: `10 1\n20 ${name.length}\n30 2\n` }
    return (await app.call(staffReportUpload, { orderNo }, { ...as, file, idempotencyKey: randomUUID() })).id
  }
  await upload(`${first}.xy`)
  const whole = await upload('测试.xy')
  const missing = async () =>
    (await app.call(staffReportDetail, { orderNo }, as)).missing.map((text) => /MX\d+/.exec(text)?.[0])
  expect(await missing()).toEqual([second, third])
  expect(await app.refusal(staffOrderHandIn, { orderNo }, as)).toMatchObject({ error: 'incomplete' })

  await app.call(staffReportMove, { orderNo, fileId: whole, sampleNo: second }, as)
  expect(await missing()).toEqual([third])
  expect(await app.refusal(staffReportMove, { orderNo, fileId: whole, sampleNo: 'MX0000000000001' }, as)).toMatchObject(
    { error: 'unknownSample' },
  )
  expect(await app.refusal(staffReportMove, { orderNo, fileId: whole + 999, sampleNo: third }, as)).toMatchObject({
    status: 404,
  })

  await app.call(staffReportWithoutData, { orderNo, sampleNos: [third], reason: '研磨时分解' }, as)
  expect(await missing()).toEqual([])
  await app.call(staffReportWithoutData, { orderNo, sampleNos: [third], reason: '' }, as)
  expect(await missing()).toEqual([third])
  await app.call(staffReportWithoutData, { orderNo, sampleNos: [third], reason: '研磨时分解' }, as)
  await app.call(staffOrderHandIn, { orderNo }, as)
  expect(await app.refusal(staffReportMove, { orderNo, fileId: whole, sampleNo: third }, as)).toMatchObject({
    error: 'notTesting',
  })
  await app.call(staffOrderVerify, { orderNo }, { as: steps.staff.reviewer })
  await app.drain()
  const delivered = await app.call(reportList, { orderNo }, { as: customer })
  expect(delivered.withoutData).toEqual([{ sampleNo: third, reason: '研磨时分解' }])
  expect(delivered.files.map((file) => file.sampleNo)).toEqual([first, second])
})

it('[F-34] a file assigned to a sample replaces a file of the same name there', async () => {
  const { orderNo, sampleNos } = await steps.testing(2)
  const [first = '', second = ''] = sampleNos
  const as = { as: steps.staff.lab }
  const upload = async (sampleNo: string) => {
    const file = { name: 'a.xy', content: `10 1\n20 ${sampleNo.length}\n30 2\n` }
    return (await app.call(staffReportUpload, { orderNo, sampleNo }, { ...as, file, idempotencyKey: randomUUID() })).id
  }
  await upload(first)
  const fileId = await upload(second)
  await app.call(staffReportMove, { orderNo, fileId, sampleNo: first }, as)
  const { files } = await app.call(staffReportDetail, { orderNo }, as)
  expect(files.filter((file) => !file.replaced)).toMatchObject([{ id: fileId, sampleNo: first, version: 2 }])
})

it('[Q-47] a sample with a file of its own is not declared to be without data, and a file that comes later ends its declaration', async () => {
  const { orderNo, sampleNos } = await steps.testing(3)
  const [first = '', second = '', third = ''] = sampleNos
  const as = { as: steps.staff.lab }
  const upload = async (name: string) => {
    const file = { name, content: `10 1\n20 ${name.length}\n30 2\n` }
    return (await app.call(staffReportUpload, { orderNo }, { ...as, file, idempotencyKey: randomUUID() })).id
  }
  const declare = (numbers: string[]) => ({ orderNo, sampleNos: numbers, reason: '数据在整单文件中' })
  const state = async () => {
    const { withData, withoutData } = await app.call(staffReportDetail, { orderNo }, as)
    return { withData, declared: withoutData.map(({ sampleNo }) => sampleNo) }
  }
  const own = await upload(`${first}.xy`)
  const whole = await upload('整单.xy')
  expect(await app.refusal(staffReportWithoutData, declare([first, second]), as)).toMatchObject({
    error: 'hasData',
    msg: `样品 ${first} 已有数据文件，不能注明无数据；文件有误请先移除或改归`,
  })
  expect(await state()).toEqual({ withData: [first], declared: [] })

  // A file of the whole order is none of a sample.
  await app.call(staffReportWithoutData, declare([second, third]), as)
  expect(await state()).toEqual({ withData: [first], declared: [second, third] })
  await upload(`${second}.xy`)
  expect(await state()).toEqual({ withData: [first, second], declared: [third] })
  await app.call(staffReportMove, { orderNo, fileId: whole, sampleNo: third }, as)
  expect(await state()).toEqual({ withData: [first, second, third], declared: [] })

  await app.call(staffReportRemove, { orderNo, fileId: own }, as)
  await app.call(staffReportWithoutData, declare([first]), as)
  expect(await state()).toEqual({ withData: [second, third], declared: [first] })
})
