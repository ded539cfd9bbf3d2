import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { groupOf, inNameOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { fileUpload } from '../../core/files/contract.ts'
import { verifyBooks } from '../../money/ledger/actions.ts'
import { payCreate, payWays } from '../../money/payments/contract.ts'
import { balanceOf, creditPrestore } from '../../money/prestore/actions.ts'
import type { Group } from '../../people/groups/store.ts'
import { sql } from '../../platform/db/sql.ts'
import { orderForLab, orderForMoney } from '../orders/actions.ts'
import { orderAcceptQuote, orderCancel, orderDetail } from '../orders/contract.ts'
import { staffOrderQuote } from '../orders/staff/staff-contract.ts'
import { orderAdd } from '../ordering/contract.ts'
import {
  contractCode,
  contractDetail,
  contractList,
  contractSign,
  contractUpload,
  orderProtocol,
  staffContractIssue,
  staffContractSeal,
} from './contract.ts'
import type { ContractBody } from './rules.ts'

// An order for the group of an enterprise: the contract is the group's, signed by its owner or a manager, and the group prepays.

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
const AMOUNT = 123_456

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let staff: TestPerson
let owner: TestPerson
let deputy: TestPerson
let member: TestPerson
let group: Group
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  staff = await app.staff('manager')
  ;[owner, deputy, member] = [await scene.buyer(2), await scene.buyer(2), await scene.buyer(0)]
  await named(owner, '李经理', '李经理自己的公司')
  await named(deputy, '王副理', '王副理自己的公司')
  await named(member, '实习生', '实习生的大学')
  group = await groupOf(app, owner, { kind: 'enterprise' })
  await joined(app, group, deputy, 'manager')
  await joined(app, group, member)
})
afterEach(async () => {
  expect(await verifyBooks(app.db)).toEqual([])
  for (const { key, faults } of bookChecks) expect([key, await app.db.rows(faults(app.clock.now()))]).toEqual([key, []])
})
afterAll(() => app.close())

const named = ({ id }: TestPerson, name: string, company: string) =>
  app.db.run(sql`update customers set name = ${name}, company = ${company} where id = ${id}`)

const stageOf = async (orderNo: string) => (await orderForMoney(app.system, orderNo)).stage

/** An order of the member for the group, with its contract, whose text is drawn. */
async function issued() {
  const planId = await scene.plan(member)
  const placed = await app.call(
    orderAdd,
    { ...scene.request([planId]), groupNo: group.groupNo },
    { as: member, idempotencyKey: randomUUID() },
  )
  const { orderNo } = placed
  const { lines } = await orderForLab(app.system, orderNo)
  const amounts = lines.map(({ id }) => ({ lineId: id, amountFen: AMOUNT }))
  const { quoteVersion } = await app.call(staffOrderQuote, { orderNo, lines: amounts }, { as: staff })
  await app.call(orderAcceptQuote, { orderNo, quoteVersion }, inNameOf(owner, group))
  const { contractNo } = await app.call(staffContractIssue, { orderNo }, { as: staff, idempotencyKey: randomUUID() })
  await app.drain()
  return { orderNo, contractNo }
}

async function codeFor(person: TestPerson): Promise<string> {
  const sent = (await app.outbox()).filter(({ to, template }) => to === person.phone && template === 'code.6')
  return /验证码(\d{6})/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
}

async function signedBy(person: TestPerson, contractNo: string, name: string) {
  // One code a minute goes to a phone.
  app.clock.advance({ minutes: 2 })
  await app.call(contractCode, { contractNo }, inNameOf(person, group))
  const code = await codeFor(person)
  return app.call(contractSign, { contractNo, name, code, agreed: true }, inNameOf(person, group))
}

async function fund(amountFen: number) {
  const step = { kind: 'test', businessId: randomUUID(), operation: 'fund', memo: '测试入账' }
  await creditPrestore(app.system, { customerId: group.accountId, amountFen, ...step })
}

