import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene, sampleOf } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { deviceSearch } from '../../../shop/catalogue/contract.ts'
import { yuan } from '../../../../demo/catalogue/authoring.ts'
import { xrdRefinement } from '../../../../demo/catalogue/diffraction/xrd-refinement.ts'
import { initialValues } from '../../../shop/catalogue/forms/form-rules.ts'
import { addProject } from '../../../shop/catalogue/publish-actions.ts'
import { sweepFiles } from '../../../core/files/sweep-actions.ts'
import { fileUpload, staffFileLink } from '../../../core/files/contract.ts'
import { messageList } from '../../../workspace/notices/contract.ts'
import { planAdd, planDelete } from '../../plans/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { openSession } from '../../../platform/auth/sessions.ts'
import { orderDetail } from '../contract.ts'
import { orderAdd } from '../../ordering/contract.ts'
import { orderDataAdd, orderDataDel, orderDataList } from './data-contract.ts'
import { staffOrderApprove, staffOrderCheckIn, staffOrderDetail } from '../staff/staff-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let lab: TestPerson
let manager: TestPerson
const rids = { refinement: 0, plotting: 0 }
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  lab = await app.staff('lab')
  manager = await app.staff('manager')
  const { list } = await app.call(deviceSearch, { kw: '精修', size: 20 })
  rids.refinement = list.find((item) => item.name.includes('精修'))?.rid ?? 0
  const { rid } = await analysisWithoutFiles()
  rids.plotting = rid
})
afterAll(() => app.close())

/** An analysis whose form asks for no file: its data comes by the upload alone. */
async function analysisWithoutFiles() {
  const rid = await addProject(app.system, {
    ...xrdRefinement,
    slug: 'plain-analysis',
    name: '数据绘图',
    form: { fields: [] },
    rule: {
      kind: 'rated',
      rates: [{ key: 'set', label: '绘图', basis: '次', unitFen: yuan(100), perSample: true }],
      addOns: [],
    },
  })
  return { rid: rid ?? 0 }
}

async function upload(person: TestPerson, name: string, content = `${name} ${randomUUID()}`) {
  const file = { name, content }
  return (await app.call(fileUpload, { purpose: 'data' }, { as: person, file, idempotencyKey: randomUUID() })).id
}

const key = () => ({ idempotencyKey: randomUUID() })
const dataSample = (planId: number) => ({ ...sampleOf(planId, '1'), form: 'data' as const, composition: '' })

async function ordered(person: TestPerson) {
  const planId = await scene.plan(person, { rid: rids.plotting, parameters: {} })
  const request = {
    ...scene.request([planId]),
    samples: [{ ...dataSample(planId), hazards: ['toxic' as const], returnWanted: true }],
    delivery: { kind: 'upload' as const },
  }
  return (await app.call(orderAdd, request, { as: person, ...key() })).orderNo
}

