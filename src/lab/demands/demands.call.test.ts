import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileUpload } from '../../core/files/contract.ts'
import { messageList } from '../../workspace/notices/contract.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { sampleOf } from '../../app/testing/scenes/order-scene.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { firstAgreementVersion as agreementVersion } from '../../core/agreements/agreement-rules.ts'
import { orderAdd } from '../ordering/contract.ts'
import { takeFromPlan } from '../plans/actions.ts'
import { planDelete, planEdit, planList } from '../plans/contract.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../platform/time.ts'
import { sql } from '../../platform/db/sql.ts'
import { postDemand } from './actions.ts'
import {
  demandAccept,
  demandAdd,
  demandCancel,
  demandList,
  staffDemandAnswer,
  staffDemandClose,
  staffDemandDetail,
  staffDemandReply,
  staffDemandSettle,
} from './contract.ts'
import { staffDemandList } from './list-contract.ts'
import { demandLimits } from './rules.ts'

let app: TestApp
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const wish = { title: '单晶 XRD 解析', body: '无色块状晶体，约 0.2 mm，希望得到结构与 CIF。' }

async function asked(as?: TestPerson) {
  const person = as ?? (await app.customer(0))
  const { id, receiptNo } = await app.call(demandAdd, wish, { as: person })
  return { id, receiptNo, as: person }
}

const offer = (id: number, version = 1) => ({
  id,
  version,
  title: '单晶衍射与结构解析',
  text: '低温 100 K 收集数据，SHELXL 精修，交付 CIF 与 checkCIF 报告。',
  lines: [
    { label: '数据收集', amountFen: 80_000 },
    { label: '结构解析', amountFen: 40_000 },
  ],
  serviceType: 1 as const,
  sampleCount: 1,
  daysFrom: 7,
  daysTo: 10,
  validUntil: '2026-03-10',
})

async function answered(as?: TestPerson) {
  const made = await asked(as)
  await app.call(staffDemandAnswer, offer(made.id), { as: manager })
  return made
}

const mine = async (as: TestPerson) => (await app.call(demandList, {}, { as })).list