describe('the contract of an order for a group', () => {
  it('[X-03] names the verified unit of the group as party A and its owner as contact, and is found in the name of the group only', async () => {
    const { contractNo, orderNo } = await issued()
    const { body, customerId } = await app.db.one<{ body: ContractBody; customerId: number }>(
      sql`select body, customer_id from contracts where contract_no = ${contractNo}`,
    )
    expect(customerId).toBe(group.accountId)
    expect(body.customer).toMatchObject({ company: group.unit, contact: '李经理', phone: owner.phone })
    expect(JSON.stringify(body)).not.toMatch(/自己的公司|实习生/)
    for (const person of [owner, deputy])
      expect((await app.call(contractList, {}, inNameOf(person, group))).list[0]).toMatchObject({ contractNo, orderNo })
    for (const person of [owner, deputy, member])
      expect((await app.call(contractList, {}, { as: person })).total).toBe(0)
    expect((await app.call(orderProtocol, { orderNo }, inNameOf(owner, group))).files).toMatchObject([
      { kind: 'contract' },
    ])
    expect((await app.call(orderProtocol, { orderNo }, { as: member })).files).toEqual([])
  })

  it('[T-40] cannot be read, signed or stamped by the member who ordered, also not in the name of the group, nor by an owner in their own', async () => {
    const { contractNo, orderNo } = await issued()
    const scan = await app.call(
      fileUpload,
      { purpose: 'contract' },
      { as: member, file: { name: '盖章.pdf', content: PDF } },
    )
    const sign = { contractNo, name: '实习生', code: '123456', agreed: true }
    const tries = [
      [contractDetail, { contractNo }],
      [contractCode, { contractNo }],
      [contractSign, sign],
      [contractUpload, { contractNo, fileId: scan.id }],
    ] as const
    for (const [call, input] of tries) {
      for (const person of [member, owner])
        expect([call.name, await app.refusal(call, input, { as: person })]).toMatchObject([call.name, { status: 404 }])
      expect(await app.refusal(call, input, inNameOf(member, group))).toMatchObject({
        status: 403,
        error: 'notInGroup',
      })
    }
    expect(await stageOf(orderNo)).toBe('contract')
    // Nobody is asked for what they cannot do.
    const nextFor = async (reads: object) => (await app.call(orderDetail, { orderNo }, reads)).next
    expect(await nextFor({ as: member })).toMatchObject({ what: '由课题组签署合同' })
    expect(await nextFor(inNameOf(owner, group))).toMatchObject({ what: '请签署合同' })
  })

  it('[X-03] is signed by a manager with a code to their own phone, and history and order name who signed', async () => {
    const { contractNo, orderNo } = await issued()
    await app.call(contractCode, { contractNo }, inNameOf(deputy, group))
    const code = await codeFor(deputy)
    expect(code).toMatch(/^\d{6}$/)
    // The code belongs to the phone it was sent to: the owner cannot use it.
    const sign = { contractNo, name: '李经理', code, agreed: true as const }
    expect(await app.refusal(contractSign, sign, inNameOf(owner, group))).toMatchObject({
      error: 'wrongCode',
    })
    expect(await app.call(contractSign, { ...sign, name: '王副理' }, inNameOf(deputy, group))).toMatchObject({
      stage: 'to_seal',
    })
    const row = await app.db.one<{ signedName: string; actorId: number; signedPhone: string }>(sql`
      select c.signed_name, c.signed_phone, h.actor_id from contracts c
      join stage_history h on h.entity = 'contract' and h.entity_id = c.id and h.action = 'sign' where c.contract_no = ${contractNo}`)
    expect(row).toMatchObject({ signedName: '王副理', actorId: deputy.id })
    expect(row.signedPhone.endsWith(deputy.phone.slice(-4))).toBe(true)
    await app.call(staffContractSeal, { contractNo }, { as: staff })
    expect(await stageOf(orderNo)).toBe('prepay')
  })

  it('[T-40] [T-44] is neither signed nor prepaid from the open page of a manager who was removed meanwhile', async () => {
    const { contractNo, orderNo } = await issued()
    const leaver = await scene.buyer(2)
    await joined(app, group, leaver, 'manager')
    await app.call(contractCode, { contractNo }, inNameOf(leaver, group))
    const sign = { contractNo, name: '前管理员', code: await codeFor(leaver), agreed: true as const }
    await app.db.run(sql`
      update group_members set stage = 'removed', ended_at = now() where group_id = ${group.id} and customer_id = ${leaver.id}`)
    const removed = { status: 403, error: 'notInGroup' }
    expect(await app.refusal(contractSign, sign, inNameOf(leaver, group))).toMatchObject(removed)
    expect(await app.refusal(contractSign, sign, { as: leaver })).toMatchObject({ status: 404 })
    await signedBy(owner, contractNo, '李经理')
    await app.call(staffContractSeal, { contractNo }, { as: staff })
    await fund(AMOUNT)
    const pay = { kind: 'order' as const, no: orderNo, method: 'prestore' as const }
    expect(await app.refusal(payCreate, pay, inNameOf(leaver, group))).toMatchObject(removed)
    expect(await app.refusal(payCreate, pay, { as: leaver })).toMatchObject({ status: 404 })
    expect(await stageOf(orderNo)).toBe('prepay')
    expect(await balanceOf(app.system, group.accountId)).toMatchObject({ balanceFen: AMOUNT })
    await app.call(payCreate, pay, inNameOf(owner, group))
  })

  it('[X-03] may be stamped in the name of the group with a file uploaded in its name', async () => {
    const { contractNo } = await issued()
    const as = inNameOf(owner, group)
    const upload = (options: Parameters<typeof app.call>[2]) =>
      app.call(fileUpload, { purpose: 'contract' }, { ...options, file: { name: '盖章.pdf', content: PDF } })
    const own = await upload({ as: owner })
    expect(await app.refusal(contractUpload, { contractNo, fileId: own.id }, as)).toMatchObject({ status: 404 })
    const scan = await upload(as)
    expect(await app.call(contractUpload, { contractNo, fileId: scan.id }, as)).toMatchObject({ stage: 'to_seal' })
  })
})

