import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../../app/book-checks.ts'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { groupOf, inNameOf, joined } from '../../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { cellsOf } from '../../../app/testing/sheet-cells.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { assetInit } from '../../../billing/settlements/asset-contract.ts'
import {
  assignSettlementCall,
  orderReady2pay,
  settlementRows,
  staffFixAmount,
  staffTakeBackAmount,
} from '../../../billing/settlements/contract.ts'
import { fileLink } from '../../../core/files/contract.ts'
import { creditOf, openCredit } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { balanceOf, creditPrestore } from '../../../money/prestore/actions.ts'
import { openFenOf, openPaid } from '../../../money/prestore/paid-actions.ts'
import { orderForLab } from '../../orders/actions.ts'
import { orderAcceptQuote, orderCancel, orderConfirm, orderDetail, orderHistory } from '../../orders/contract.ts'
import { orderGroupApprove, orderGroupDecline } from '../../orders/group-contract.ts'
import { orderChoices, orderHistoryFile, orderWhose } from '../../orders/history/history-contract.ts'
import { orderSpending } from '../../orders/spending/spending-contract.ts'
import {
  staffOrderApprove,
  staffOrderCancel,
  staffOrderDetail,
  staffOrderQuote,
} from '../../orders/staff/staff-contract.ts'
import { sampleList } from '../../samples/contract.ts'
import { reportList } from '../../reports/contract.ts'
import {
  clusterAdd4user,
  clusterDelete4user,
  clusterJoined,
  clusterLeave,
  clusterMembers,
} from '../../../people/groups/contract.ts'
import { type GroupKind, leaveText, type Limits } from '../../../people/groups/rules.ts'
import type { Group } from '../../../people/groups/store.ts'
import type { SentTo } from '../../../platform/contract/call.ts'
import { sql } from '../../../platform/db/sql.ts'
import { orderAdd, orderPayers } from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let staff: Awaited<ReturnType<typeof deliveryScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  staff = await deliveryScene(app)
})
afterEach(async () => {
  expect(await verifyBooks(app.db)).toEqual([])
  for (const { key, faults } of bookChecks) expect([key, await app.db.rows(faults(app.clock.now()))]).toEqual([key, []])
})
afterAll(() => app.close())

/** A group with credit, its owner and one member. */
async function team({ kind = 'institute', limits = {} }: { kind?: GroupKind; limits?: Partial<Limits> } = {}) {
  const owner = await scene.buyer(kind === 'enterprise' ? 2 : 3)
  const group = await groupOf(app, owner, { kind })
  if (kind === 'institute') await openCredit(app.system, group.accountId, 1_000_000)
  const member = await scene.buyer(0)
  await joined(app, group, member, 'member', limits)
  return { owner, group, member, acting: inNameOf(owner, group) }
}

async function requested(member: TestPerson, group: Group, sampleCount = 1, rid = scene.rids.xrd) {
  const planId = await scene.plan(member, { sampleCount, rid })
  return { ...scene.request([planId], [sampleCount]), groupNo: group.groupNo }
}

const ordered = async (member: TestPerson, group: Group, sampleCount = 1, rid = scene.rids.xrd) =>
  app.call(orderAdd, await requested(member, group, sampleCount, rid), { as: member })

const spendOf = (orderNo: string) =>
  app.db.one<{ amountFen: number; state: string }>(sql`
    select s.amount_fen, s.state from group_spend s join orders o on o.id = s.order_id where o.order_no = ${orderNo}`)