describe('[X-02] demands outside the catalogue', () => {
  it('a customer posts a demand with budget, deadline and files and gets a receipt number', async () => {
    const as = await app.customer(0)
    const file = await app.call(
      fileUpload,
      { purpose: 'attachment' },
      { as, file: { name: '晶体照片.txt', content: 'x' } },
    )
    const full = { ...wish, serviceType: 1 as const, budgetFen: 200_000, deadline: '2026-03-20', fileIds: [file.id] }
    const { id, receiptNo } = await app.call(demandAdd, full, { as })
    expect(receiptNo).toMatch(/^XQ260302\d{5}$/)
    expect(await mine(as)).toMatchObject([
      {
        id,
        stage: 'open',
        stageName: '待响应',
        budgetFen: 200_000,
        deadline: '2026-03-20',
        files: [{ name: '晶体照片.txt' }],
      },
    ])
    const { list } = await app.call(staffDemandList, { tab: 'open' }, { as: manager })
    expect(list.find((row) => row.id === id)).toMatchObject({
      kind: 'customer',
      contactName: '测试客户',
      contactPhone: maskPhone(as.phone),
      company: '测试大学',
      dueAt: '2026-03-02 12:00:00',
      overdue: false,
    })
  })

  it('the manager answers with an offer, the customer is notified, and accepting it adds a plan line at that price', async () => {
    const { id, receiptNo, as } = await answered()
    await app.drain()
    const { list: messages } = await app.call(messageList, {}, { as })
    expect(messages[0]).toMatchObject({ title: '需求已报价', link: '/experiment/demand' })
    const [item] = await mine(as)
    expect(item).toMatchObject({
      stage: 'answered',
      mayAccept: true,
      answer: { totalFen: 120_000, validUntil: '2026-03-10', expired: false },
    })
    expect(await app.call(demandAccept, { id, version: 2 }, { as })).toEqual({ stage: 'accepted', planCount: 1 })
    const { dataArr } = await app.call(planList, {}, { as })
    expect(dataArr).toMatchObject([
      {
        type_id: 0,
        type_name: '定制项目',
        items: [
          { name: '单晶衍射与结构解析', amountFen: 120_000, validity: 'valid', agreed: true, days: '7–10', rid: 0 },
        ],
      },
    ])
    expect(JSON.stringify(dataArr)).toContain(receiptNo)
    expect(await app.refusal(demandAccept, { id, version: 3 }, { as })).toMatchObject({
      status: 409,
      error: 'alreadyInPlan',
    })
  })

  it('an agreed line has no parameters, and after deletion can be added again while the offer is valid', async () => {
    const { id, as } = await answered()
    await app.call(demandAccept, { id, version: 2 }, { as })
    const { dataArr } = await app.call(planList, {}, { as })
    const line = dataArr[0]?.items[0]?.id ?? 0
    expect(
      await app.refusal(planEdit, { id: line, parameters: {}, sampleCount: 5, urgent: false }, { as }),
    ).toMatchObject({ error: 'agreedLine' })
    await app.call(planDelete, { ids: [line] }, { as })
    expect(await mine(as)).toMatchObject([{ stage: 'accepted', inPlan: false, mayAccept: true }])
    expect(await app.call(demandAccept, { id, version: 3 }, { as })).toMatchObject({ planCount: 1 })
  })

  it('withdrawing and closing end a demand, the customer reads the reason, and no further action is possible', async () => {
    const a = await asked()
    expect(await app.call(demandCancel, { id: a.id, version: 1 }, { as: a.as })).toEqual({ stage: 'withdrawn' })
    expect(
      await app.refusal(staffDemandAnswer, { ...offer(a.id, 2), validUntil: '2026-03-20' }, { as: manager }),
    ).toMatchObject({ error: 'stageConflict' })
    const b = await asked()
    await app.call(staffDemandClose, { id: b.id, version: 1, reason: '需同步辐射光源，本平台不具备' }, { as: manager })
    await app.drain()
    expect(await mine(b.as)).toMatchObject([
      { stage: 'closed', closeReason: '需同步辐射光源，本平台不具备', mayAccept: false },
    ])
    expect((await app.call(messageList, {}, { as: b.as })).list[0]?.text).toContain('同步辐射')
    expect(await app.refusal(demandCancel, { id: b.id, version: 2 }, { as: b.as })).toMatchObject({ status: 409 })
  })

  it('[T-39] of withdrawing and answering at the same time one succeeds', async () => {
    const { id, as } = await asked()
    const answers = await Promise.all([
      app.send(demandCancel, { id, version: 1 }, { as }),
      app.send(staffDemandAnswer, { ...offer(id), validUntil: '2026-03-20' }, { as: manager }),
    ])
    expect(answers.map((a) => a.body.code).sort()).toEqual([0, 1])
  })

  it('[T-40] demands and files of another customer are not found', async () => {
    const { id } = await asked()
    const as = await app.customer(1)
    expect(await app.refusal(demandCancel, { id, version: 1 }, { as })).toMatchObject({ status: 404 })
    expect(await app.refusal(demandAccept, { id, version: 1 }, { as })).toMatchObject({ status: 404 })
    const other = await app.customer(1)
    const file = await app.call(
      fileUpload,
      { purpose: 'attachment' },
      { as: other, file: { name: 'a.txt', content: 'x' } },
    )
    expect(await app.refusal(demandAdd, { ...wish, fileIds: [file.id] }, { as })).toMatchObject({ status: 404 })
    expect(await mine(as)).toEqual([])
  })

  it('[T-44] only the manager reads and answers', async () => {
    const { id } = await asked()
    for (const role of ['lab', 'finance', 'editor', 'admin'] as const) {
      const as = await app.staff(role)
      expect(await app.refusal(staffDemandList, {}, { as })).toMatchObject({ status: 403 })
      expect(await app.refusal(staffDemandAnswer, offer(id), { as })).toMatchObject({ status: 403 })
    }
  })

  it('[T-20] [T-22] the same key posts once; amounts, days and texts out of bounds are refused', async () => {
    const as = await app.customer(0)
    const first = await app.call(demandAdd, wish, { as, idempotencyKey: 'demand-key-0001' })
    expect(await app.call(demandAdd, wish, { as, idempotencyKey: 'demand-key-0001' })).toEqual(first)
    for (const bad of [
      { budgetFen: 0 },
      { budgetFen: 1.5 },
      { deadline: '2026-02-30' },
      { title: '' },
      { serviceType: 4 },
      { stage: 'accepted' },
    ])
      expect(await app.refusal(demandAdd, { ...wish, ...bad }, { as }), JSON.stringify(bad)).toMatchObject({
        error: 'invalid',
      })
    expect(await app.refusal(demandAdd, { ...wish, deadline: '2026-03-01' }, { as })).toMatchObject({
      error: 'pastDeadline',
    })
    for (let i = 1; i < demandLimits.open; i++) await app.call(demandAdd, wish, { as })
    expect(await app.refusal(demandAdd, wish, { as })).toMatchObject({ error: 'tooManyOpen' })
  })
})

