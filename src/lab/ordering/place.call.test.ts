import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene, sampleOf } from '../../app/testing/scenes/order-scene.ts'
import { bookChecks } from '../../app/book-checks.ts'
import { runCheck } from '../../platform/book-check.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { deviceDetail } from '../../shop/site/contract.ts'
import { initialValues } from '../../shop/catalogue/forms/form-rules.ts'
import { reviseProject } from '../../shop/catalogue/publish-actions.ts'
import { xrd } from '../../../demo/catalogue/diffraction/xrd.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { planEdit, planList } from '../plans/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { soundsOf } from '../../people/customers/search-actions.ts'
import { orderAgain, orderCancel, orderDetail, orderHistory } from '../orders/contract.ts'
import { draftGet, draftSave, orderAdd } from './contract.ts'
import { addressWords } from './drafts/draft-fields.tsx'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let student: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  student = await scene.buyer(0)
})
afterAll(() => app.close())

const add = (input: unknown, person: TestPerson, key: string = randomUUID()) =>
  app.refusal(orderAdd, input, { as: person, idempotencyKey: key })

describe('placing an order', () => {
  it('[M-20] an institute order waits for review with its estimate set aside from the credit', async () => {
    const person = await scene.buyer(3)
    const planId = await scene.plan(person, { sampleCount: 3 })
    const order = await app.call(orderAdd, scene.request([planId], [3]), { as: person, idempotencyKey: randomUUID() })
    expect(order).toMatchObject({ stage: 'review', stageName: '待审核', estimateFen: 18_000 })
    expect(order.orderNo).toMatch(/^MX260302\d{5}$/)
    expect(order.sampleNos).toEqual(['01', '02', '03'].map((n) => order.orderNo + n))
    expect(await creditOf(app.system, person.id)).toMatchObject({ heldFen: 18_000, availableFen: 5_000_000 - 18_000 })
    expect(await app.call(planList, {}, { as: person })).toMatchObject({ planCount: 0 })
  })

  it('[M-20] an individual prepays, an enterprise and quote-only work wait for a quote', async () => {
    expect(await scene.order(await scene.buyer(1))).toMatchObject({ stage: 'prepay', estimateFen: 7_500 })
    expect(await scene.order(await scene.buyer(2))).toMatchObject({ stage: 'quoting' })
    const planId = await scene.plan(student, { rid: scene.rids.quoteOnly })
    expect(await app.call(orderAdd, scene.request([planId]), { as: student })).toMatchObject({
      stage: 'quoting',
      estimateFen: null,
    })
  })

  it('[F-52] keeps how its title sounds, so that staff find it by pinyin at once and no job rewrites it', async () => {
    const { orderNo } = await scene.order(student)
    const { title, sounds } = await app.db.one<{ title: string; sounds: string }>(
      sql`select title, sounds from orders where order_no = ${orderNo}`,
    )
    expect([title, sounds]).toEqual([title, soundsOf([title])])
    expect(sounds).not.toBe('')
  })

  it('[T-20] [T-21] repeats its answer for the same idempotency key and refuses another body', async () => {
    const planId = await scene.plan(student)
    const input = scene.request([planId])
    const key = randomUUID()
    const first = await app.call(orderAdd, input, { as: student, idempotencyKey: key })
    expect(await app.call(orderAdd, input, { as: student, idempotencyKey: key })).toEqual(first)
    expect(await add({ ...input, remark: '改了' }, student, key)).toMatchObject({
      status: 409,
      error: 'idempotencyMismatch',
    })
    expect(await add(input, student)).toMatchObject({ status: 409, error: 'linesGone' })
  })

  it('[T-27] [T-41] takes no price, stage or owner from a client', async () => {
    const planId = await scene.plan(student)
    const input = scene.request([planId])
    for (const extra of [{ estimateFen: 1 }, { stage: 'done' }, { customerId: 1 }, { payerId: 2 }]) {
      expect(await add({ ...input, ...extra }, student)).toMatchObject({ status: 200, error: 'invalid' })
    }
    expect(await add({ ...input, samples: [{ ...sampleOf(planId, '1'), amountFen: 0 }] }, student)).toMatchObject({
      error: 'invalid',
    })
  })

  it('[T-40] refuses plan lines of another customer like unknown ones, and leaves them unchanged', async () => {
    const other = await scene.buyer(0)
    const planId = await scene.plan(other)
    expect(await add(scene.request([planId]), student)).toMatchObject({ error: 'linesGone' })
    expect(await app.call(planList, {}, { as: other })).toMatchObject({ planCount: 1 })
  })

  it('[F-61] a return address gets the region names of its code, each once', async () => {
    const planId = await scene.plan(student, { sampleCount: 1 })
    const good = scene.request([planId], [1])
    const samples = good.samples.map((sample) => ({ ...sample, returnWanted: true }))
    const address = { name: '王同学', phone: '13800138000', address: '中关村大街 1 号' }
    const wrong = { ...address, province: '火星', city: '火星', address_code: '999999' }
    expect(await add({ ...good, samples, returnAddress: wrong }, student)).toMatchObject({
      error: 'returnRegionUnknown',
    })
    const returnAddress = { ...wrong, address_code: '110108' }
    const { orderNo } = await app.call(orderAdd, { ...good, samples, returnAddress }, { as: student })
    const order = await app.call(orderDetail, { orderNo }, { as: student })
    expect(order.returnAddress).toMatchObject({ province: '北京市', area: '海淀区', address_code: '110108' })
    expect(addressWords(order.returnAddress ?? {})).toBe('王同学 13800138000 北京市海淀区中关村大街 1 号')
  })

  it('[Q-64] samples that their test uses up are not sent back, and need no address; the others are', async () => {
    const used = await app.db.one<{ id: number }>(sql`
      update projects set content = content || '{"consumed": true}' where id = ${scene.rids.sem} returning id`)
    expect(used?.id).toBe(scene.rids.sem)
    const buyer = await scene.buyer(0)
    const { form } = await app.call(deviceDetail, { rid: scene.rids.sem })
    const consumed = await scene.plan(buyer, { rid: scene.rids.sem, parameters: initialValues(form) })
    const wishes = (planIds: number[]) => {
      const good = scene.request(planIds)
      const samples = good.samples.map((sample) => ({ ...sample, returnWanted: true }))
      return { ...good, samples, warningsConfirmed: true }
    }
    const returnAddress = { name: '王同学', phone: '13800138000', address: '中关村大街 1 号' }
    const both = [consumed, await scene.plan(buyer)]
    expect(await add(wishes(both), buyer)).toMatchObject({ error: 'returnAddressRequired' })
    const placed = async (input: ReturnType<typeof wishes> & { returnAddress?: typeof returnAddress }) => {
      const { orderNo } = await app.call(orderAdd, input, { as: buyer })
      const order = await app.call(orderDetail, { orderNo }, { as: buyer })
      return [order.samples.map(({ returnWanted }) => returnWanted), order.returnAddress?.name]
    }
    expect(await placed({ ...wishes(both), returnAddress })).toEqual([[false, true], '王同学'])
    const again = await scene.plan(buyer, { rid: scene.rids.sem, parameters: initialValues(form) })
    expect(await placed(wishes([again]))).toEqual([[false], undefined])
  })

  it('[Q-63] refuses an e-mail address that is none', async () => {
    const planId = await scene.plan(student)
    const contact = { name: '王同学', phone: '13800138000', email: 'not-mail' }
    expect(await add({ ...scene.request([planId]), contact }, student)).toMatchObject({
      fields: { 'contact.email': '邮箱格式不正确' },
    })
  })

  it('[F-61] names every missing part of an order in the same style', async () => {
    const planId = await scene.plan(student)
    const contact = { name: '', phone: '', email: '' }
    expect(await add({ ...scene.request([planId]), contact }, student)).toMatchObject({
      fields: { 'contact.name': '请填写联系人', 'contact.phone': '请填写手机号' },
    })
  })

  it('names errors of samples by row and field', async () => {
    const planId = await scene.plan(student, { sampleCount: 2 })
    const good = scene.request([planId], [2])
    const [first, second] = good.samples as [(typeof good.samples)[number], (typeof good.samples)[number]]
    expect(await add({ ...good, samples: [first] }, student)).toMatchObject({
      error: 'invalid',
      msg: expect.stringContaining('应有 2 个样品'),
    })
    expect(await add({ ...good, samples: [first, { ...second, ownNo: first.ownNo }] }, student)).toMatchObject({
      fields: { 'samples.1.ownNo': expect.stringContaining('重复') },
    })
    expect(await add({ ...good, samples: [first, { ...second, hazards: ['radioactive'] }] }, student)).toMatchObject({
      msg: '第 2 行：不接收放射性样品',
    })
    expect(await add({ ...good, samples: [first, { ...second, composition: ' ' }] }, student)).toMatchObject({
      fields: { 'samples.1.composition': '第 2 行：请填写主要成分' },
    })
    expect(await add({ ...good, samples: [first, { ...second, form: 'gas' }] }, student)).toMatchObject({
      fields: { 'samples.1.form': '请选择样品形态' },
    })
    expect(await add({ ...good, samples: [first, { ...second, returnWanted: true }] }, student)).toMatchObject({
      error: 'returnAddressRequired',
    })
    expect(await add({ ...good, delivery: { kind: 'upload' } }, student)).toMatchObject({ error: 'deliveryMismatch' })
    expect(await add({ ...good, agreed: false }, student)).toMatchObject({ msg: '请阅读并同意服务协议' })
    expect(await add({ ...good, agreementVersion: '2020-01' }, student)).toMatchObject({
      status: 409,
      error: 'agreementChanged',
    })
    expect(await app.call(planList, {}, { as: student })).toMatchObject({ planCount: expect.any(Number) })
    expect(await app.call(orderAdd, good, { as: student })).toMatchObject({ stage: 'review' })
  })

  it('refuses an order beyond the credit, saying by how much, and keeps the plan', async () => {
    const person = await app.customer(0)
    const planId = await scene.plan(person)
    expect(await add(scene.request([planId]), person)).toMatchObject({ status: 200, error: 'notOpened' })
    expect(await app.call(planList, {}, { as: person })).toMatchObject({ planCount: 1 })
    expect(await app.call(orderHistory, {}, { as: person })).toMatchObject({ total: 0 })
  })

  it('asks for confirmation when the price has changed since the plan was made', async () => {
    const person = await scene.buyer(0)
    const planId = await scene.plan(person)
    const rule =
      xrd.rule.kind === 'rated'
        ? { ...xrd.rule, startUpFen: { institute: 1_000, individual: 1_000, enterprise: 1_000 } }
        : xrd.rule
    await reviseProject(app.system, scene.rids.xrd, { rule })
    const [group] = (await app.call(planList, {}, { as: person })).dataArr
    expect(group?.items).toMatchObject([{ id: planId, validity: 'priceChanged', amountFen: 7_000 }])
    expect(await add(scene.request([planId]), person)).toMatchObject({ status: 409, error: 'lineInvalid' })
    const item = group?.items[0]
    await app.call(
      planEdit,
      { id: planId, parameters: item?.parameters ?? {}, sampleCount: 1, urgent: false },
      { as: person },
    )
    expect(await app.call(orderAdd, scene.request([planId]), { as: person })).toMatchObject({ estimateFen: 7_000 })
    await reviseProject(app.system, scene.rids.xrd, { rule: xrd.rule })
  })

  it('[H-06] raises the order count of its projects', async () => {
    await app.drain()
    const { orderCount, lines } = await app.db.one<{ orderCount: number; lines: number }>(sql`
      select order_count, (select count(distinct order_id) from order_lines where rid = p.id) as lines
      from projects p where id = ${scene.rids.xrd}`)
    expect([orderCount, orderCount > 0]).toEqual([lines, true])
  })
})