describe('an order for a group', () => {
  it('holds the credit of the group, not of the member, and takes its amount from the limits', async () => {
    const { group, member } = await team()
    const order = await ordered(member, group, 2)
    expect(order).toMatchObject({ stage: 'review', estimateFen: 12_000 })
    expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 12_000 })
    expect(await creditOf(app.system, member.id)).toMatchObject({ heldFen: 0 })
    expect(await spendOf(order.orderNo)).toEqual({ amountFen: 12_000, state: 'held' })
    const detail = await app.call(orderDetail, { orderNo: order.orderNo }, { as: member })
    expect(detail.cluster).toMatchObject({ groupNo: group.groupNo, name: group.name })
  })

  it('[Q-314] tells the group what it has to do itself, and what its member has to do', async () => {
    const { group, member, acting } = await team({ limits: { approvalAboveFen: 0 } })
    const { orderNo } = await ordered(member, group)
    const nextFor = async (reader: Parameters<typeof app.call>[2]) => {
      const { next } = await app.call(orderDetail, { orderNo }, reader)
      expect((await app.call(orderHistory, {}, reader)).list[0]?.next).toEqual(next)
      return next?.what
    }
    expect([await nextFor({ as: member }), await nextFor(acting)]).toEqual(['课题组负责人审批', '请审批'])
    await app.call(orderGroupApprove, { orderNo }, acting)
    await app.call(staffOrderApprove, { orderNo }, { as: staff.manager })
    expect([await nextFor({ as: member }), await nextFor(acting)]).toEqual(['请寄送样品', '请下单成员寄送样品'])
  })

  it('[Q-315] names in its progress who of the group did what, and nobody else as the reader', async () => {
    const { group, member, acting } = await team({ limits: { approvalAboveFen: 0 } })
    const { orderNo } = await ordered(member, group)
    await app.call(orderGroupDecline, { orderNo, reason: '并入下一批' }, acting)
    const who = async (reader: Parameters<typeof app.call>[2]) =>
      (await app.call(orderDetail, { orderNo }, reader)).timeline.map((entry) => entry.who)
    expect(await who({ as: member })).toEqual(['您', expect.stringMatching(/^(?!您).+（课题组）$/)])
    expect(await who(acting)).toEqual([expect.stringMatching(/^(?!您|客户).+$/), '您'])
    const byStaff = (await app.call(staffOrderDetail, { orderNo }, { as: staff.manager })).timeline
    expect(byStaff.map((entry) => entry.who)).not.toContain('您')
  })

  it('[Q-345] goes on when its member leaves, as the dialog says: both read it, and one that waits is still approved by the group', async () => {
    const { group, member, acting } = await team({ limits: { approvalAboveFen: 0 } })
    const { orderNo } = await ordered(member, group)
    const { list } = await app.call(clusterJoined, {}, { as: member })
    await app.call(clusterLeave, { memberId: list[0]?.memberId ?? 0 }, { as: member })
    expect(await app.call(orderGroupApprove, { orderNo }, acting)).toMatchObject({ stage: 'review' })
    expect(await app.call(orderDetail, { orderNo }, { as: member })).toMatchObject({ stage: 'review', readOnly: false })
    expect(await app.call(orderDetail, { orderNo }, acting)).toMatchObject({ stage: 'review', readOnly: true })
    expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 6000 })
    expect(leaveText('您')).toContain('仍由课题组付款，您和课题组都能查看')
  })

  it('is refused above the limit, naming what is left, and writes nothing', async () => {
    const { group, member } = await team({ limits: { monthLimitFen: 10_000 } })
    await ordered(member, group)
    const input = await requested(member, group)
    const refused = await app.refusal(orderAdd, input, { as: member })
    expect((await app.call(orderPayers, {}, { as: member })).groups).toMatchObject([
      { groupNo: group.groupNo, leftFen: 4_000, approvalAboveFen: null },
    ])
    expect(refused).toMatchObject({ error: 'memberLimit', msg: expect.stringContaining('剩余 ¥40.00') })
    expect((await app.call(orderHistory, {}, { as: member })).total).toBe(1)
    expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 6_000 })
    // The plan keeps the line, so the person can order it alone.
    expect(await app.call(orderAdd, { ...input, groupNo: '' }, { as: member })).toMatchObject({ stage: 'review' })
  })

  it('[T-40] is refused for a stranger, a former member and a group that is not verified', async () => {
    const { group, member } = await team()
    const stranger = await scene.buyer(0)
    expect(await app.refusal(orderAdd, await requested(stranger, group), { as: stranger })).toMatchObject({
      status: 403,
      error: 'notInGroup',
    })
    const input = await requested(member, group)
    await app.db.run(sql`update group_members set stage = 'removed', ended_at = now() where customer_id = ${member.id}`)
    expect(await app.refusal(orderAdd, input, { as: member })).toMatchObject({ error: 'notInGroup' })
    const owner = await scene.buyer(3)
    const fresh = await groupOf(app, owner, { verified: false })
    expect(await app.refusal(orderAdd, await requested(owner, fresh), { as: owner })).toMatchObject({
      error: 'notVerified',
    })
  })

  it('is delivered to the member, settled and paid by the group, whose owner reads the results', async () => {
    const { group, member, acting, owner } = await team()
    const { orderNo } = await ordered(member, group)
    await staff.deliver(orderNo)
    await app.call(orderConfirm, { orderNo }, { as: member })
    await app.call(staffFixAmount, { orderNo, finalFen: 6_000 }, { as: staff.manager })
    expect(await spendOf(orderNo)).toEqual({ amountFen: 6_000, state: 'final' })
    await app.call(staffTakeBackAmount, { orderNo, reason: '样品数有误，重新核定' }, { as: staff.manager })
    expect(await spendOf(orderNo)).toEqual({ amountFen: 6_000, state: 'held' })
    await app.call(staffFixAmount, { orderNo, finalFen: 5_900, reason: '少测一个点' }, { as: staff.manager })
    expect(await spendOf(orderNo)).toEqual({ amountFen: 5_900, state: 'final' })

    expect((await app.call(settlementRows, {}, { as: member })).list).toEqual([])
    expect((await app.call(assetInit, {}, { as: member })).unsettledFen).toBe(0)
    const { list } = await app.call(settlementRows, {}, acting)
    const { settlementNo } = await app.call(assignSettlementCall, { rowIds: list.map(({ id }) => id) }, acting)
    expect((await app.call(orderReady2pay, {}, acting)).settlements).toHaveLength(1)
    expect((await app.call(orderReady2pay, {}, { as: member })).settlements).toEqual([])
    const funds = { kind: 'test', businessId: orderNo, operation: 'fund', memo: '测试入账' }
    await creditPrestore(app.system, { customerId: group.accountId, amountFen: 10_000, ...funds })
    expect(
      await app.refusal(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as: member }),
    ).toMatchObject({ status: 404 })
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, acting)
    expect(await balanceOf(app.system, group.accountId)).toMatchObject({ balanceFen: 4_100 })
    expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 0, usedFen: 0 })
    const month = { orderId: null, from: null, until: null }
    const { rows } = await openPaid(app.system, { customerId: group.accountId, ...month }, { page: 1, size: 10 })
    expect(rows.map(openFenOf)).toEqual([5_900])

    // The work is the member's; the owner reads it in the name of the group.
    const seen = await app.call(orderDetail, { orderNo }, acting)
    expect(seen).toMatchObject({ readOnly: true, returnAddress: null, actions: [] })
    expect(await app.refusal(orderDetail, { orderNo }, { as: owner })).toMatchObject({ status: 404 })
    const cluster = { groupNo: group.groupNo, name: group.name }
    expect(await app.call(orderWhose, { orderNo }, { as: owner })).toEqual({ own: false, groups: [cluster] })
    expect(await app.call(orderWhose, { orderNo }, { as: member })).toEqual({ own: true, groups: [] })
    const nobody = { own: false, groups: [] }
    expect(await app.call(orderWhose, { orderNo }, { as: await scene.buyer(0) })).toEqual(nobody)
    expect(await app.call(orderWhose, { orderNo: 'MX26010199999' }, { as: owner })).toEqual(nobody)
    expect((await app.call(orderHistory, {}, acting)).list.map((row) => row.orderNo)).toEqual([orderNo])
    expect((await app.call(orderHistory, {}, { as: owner })).total).toBe(0)
    const byMember = await app.call(orderHistory, { memberId: member.id, rid: scene.rids.xrd }, acting)
    expect(byMember.list).toMatchObject([{ orderNo, cluster: { groupNo: group.groupNo } }])
    expect((await app.call(orderHistory, { memberId: owner.id }, acting)).total).toBe(0)
    expect((await app.call(orderHistory, { payer: group.groupNo }, { as: member })).total).toBe(1)
    expect((await app.call(orderHistory, { payer: 'self' }, { as: member })).total).toBe(0)
    const chosen = await app.call(orderChoices, {}, acting)
    expect(chosen.projects).toMatchObject([{ id: scene.rids.xrd }])
    expect(chosen.members.map(({ id }) => id)).toEqual([owner.id, member.id])
    expect(await app.call(orderChoices, {}, { as: member })).toEqual({ projects: chosen.projects, members: [] })
    expect(await app.call(orderChoices, {}, { as: owner })).toEqual({ projects: [], members: [] })
    const spent = { year: 2026, totalFen: 5_900, orders: 1, waiting: 0 }
    expect(await app.call(orderSpending, {}, acting)).toMatchObject({
      ...spent,
      members: [{ key: String(member.id), amountFen: 5_900 }],
      projects: [{ key: String(scene.rids.xrd), amountFen: 5_900 }],
      months: [{ key: '2026-03', amountFen: 5_900 }],
      funding: [{ key: '', name: '未填写', amountFen: 5_900 }],
    })
    expect(await app.call(orderSpending, {}, { as: member })).toMatchObject({ ...spent, members: [] })
    expect((await app.call(sampleList, {}, acting)).total).toBe(1)
    expect((await app.call(sampleList, {}, { as: owner })).total).toBe(0)
    const [report] = await app.db.rows<{ id: number }>(
      sql`select id from files where attached_to = (select 'order:' || id from orders where order_no = ${orderNo}) and purpose = 'result'`,
    )
    await app.call(fileLink, { id: report?.id ?? 0 }, acting)
    expect(await app.refusal(fileLink, { id: report?.id ?? 0 }, { as: owner })).toMatchObject({ status: 404 })
    expect((await app.call(reportList, { orderNo }, acting)).files.length).toBeGreaterThan(0)
  })

  it('gives limits and credit back when it is cancelled; a cancellation fee remains spent and is owed by the group', async () => {
    const { group, member, acting } = await team()
    const one = await ordered(member, group)
    await app.call(orderCancel, { orderNo: one.orderNo, reason: '不做了' }, { as: member })
    expect(await spendOf(one.orderNo)).toMatchObject({ state: 'released' })
    const two = await ordered(member, group)
    await app.call(orderCancel, { orderNo: two.orderNo, reason: '课题结束' }, acting)
    expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 0, usedFen: 0 })
    const three = await ordered(member, group)
    await app.call(
      staffOrderCancel,
      { orderNo: three.orderNo, reason: '样品不符', feeFen: 1_000 },
      { as: staff.manager },
    )
    expect(await spendOf(three.orderNo)).toEqual({ amountFen: 1_000, state: 'final' })
    expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 0, usedFen: 1_000 })
    expect((await app.call(settlementRows, {}, acting)).totalFen).toBe(1_000)
  })
})

