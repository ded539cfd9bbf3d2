import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileLink, fileUpload } from '../../core/files/contract.ts'
import { orderForLab, orderForMoney } from '../orders/actions.ts'
import { orderAcceptQuote, orderDetail, orderHistory } from '../orders/contract.ts'
import { inboxRead } from '../../workspace/inbox/contract.ts'
import { staffContractList } from './list-contract.ts'
import { staffOrderList } from '../orders/lists/list-contract.ts'
import { staffOrderCancel, staffOrderQuote } from '../orders/staff/staff-contract.ts'
import type { Role } from '../../core/staff/rules.ts'
import {
  contractCode,
  contractDetail,
  contractList,
  contractSign,
  contractUpload,
  orderProtocol,
  staffContractDetail,
  staffContractIssue,
  staffContractSeal,
  staffContractSendBack,
  staffContractVoid,
} from './contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { chineseAmount, type ContractBody } from './rules.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
const staff = {} as Record<Role, TestPerson>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  for (const role of ['manager', 'lab', 'finance'] as const) staff[role] = await app.staff(role)
})
afterAll(() => app.close())

/** An enterprise's order whose quote was accepted. */
async function accepted() {
  const customer = await scene.buyer(2)
  const { orderNo } = await scene.order(customer, 2)
  const { lines } = await orderForLab(app.system, orderNo)
  const { quoteVersion } = await app.call(
    staffOrderQuote,
    { orderNo, lines: lines.map((line) => ({ lineId: line.id, amountFen: 123_456 })) },
    { as: staff.manager },
  )
  await app.call(orderAcceptQuote, { orderNo, quoteVersion }, { as: customer })
  return { customer, orderNo }
}

async function issued() {
  const order = await accepted()
  const { contractNo } = await app.call(
    staffContractIssue,
    { orderNo: order.orderNo },
    { as: staff.manager, idempotencyKey: randomUUID() },
  )
  await app.drain()
  return { ...order, contractNo }
}

async function lastCode(): Promise<string> {
  const sent = await app.outbox()
  return /验证码(\d{6})/.exec(sent.findLast((message) => message.template === 'code.6')?.text ?? '')?.[1] ?? ''
}

async function signed() {
  const found = await issued()
  await app.call(contractCode, { contractNo: found.contractNo }, { as: found.customer })
  await app.call(
    contractSign,
    { contractNo: found.contractNo, name: '李经理', code: await lastCode(), agreed: true },
    { as: found.customer },
  )
  return found
}