describe('requirements of visitors in the same list', () => {
  it('[F-94] are answered once from the console by SMS to the given phone, and the answer is recorded', async () => {
    const phone = '13911112222'
    const { id, receiptNo } = await postDemand(app.system, {
      ...{ kind: 'visitor', customerId: null, contactName: '李工', contactPhone: phone, company: '' },
      ...{
        title: '薄膜厚度',
        body: '硅片上 100 nm 左右',
        serviceType: null,
        budgetFen: null,
        deadline: null,
        fileIds: [],
      },
    })
    const reply = { id, version: 1, text: '可以测，约 5 个工作日，800 元起' }
    expect(await app.call(staffDemandReply, reply, { as: manager })).toEqual({ stage: 'closed' })
    expect(await app.refusal(staffDemandReply, reply, { as: manager })).toMatchObject({ error: 'stageConflict' })
    await app.drain()
    const sent = (await app.outbox()).filter(({ to }) => to === phone)
    expect(sent).toMatchObject([{ channel: 'sms', text: `您的需求 ${receiptNo} 已答复：${reply.text}` }])
    expect(await app.call(staffDemandDetail, { id }, { as: manager })).toMatchObject({
      stage: 'closed',
      closeReason: `短信答复：${reply.text}`,
    })
    const { id: wished } = await asked()
    expect(await app.refusal(staffDemandReply, { ...reply, id: wished }, { as: manager })).toMatchObject({
      error: 'customerByOffer',
    })
  })

  it('are answered by phone: without an offer, with a recorded result', async () => {
    const { id, receiptNo } = await postDemand(app.system, {
      kind: 'visitor',
      customerId: null,
      contactName: '王工',
      contactPhone: '13800001111',
      company: '某材料公司',
      title: '涂层附着力',
      body: '钢基体涂层，划格与拉拔',
      serviceType: null,
      budgetFen: null,
      deadline: null,
      fileIds: [],
    })
    const { list } = await app.call(
      staffDemandList,
      { tab: 'all', filters: { kind: ['visitor'] }, kw: '1380000' },
      { as: manager },
    )
    expect(list).toMatchObject([{ id, receiptNo, kind: 'visitor', contactPhone: '138****1111', customerId: null }])
    expect((await app.call(staffDemandDetail, { id }, { as: manager })).contactPhone).toBe('13800001111')
    expect(
      await app.refusal(staffDemandAnswer, { ...offer(id), validUntil: '2026-03-20' }, { as: manager }),
    ).toMatchObject({ error: 'visitorByPhone' })
    await app.call(staffDemandSettle, { id, version: 1, reason: '已电话沟通，注册后下单' }, { as: manager })
    await app.drain()
    expect(await app.call(staffDemandDetail, { id }, { as: manager })).toMatchObject({
      stage: 'closed',
      closeReason: '已电话沟通，注册后下单',
      mayClose: false,
      history: [{ what: '提交需求' }, { what: '登记处理结果', reason: '已电话沟通，注册后下单' }],
    })
    expect(
      await app.db.one(sql`select count(*) as n from jobs where state = 'waiting' and name like 'demand%'`),
    ).toEqual({ n: 0 })
  })
})