describe('orders of a customer', () => {
  it('lists own orders with counts per tab, filters and pages', async () => {
    const person = await scene.buyer(0)
    const orders = [await scene.order(person), await scene.order(person, 2)]
    await app.call(orderCancel, { orderNo: orders[0]?.orderNo ?? '', reason: '重复下单' }, { as: person })
    const all = await app.call(orderHistory, {}, { as: person })
    expect(all).toMatchObject({ total: 2, counts: { all: 2, confirming: 1, ended: 1 } })
    expect(all.list[0]).toMatchObject({
      orderNo: orders[1]?.orderNo,
      amountFen: 12_000,
      sampleCount: 2,
      next: { what: '客户经理审核订单' },
    })
    expect(await app.call(orderHistory, { tab: 'ended' }, { as: person })).toMatchObject({ total: 1 })
    expect(await app.call(orderHistory, { kw: '%' }, { as: person })).toMatchObject({ total: 0 })
    expect(await app.call(orderHistory, { kw: '衍射', size: 1, page: 2 }, { as: person })).toMatchObject({
      list: [{ orderNo: orders[0]?.orderNo }],
    })
    expect(await app.call(orderHistory, { sample: '1-2' }, { as: person })).toMatchObject({ total: 1 })
    expect(await app.call(orderHistory, { from: '2026-03-03' }, { as: person })).toMatchObject({ total: 0 })
    expect(await app.refusal(orderHistory, { tab: 'x', size: 1000 }, { as: person })).toMatchObject({
      error: 'invalid',
    })
  })

  it('shows one order with its lines, samples and a timeline in words', async () => {
    const { orderNo } = await scene.order(student, 2)
    const detail = await app.call(orderDetail, { orderNo }, { as: student })
    expect(detail.timeline).toEqual([
      { stage: 'review', what: '提交订单', who: '您', when: '2026-03-02 10:00:00', detail: '' },
    ])
    expect(detail.lines[0]).toMatchObject({
      projectName: 'X 射线衍射（XRD）',
      amountFen: 12_000,
      described: expect.arrayContaining([{ key: 'target', label: '靶材', text: 'Cu 靶（1.5406 Å）' }]),
    })
    expect(detail.samples.map((sample) => [sample.ownNo, sample.stageName])).toEqual([
      ['1-1', '待寄送'],
      ['1-2', '待寄送'],
    ])
    expect(detail.actions).toEqual(['cancel'])
  })

  it('[T-40] answers 404 for another customer’s order, in the detail and in every action', async () => {
    const { orderNo } = await scene.order(student)
    const other = await scene.buyer(0)
    expect(await app.refusal(orderDetail, { orderNo }, { as: other })).toMatchObject({ status: 404, error: 'notFound' })
    expect(await app.refusal(orderCancel, { orderNo, reason: 'x' }, { as: other })).toMatchObject({ status: 404 })
    expect(await app.refusal(orderAgain, { orderNo }, { as: other })).toMatchObject({ status: 404 })
    expect(await app.refusal(orderDetail, { orderNo: `${orderNo}' or 1=1` }, { as: other })).toMatchObject({
      error: 'invalid',
    })
  })

  it('adds the projects of an order to the plan again', async () => {
    const person = await scene.buyer(0)
    const { orderNo } = await scene.order(person, 4)
    expect(await app.call(orderAgain, { orderNo }, { as: person })).toMatchObject({ planCount: 1, skipped: [] })
    expect((await app.call(planList, {}, { as: person })).dataArr[0]?.items).toMatchObject([
      { count: 4, validity: 'valid' },
    ])
  })

  it('[M-20] cancelling releases the credit and withdraws the samples', async () => {
    const person = await scene.buyer(0)
    const { orderNo } = await scene.order(person)
    expect(await app.refusal(orderCancel, { orderNo }, { as: person })).toMatchObject({ msg: '请填写取消原因' })
    expect(await app.call(orderCancel, { orderNo, reason: '不做了' }, { as: person })).toEqual({
      stage: 'cancelled',
      stageName: '已取消',
    })
    expect(await creditOf(app.system, person.id)).toMatchObject({ heldFen: 0, availableFen: 5_000_000 })
    const detail = await app.call(orderDetail, { orderNo }, { as: person })
    expect(detail.samples[0]?.stage).toBe('withdrawn')
    expect(detail.timeline.at(-1)).toMatchObject({ what: '取消订单', who: '您', detail: '不做了' })
    expect(await app.refusal(orderCancel, { orderNo, reason: '再来' }, { as: person })).toMatchObject({
      status: 409,
      error: 'stageConflict',
    })
  })

  it('[I-16] [I-19] every history is a path of its lifecycle, and what staff did is audited once', async () => {
    const checks = bookChecks.filter(({ invariant }) => invariant === 'I-16' || invariant === 'I-19')
    for (const check of checks)
      expect([check.key, (await runCheck(app.db, check, app.clock.now())).faults]).toEqual([check.key, []])
  })
})

describe('the draft of the wizard', () => {
  it('[X-04] is kept on the server, and a second device does not overwrite it silently', async () => {
    const person = await scene.buyer(0)
    expect(await app.call(draftGet, {}, { as: person })).toMatchObject({ version: 0, step: 1 })
    const planId = await scene.plan(person)
    const data = { planIds: [planId], samples: [{ name: '氧化锌', hazards: ['toxic'] }], remark: '先做一个' }
    expect(await app.call(draftSave, { version: 0, step: 2, data }, { as: person })).toEqual({ version: 1 })
    expect(await app.call(draftGet, {}, { as: person })).toMatchObject({ version: 1, step: 2, data })
    expect(await app.refusal(draftSave, { version: 0, step: 3, data }, { as: person })).toMatchObject({
      status: 409,
      error: 'draftConflict',
    })
    expect(await app.call(draftSave, { version: 1, step: 3, data }, { as: person })).toEqual({ version: 2 })
    expect(await app.refusal(draftSave, { version: 1, step: 3, data }, { as: person })).toMatchObject({
      error: 'draftConflict',
    })
    await app.call(orderAdd, scene.request([planId]), { as: person })
    expect(await app.call(draftGet, {}, { as: person })).toMatchObject({ version: 0 })
  })
})