it('[Q-201] the list of members names whose orders they are, also of who has left; not of who was only invited', async () => {
  const { group, member, owner, acting } = await team()
  const { orderNo } = await ordered(member, group)
  const rows = async (part: 'joined' | 'ended' | 'invited') =>
    (await app.call(clusterMembers, { groupNo: group.groupNo, part }, { as: owner })).list
  const listed = (await rows('joined')).find(({ customerId }) => customerId === member.id)
  const memberId = listed?.customerId ?? 0
  expect((await app.call(orderHistory, { memberId }, acting)).list).toMatchObject([{ orderNo }])
  await app.call(clusterDelete4user, { memberId: listed?.memberId ?? 0, reason: '' }, { as: owner })
  expect(await rows('ended')).toMatchObject([{ customerId: member.id }])
  const { phone } = await scene.buyer(0)
  await app.call(clusterAdd4user, { groupNo: group.groupNo, phone }, { as: owner })
  expect(await rows('invited')).toMatchObject([{ customerId: null }])
})

describe('the orders of a group as a table', () => {
  const browserKey = 'a-browser-of-the-owner-0001'
  const sheetOf = async (input: SentTo<typeof orderHistoryFile>, as: object) => {
    const { url } = await app.call(orderHistoryFile, { ...input, browserKey }, as)
    const answer = await app.server.inject({ url, headers: { cookie: `mx_files=${browserKey}` } })
    expect(answer.statusCode).toBe(200)
    return cellsOf(answer.rawPayload, 1)
  }

  it('has the orders of the list with the same conditions, and only those that the caller reads', async () => {
    const { group, member, owner, acting } = await team()
    const { orderNo } = await ordered(member, group)
    const second = await ordered(member, group)
    await app.call(orderCancel, { orderNo: second.orderNo, reason: '不做了' }, { as: member })
    const [head, ...rows] = await sheetOf({}, acting)
    expect(head).toEqual(expect.arrayContaining(['订单号', '下单人', '付款方', '金额（元）']))
    expect(rows.map(([no]) => no)).toEqual([second.orderNo, orderNo])
    expect(rows[1]).toEqual(expect.arrayContaining([group.name, '60']))
    const narrowed = await sheetOf({ stage: 'review', memberId: member.id, rid: scene.rids.xrd }, acting)
    expect(narrowed.slice(1).map(([no]) => no)).toEqual([orderNo])
    for (const [input, as] of [
      [{ memberId: owner.id }, acting],
      [{}, { as: owner }],
    ] as const)
      expect(await app.refusal(orderHistoryFile, input, as)).toMatchObject({ error: 'nothingToExport' })
    expect(await app.refusal(orderHistoryFile, {}, inNameOf(member, group))).toMatchObject({ error: 'notInGroup' })
  })
})