describe('[X-02] offers in time', () => {
  it('an offer past its last day cannot be accepted and can be renewed', async () => {
    const { id, as } = await answered()
    app.clock.advance({ days: 9 })
    as.token = (await openSession(app.system, 'customer', as.id)).token
    manager.token = (await openSession(app.system, 'staff', manager.id)).token
    expect(await app.refusal(demandAccept, { id, version: 2 }, { as })).toMatchObject({
      status: 409,
      error: 'offerExpired',
    })
    expect(await mine(as)).toMatchObject([{ mayAccept: false, answer: { expired: true } }])
    expect(await app.refusal(staffDemandAnswer, offer(id, 2), { as: manager })).toMatchObject({ error: 'badValidDay' })
    await app.call(staffDemandAnswer, { ...offer(id, 2), validUntil: '2026-03-20' }, { as: manager })
    await app.call(demandAccept, { id, version: 3 }, { as })
  })
})

describe('[X-02] an agreed line in an order', () => {
  it('[S-13] is refused after its last day and stays in the plan as expired, and is accepted on the last day', async () => {
    const as = await app.customer(1)
    const { id } = await asked(as)
    const lastDay = shanghaiDate(addDays(app.clock.now(), 3))
    await app.call(staffDemandAnswer, { ...offer(id), validUntil: lastDay }, { as: manager })
    await app.call(demandAccept, { id, version: 2 }, { as })
    const planLine = async () => (await app.call(planList, {}, { as })).dataArr[0]?.items[0]
    const planId = (await planLine())?.id ?? 0
    const take = (at: Date) =>
      app.db.tx((tx) =>
        takeFromPlan(
          { ...app.system, db: tx, clock: { now: () => at } },
          as.id,
          { ownGroup: 'individual', group: 'individual' },
          [planId],
        ),
      )
    const end = addDays(fromShanghai(lastDay), 1)
    await expect(take(end)).rejects.toMatchObject({ kind: { error: 'lineInvalid' }, message: /的报价已过期$/ })
    expect((await planLine())?.id).toBe(planId)
    expect(await take(new Date(end.getTime() - 1000))).toMatchObject([{ id: planId }])
  })

  it('is ordered at the agreed price, recorded with the demand, and cannot be ordered twice', async () => {
    const as = await app.customer(1)
    const { id } = await asked(as)
    await app.call(staffDemandAnswer, { ...offer(id), validUntil: '2026-03-20' }, { as: manager })
    await app.call(demandAccept, { id, version: 2 }, { as })
    const { dataArr } = await app.call(planList, {}, { as })
    const planId = dataArr[0]?.items[0]?.id ?? 0
    const request = {
      planIds: [planId],
      samples: [sampleOf(planId, 'A-1')],
      contact: { name: '王同学', phone: '13800138000', email: '' },
      delivery: { kind: 'self_send' as const },
      invoice: { type: 0 as const },
      remark: '',
      agreementVersion,
      agreed: true as const,
    }
    const order = await app.call(orderAdd, request, { as, idempotencyKey: 'demand-order-01' })
    expect(order).toMatchObject({ stage: 'prepay', estimateFen: 120_000 })
    expect(await mine(as)).toMatchObject([
      { stage: 'accepted', orderNo: order.orderNo, inPlan: false, mayAccept: false },
    ])
    expect(await app.refusal(demandAccept, { id, version: 3 }, { as })).toMatchObject({
      status: 409,
      error: 'alreadyOrdered',
    })
    expect(await app.call(planList, {}, { as })).toMatchObject({ planCount: 0 })
    expect(await app.call(staffDemandDetail, { id }, { as: manager })).toMatchObject({ orderNo: order.orderNo })
  })
})