describe('data for analysis', () => {
  it('[F-33] is uploaded in the wizard, attached to the order, and opened by the laboratory', async () => {
    const person = await scene.buyer(0)
    const first = await upload(person, 'scan-1.xy')
    const second = await upload(person, 'scan-2.xy')
    await app.call(orderDataAdd, { fileId: first }, { as: person, ...key() })
    await app.call(orderDataAdd, { fileId: second }, { as: person, ...key() })
    await app.call(orderDataDel, { fileId: second }, { as: person })
    expect((await app.call(orderDataList, {}, { as: person })).files).toMatchObject([{ name: 'scan-1.xy' }])
    const orderNo = await ordered(person)
    expect((await app.call(orderDataList, {}, { as: person })).files).toEqual([])
    const detail = await app.call(staffOrderDetail, { orderNo }, { as: lab })
    expect(detail.dataFiles).toMatchObject([{ id: first, name: 'scan-1.xy' }])
    expect((await app.call(staffFileLink, { id: first }, { as: lab })).url).toMatch(/^\/files\//)
    // Data has no hazards and no storage, and is not sent back.
    expect(detail.samples).toMatchObject([{ stageName: '待传数据', composition: '', hazards: [], returnWanted: false }])
  })

  it('[F-33] data can be registered only when there is some; until then files can be removed, later only added', async () => {
    const person = await scene.buyer(0)
    const orderNo = await ordered(person)
    await app.call(staffOrderApprove, { orderNo }, { as: manager })
    await app.drain()
    const { list } = await app.call(messageList, {}, { as: person })
    expect(list.find((message) => message.title === '订单已通过审核')?.text).toBe(
      `您的订单${orderNo}已通过审核，费用¥100.00。请在订单页面上传待分析数据。`,
    )
    expect(await app.refusal(staffOrderCheckIn, { orderNo }, { as: lab })).toMatchObject({ error: 'noData' })
    const fileId = await upload(person, 'raw.dat')
    const stranger = await scene.buyer(0)
    expect(await app.refusal(orderDataAdd, { orderNo, fileId }, { as: stranger, ...key() })).toMatchObject({
      status: 404,
    })
    const added = await app.call(orderDataAdd, { orderNo, fileId }, { as: person, ...key() })
    expect(added).toMatchObject({ files: [{ id: fileId }], removable: true })
    await app.call(staffOrderCheckIn, { orderNo }, { as: lab })
    expect(await app.refusal(orderDataDel, { orderNo, fileId }, { as: person })).toMatchObject({ error: 'dataClosed' })
    const more = await upload(person, 'more.dat')
    expect(await app.call(orderDataAdd, { orderNo, fileId: more }, { as: person, ...key() })).toMatchObject({
      files: [{ id: fileId }, { id: more }],
      addable: true,
      removable: false,
    })
    expect(await app.call(orderDetail, { orderNo }, { as: person })).toMatchObject({
      stageName: '已收数据',
      received: 1,
    })
    await app.drain()
    expect((await app.call(messageList, {}, { as: person })).list[0]?.text).toContain('数据已收到')
  })

  it('[F-33] an order takes fifty files, and refuses the next one', async () => {
    const person = await scene.buyer(0)
    const orderNo = await ordered(person)
    const add = async (i: number) => ({ orderNo, fileId: await upload(person, `scan-${i}.xy`) })
    for (let i = 1; i <= 50; i++) await app.call(orderDataAdd, await add(i), { as: person, ...key() })
    expect(await app.refusal(orderDataAdd, await add(51), { as: person, ...key() })).toMatchObject({
      error: 'tooManyDataFiles',
    })
    expect((await app.call(orderDataList, { orderNo }, { as: person })).files).toHaveLength(50)
  })

  it('[F-33] a file of a parameter must be the customer’s own, is kept, and can be opened by the laboratory', async () => {
    const person = await scene.buyer(0)
    const fileId = await upload(person, 'pattern.xy')
    const parameters = {
      ...initialValues(xrdRefinement.form),
      data: [{ id: String(fileId), name: 'pattern.xy' }],
      instrument: 'Cu Kα',
      phases: [{ name: 'LiCoO2' }],
    }
    const line = { rid: rids.refinement, parameters, sampleCount: 1, urgent: false }
    expect(await app.refusal(planAdd, line, { as: await scene.buyer(0), ...key() })).toMatchObject({
      error: 'invalid',
      msg: '附件已失效，请重新上传',
    })
    const planId = await scene.plan(person, line)
    const removed = await scene.plan(person, {
      ...line,
      parameters: { ...parameters, data: [{ id: String(await upload(person, 'other.xy')), name: 'other.xy' }] },
    })
    await app.call(planDelete, { ids: [removed] }, { as: person, ...key() })
    app.clock.advance({ hours: 30 })
    await sweepFiles(app.system)
    const kept = await app.db.rows(sql`select name from files where name in ('pattern.xy', 'other.xy')`)
    expect(kept).toEqual([{ name: 'pattern.xy' }])
    lab = await app.staff('lab')
    const again = { ...person, token: (await openSession(app.system, 'customer', person.id)).token }
    const request = {
      ...scene.request([planId]),
      samples: [dataSample(planId)],
      delivery: { kind: 'upload' as const },
    }
    const { orderNo } = await app.call(orderAdd, request, { as: again, ...key() })
    const { lines } = await app.call(staffOrderDetail, { orderNo }, { as: lab })
    expect(lines[0]?.files).toMatchObject([{ id: fileId, name: 'pattern.xy', label: '衍射数据' }])
    expect((await app.call(staffFileLink, { id: fileId }, { as: lab })).url).toMatch(/^\/files\//)
  })
})