describe('an order above the amount that a member orders alone', () => {
  it('waits for the owner or a manager, who agrees in the name of the group', async () => {
    const { group, member, owner, acting } = await team({ limits: { approvalAboveFen: 5_000 } })
    const { orderNo, ...order } = await ordered(member, group)
    expect(order).toMatchObject({ stage: 'group_review', stageName: '待课题组审批' })
    const own = await app.call(orderDetail, { orderNo }, { as: member })
    expect(own.actions).toEqual(['cancel'])
    expect((await app.call(orderDetail, { orderNo }, acting)).actions).toEqual([
      'groupApprove',
      'groupDecline',
      'cancel',
    ])
    expect(await app.refusal(orderGroupApprove, { orderNo }, { as: member })).toMatchObject({ status: 409 })
    expect(await app.refusal(orderGroupApprove, { orderNo }, inNameOf(member, group))).toMatchObject({
      error: 'notInGroup',
    })
    expect(await app.refusal(orderGroupApprove, { orderNo }, { as: owner })).toMatchObject({ status: 404 })
    const other = await team()
    expect(await app.refusal(orderGroupApprove, { orderNo }, other.acting)).toMatchObject({ status: 404 })
    expect(await app.call(orderGroupApprove, { orderNo }, acting)).toMatchObject({ stage: 'review' })
    expect(await app.refusal(orderGroupDecline, { orderNo, reason: '晚了' }, acting)).toMatchObject({ status: 409 })
  })

  it('is cancelled when the group does not agree: limits, credit and samples are released', async () => {
    const { group, member, acting } = await team({ limits: { approvalAboveFen: 0 } })
    const { orderNo } = await ordered(member, group)
    await app.call(orderGroupDecline, { orderNo, reason: '先做别的' }, acting)
    expect(await app.call(orderDetail, { orderNo }, { as: member })).toMatchObject({ stage: 'cancelled', actions: [] })
    expect(await spendOf(orderNo)).toMatchObject({ state: 'released' })
    expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 0 })
  })

  it('is not asked of the owner', async () => {
    const { group, owner } = await team()
    expect(await ordered(owner, group, 9)).toMatchObject({ stage: 'review' })
  })
})