describe('the prepayment of an order for a group', () => {
  async function toPrepay() {
    const found = await issued()
    await signedBy(owner, found.contractNo, '李经理')
    await app.call(staffContractSeal, { contractNo: found.contractNo }, { as: staff })
    return found
  }

  it('is asked of the group and paid from its balance, never from that of the member or the owner', async () => {
    const { orderNo } = await toPrepay()
    expect((await app.call(orderDetail, { orderNo }, { as: member })).next).toMatchObject({ what: '由课题组完成预付' })
    const due = { kind: 'order' as const, no: orderNo }
    const pay = { ...due, method: 'prestore' as const }
    for (const person of [member, owner]) {
      const step = { kind: 'test', businessId: randomUUID(), operation: 'fund', memo: '' }
      await creditPrestore(app.system, { customerId: person.id, amountFen: AMOUNT, ...step })
      expect(await app.refusal(payWays, due, { as: person })).toMatchObject({ status: 404 })
      expect(await app.refusal(payCreate, pay, { as: person })).toMatchObject({ status: 404 })
    }
    expect(await app.refusal(payCreate, pay, inNameOf(member, group))).toMatchObject({ error: 'notInGroup' })
    expect(await app.call(payWays, due, inNameOf(deputy, group))).toMatchObject({ due: { amountFen: AMOUNT } })
    // The balance of the group is too small, although those of owner and member are not.
    expect(await app.refusal(payCreate, pay, inNameOf(deputy, group))).toMatchObject({
      msg: expect.stringContaining('余额'),
    })
    expect(await stageOf(orderNo)).toBe('prepay')
    const { advanceFen } = await balanceOf(app.system, group.accountId)
    await fund(AMOUNT)
    expect(await app.call(payCreate, pay, inNameOf(deputy, group))).toMatchObject({ paid: true, amountFen: AMOUNT })
    expect(await stageOf(orderNo)).toBe('awaiting_sample')
    expect(await balanceOf(app.system, group.accountId)).toMatchObject({
      balanceFen: 0,
      advanceFen: advanceFen + AMOUNT,
    })
    for (const person of [member, owner])
      expect(await balanceOf(app.system, person.id)).toMatchObject({ balanceFen: AMOUNT, advanceFen: 0 })
  })

  it('goes back to the group when the member cancels the order', async () => {
    const { orderNo } = await toPrepay()
    await fund(AMOUNT)
    await app.call(payCreate, { kind: 'order', no: orderNo, method: 'prestore' }, inNameOf(owner, group))
    const before = await balanceOf(app.system, group.accountId)
    await app.call(orderCancel, { orderNo, reason: '样品没做出来' }, { as: member })
    const after = await balanceOf(app.system, group.accountId)
    expect(after).toMatchObject({
      balanceFen: before.balanceFen + AMOUNT,
      advanceFen: before.advanceFen - AMOUNT,
    })
  })
})