describe('a contract', () => {
  it('[X-03] is issued, signed with a code, sealed; then the order waits for its prepayment', async () => {
    const { customer, orderNo, contractNo } = await issued()
    const as = { as: customer }
    const { list } = await app.call(contractList, {}, as)
    expect(list).toMatchObject([
      { contractNo, orderNo, amountFen: 123_456, edition: 1, stageName: '待签', signBy: '2026-03-17 10:00:00' },
    ])
    const { url } = await app.call(fileLink, { id: list[0]?.fileId ?? 0 }, as)
    const pdf = await app.server.inject({ method: 'GET', url, headers: { token: customer.token } })
    expect([pdf.statusCode, pdf.body.slice(0, 5)]).toEqual([200, '%PDF-'])
    expect(pdf.rawPayload.length).toBeLessThan(400_000)

    await app.call(contractCode, { contractNo }, as)
    const code = await lastCode()
    expect(code).toMatch(/^\d{6}$/)
    const wrong = code === '000000' ? '111111' : '000000'
    expect(
      await app.refusal(contractSign, { contractNo, name: '李经理', code: wrong, agreed: true }, as),
    ).toMatchObject({ error: 'wrongCode' })
    expect(await app.refusal(contractSign, { contractNo, name: '李经理', code, agreed: false }, as)).toMatchObject({
      error: 'invalid',
      msg: '请先阅读合同并勾选同意',
    })
    expect(await app.call(contractSign, { contractNo, name: '李经理', code, agreed: true }, as)).toEqual({
      stage: 'to_seal',
      stageName: '待盖章',
    })
    expect(await app.refusal(contractSign, { contractNo, name: '李经理', code, agreed: true }, as)).toMatchObject({
      status: 409,
      error: 'stageConflict',
    })
    expect((await orderForMoney(app.system, orderNo)).stage).toBe('contract')

    expect(await app.call(staffContractSeal, { contractNo }, { as: staff.manager })).toMatchObject({
      stage: 'effective',
    })
    expect((await orderForMoney(app.system, orderNo)).stage).toBe('prepay')
    const before = list[0]?.fileId
    await app.drain()
    const detail = await app.call(contractDetail, { contractNo }, as)
    expect(detail).toMatchObject({
      stageName: '已生效',
      signedHow: 'code',
      signedName: '李经理',
      phone: expect.stringContaining('****'),
    })
    expect(detail.fileId).not.toBe(before)
    expect(detail.history.map((entry) => entry.what)).toEqual(['拟定合同', '签署', '盖章生效'])
    const { files } = await app.call(orderProtocol, { orderNo }, as)
    expect(files).toMatchObject([{ kind: 'contract', fileId: detail.fileId, stageName: '已生效' }])
  })

  it('[X-03] may be signed with a stamped copy, which can be sent back', async () => {
    const { customer, contractNo, orderNo } = await issued()
    const as = { as: customer }
    const scan = await app.call(
      fileUpload,
      { purpose: 'contract' },
      { ...as, file: { name: '盖章.pdf', content: PDF } },
    )
    const voucher = await app.call(
      fileUpload,
      { purpose: 'voucher' },
      { ...as, file: { name: '盖章.pdf', content: PDF } },
    )
    expect(await app.refusal(contractUpload, { contractNo, fileId: voucher.id }, as)).toMatchObject({ status: 404 })
    expect(await app.call(contractUpload, { contractNo, fileId: scan.id }, as)).toMatchObject({ stage: 'to_seal' })
    expect(await app.call(staffContractDetail, { contractNo }, { as: staff.finance })).toMatchObject({
      signedHow: 'stamp',
      stampedFileId: scan.id,
    })
    expect(
      await app.call(staffContractSendBack, { contractNo, reason: '印章不清晰' }, { as: staff.manager }),
    ).toMatchObject({ stage: 'sent_back' })
    const again = await app.call(
      fileUpload,
      { purpose: 'contract' },
      { ...as, file: { name: '盖章2.pdf', content: PDF } },
    )
    await app.call(contractUpload, { contractNo, fileId: again.id }, as)
    await app.call(staffContractSeal, { contractNo }, { as: staff.manager })
    await app.drain()
    expect((await app.call(orderProtocol, { orderNo }, as)).files.map((file) => file.kind)).toEqual([
      'contract',
      'stamped',
    ])
  })

  it('[T-40] cannot be seen, signed or stamped by another customer', async () => {
    const { contractNo, orderNo } = await issued()
    const as = { as: await app.customer(2) }
    for (const answer of [
      await app.refusal(contractDetail, { contractNo }, as),
      await app.refusal(contractCode, { contractNo }, as),
      await app.refusal(contractSign, { contractNo, name: '路人', code: '123456', agreed: true }, as),
      await app.refusal(contractUpload, { contractNo, fileId: 1 }, as),
      await app.refusal(orderProtocol, { orderNo }, as),
    ])
      expect(answer).toMatchObject({ status: 404, error: 'notFound' })
    expect((await app.call(contractList, {}, as)).total).toBe(0)
  })

  it('[T-38] is issued only after the quote was accepted, by a manager, and sealed only after it was signed', async () => {
    const customer = await scene.buyer(2)
    const { orderNo } = await scene.order(customer, 1)
    expect(await app.refusal(staffContractIssue, { orderNo }, { as: staff.manager })).toMatchObject({
      status: 409,
      error: 'notAwaiting',
    })
    expect(await app.refusal(staffContractIssue, { orderNo }, { as: staff.lab })).toMatchObject({ status: 403 })
    const { contractNo } = await issued()
    expect(await app.refusal(staffContractSeal, { contractNo }, { as: staff.manager })).toMatchObject({ status: 409 })
    expect(await app.refusal(staffContractSeal, { contractNo }, { as: staff.finance })).toMatchObject({ status: 403 })
  })

  it('is replaced by a new edition, expires at its deadline, and becomes void with its order', async () => {
    const first = await issued()
    const { contractNo } = await app.call(
      staffContractIssue,
      { orderNo: first.orderNo, days: 1 },
      { as: staff.manager, idempotencyKey: randomUUID() },
    )
    const { list } = await app.call(staffContractList, { filters: { order: first.orderNo } }, { as: staff.finance })
    expect(list.map(({ edition, stageName }) => [edition, stageName])).toEqual([
      [2, '待签'],
      [1, '已作废'],
    ])
    expect(await app.refusal(contractCode, { contractNo }, { as: first.customer })).toMatchObject({
      error: 'preparing',
    })
    await app.drain()
    app.clock.advance({ hours: 25 })
    const again = await app.staff('manager')
    const customer = { as: await resigned(first.customer) }
    expect(await app.refusal(contractCode, { contractNo }, customer)).toMatchObject({ error: 'expired' })
    await app.call(staffOrderCancel, { orderNo: first.orderNo, reason: '客户不再需要' }, { as: again })
    await app.drain()
    expect(await app.call(contractDetail, { contractNo }, customer)).toMatchObject({ stage: 'expired' })
    staff.manager = again
  })

  it('[F-93] a contract sent back shows the reason on list and order, and gets a new deadline', async () => {
    const { customer, orderNo, contractNo } = await signed()
    app.clock.advance({ hours: 1 })
    await app.call(staffContractSendBack, { contractNo, reason: '请由法定代表人签署' }, { as: staff.manager })
    await app.drain()
    expect((await app.call(contractList, {}, { as: customer })).list).toMatchObject([
      { contractNo, stageName: '已退回', reason: '请由法定代表人签署' },
    ])
    expect(await app.call(orderDetail, { orderNo }, { as: customer })).toMatchObject({
      next: { what: '合同已退回，请重新签署', who: 'customer' },
      contract: { state: 'sent_back', contractNo, reason: '请由法定代表人签署' },
    })
    await app.call(contractCode, { contractNo }, { as: customer })
    const sign = { contractNo, name: '法人', code: await lastCode(), agreed: true as const }
    expect(await app.call(contractSign, sign, { as: customer })).toMatchObject({ stageName: '待盖章' })
  })

  it('[LAW-1] states the delivery time: as the project publishes, or as the manager promises', async () => {
    const { orderNo } = await accepted()
    const bodyOf = async (contractNo: string) =>
      (await app.db.one<{ body: ContractBody }>(sql`select body from contracts where contract_no = ${contractNo}`)).body
    const first = await app.call(staffContractIssue, { orderNo }, { as: staff.manager, idempotencyKey: randomUUID() })
    const published = await bodyOf(first.contractNo)
    expect(published.deliveryDays).toBe(published.lines[0]?.days)
    expect(published.deliveryDays).toBeGreaterThan(0)
    const second = await app.call(
      staffContractIssue,
      { orderNo, deliveryDays: 9 },
      { as: staff.manager, idempotencyKey: randomUUID() },
    )
    expect(await bodyOf(second.contractNo)).toMatchObject({ deliveryDays: 9, lines: [{ days: 9 }] })
  })

  it('[F-47] until a contract is issued the order says that the manager prepares it', async () => {
    const { customer, orderNo } = await accepted()
    expect(await app.call(orderDetail, { orderNo }, { as: customer })).toMatchObject({
      next: { what: '客户经理拟定合同', who: 'staff' },
      contract: { state: 'none' },
    })
    const history = await app.call(orderHistory, {}, { as: customer })
    expect(history.list[0]).toMatchObject({ orderNo, next: { what: '客户经理拟定合同' } })
  })

  it('[F-90] an expired contract is shown as expired everywhere; customer and manager are notified, and another is issued', async () => {
    const { customer, orderNo, contractNo } = await issued()
    expect((await app.call(orderDetail, { orderNo }, { as: customer })).next).toMatchObject({ what: '请签署合同' })
    app.clock.advance({ days: 15 })
    staff.manager = await app.staff('manager')
    const as = { as: await resigned(customer) }
    const reads = async () => {
      const { list } = await app.call(contractList, { stage: 'expired' }, as)
      expect(list).toMatchObject([{ contractNo, stageName: '已过期' }])
      expect((await app.call(contractList, { stage: 'to_sign' }, as)).total).toBe(0)
      expect(await app.call(orderDetail, { orderNo }, as)).toMatchObject({
        next: { what: '合同已过期，客户经理将重新发出', who: 'staff' },
        contract: { state: 'expired' },
      })
      expect((await app.call(orderProtocol, { orderNo }, as)).files).toMatchObject([{ stageName: '已过期' }])
      const { list: orders } = await app.call(staffOrderList, { kw: orderNo }, { as: staff.manager })
      expect(orders[0]?.next?.what).toBe('合同已过期，客户经理将重新发出')
      const { queues } = await app.call(inboxRead, {}, { as: staff.manager })
      const queued = queues.find(({ key }) => key === 'contract')?.items
      expect(queued?.find((item) => item.orderNo === orderNo)?.stageName).toBe('合同已过期')
    }
    await reads() // The job that expires the contract has not run yet.
    await app.drain()
    await reads()
    const told = (await app.outbox()).filter((message) => message.to === customer.phone)
    expect(told.map((message) => message.template)).toContain('contract.expire')
    await app.call(staffContractIssue, { orderNo }, { as: staff.manager, idempotencyKey: randomUUID() })
    await app.drain()
    expect((await app.call(orderDetail, { orderNo }, as)).contract).toMatchObject({ state: 'to_sign' })
    expect((await app.call(contractList, {}, as)).list.map((row) => row.stageName)).toEqual(['待签', '已过期'])
  })

  it('can be voided by a manager while it is not in force', async () => {
    const { contractNo } = await signed()
    expect(await app.call(staffContractVoid, { contractNo, reason: '金额有误' }, { as: staff.manager })).toMatchObject({
      stage: 'void',
    })
    expect(
      await app.refusal(staffContractVoid, { contractNo, reason: '金额有误' }, { as: staff.manager }),
    ).toMatchObject({ status: 409 })
  })
})

/** The same customer with a new session, after the clock moved past the end of the old one. */
async function resigned(person: TestPerson): Promise<TestPerson> {
  const { openSession } = await import('../../platform/auth/sessions.ts')
  return { ...person, token: (await openSession(app.system, 'customer', person.id)).token }
}

describe('amounts in Chinese capitals', () => {
  it('are written in the form that banks use', () => {
    const cases: [number, string][] = [
      [0, '零元整'],
      [1, '壹分'],
      [10, '壹角整'],
      [105, '壹元零伍分'],
      [128_000, '壹仟贰佰捌拾元整'],
      [123_456, '壹仟贰佰叁拾肆元伍角陆分'],
      [1_000_100, '壹万零壹元整'],
      [10_050_000, '壹拾万零伍佰元整'],
      [1_000_000_000, '壹仟万元整'],
      [10_000_000_000, '壹亿元整'],
      [1_001_000_000, '壹仟零壹万元整'],
    ]
    for (const [fen, text] of cases) expect([fen, chineseAmount(fen)]).toEqual([fen, text])
  })
})