describe('a quote for an order of a group', () => {
  async function quoted(member: TestPerson, group: Group, amountFen: number, rid?: number) {
    const { orderNo } = await ordered(member, group, 1, rid)
    const { lines } = await orderForLab(app.system, orderNo)
    const { quoteVersion } = await app.call(
      staffOrderQuote,
      { orderNo, lines: lines.map(({ id }) => ({ lineId: id, amountFen })) },
      { as: staff.manager },
    )
    return { orderNo, quoteVersion }
  }

  it('is accepted by the member within the limits, and above them by the group', async () => {
    const { group, member, acting } = await team({ limits: { monthLimitFen: 20_000, approvalAboveFen: 10_000 } })
    const small = await quoted(member, group, 9_000, scene.rids.quoteOnly)
    expect(await app.call(orderAcceptQuote, small, { as: member })).toMatchObject({ stage: 'awaiting_sample' })
    expect(await spendOf(small.orderNo)).toEqual({ amountFen: 9_000, state: 'held' })
    const middle = await quoted(member, group, 10_500, scene.rids.quoteOnly)
    expect(await app.refusal(orderAcceptQuote, middle, { as: member })).toMatchObject({ error: 'groupDecides' })
    expect(await app.call(orderAcceptQuote, middle, acting)).toMatchObject({ stage: 'awaiting_sample' })
    const big = await quoted(member, group, 50_000, scene.rids.quoteOnly)
    expect(await app.refusal(orderAcceptQuote, big, { as: member })).toMatchObject({ error: 'memberLimit' })
    expect(await app.call(orderAcceptQuote, big, acting)).toMatchObject({ stage: 'awaiting_sample' })
    expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 69_500 })
  })

  it('of an enterprise is accepted by the owner or a manager only, because it leads to a contract', async () => {
    const { group, member, acting } = await team({ kind: 'enterprise' })
    const quote = await quoted(member, group, 9_000)
    expect(await app.refusal(orderAcceptQuote, quote, { as: member })).toMatchObject({ error: 'groupDecides' })
    expect(await app.call(orderAcceptQuote, quote, acting)).toMatchObject({ stage: 'contract' })
  })

  it('is refused to a former member, and the group can still accept it', async () => {
    const { group, member, acting } = await team()
    const quote = await quoted(member, group, 9_000, scene.rids.quoteOnly)
    await app.db.run(sql`update group_members set stage = 'removed', ended_at = now() where customer_id = ${member.id}`)
    expect(await app.refusal(orderAcceptQuote, quote, { as: member })).toMatchObject({ error: 'notInGroup' })
    expect(await app.call(orderAcceptQuote, quote, acting)).toMatchObject({ stage: 'awaiting_sample' })
  })
})
