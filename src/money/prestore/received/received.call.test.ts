import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { deliveryScene } from '../../../app/testing/scenes/delivery-scene.ts'
import { groupOf, inNameOf } from '../../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { noticesFor } from '../../../app/testing/sent-notices.ts'
import { assetInit } from '../../../billing/settlements/asset-contract.ts'
import { creditOf } from '../../credit/actions.ts'
import { balancesOf, verifyBooks } from '../../ledger/actions.ts'
import { clusterDel } from '../../../people/groups/contract.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { runCheck } from '../../../platform/book-check.ts'
import { bookChecks } from '../../../platform/book-checks.ts'
import { sql } from '../../../platform/db/sql.ts'
import { assignSettlementCall, settlementRows, staffFixAmount } from '../../../billing/settlements/contract.ts'
import { bankList, receivedList } from '../list-contract.ts'
import { bankImport, prestoreApplyAdd, prestoreApplyInit, transferCandidates, transferMatch } from '../contract.ts'
import {
  bankKeep,
  receivedAssign,
  receivedConfirmReturn,
  receivedPayables,
  receivedRefuseReturn,
  receivedReturn,
} from './received-contract.ts'
import { transferCode } from '../rules.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
let delivery: Awaited<ReturnType<typeof deliveryScene>>
let finance: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
  delivery = await deliveryScene(app)
  finance = await app.staff('finance')
})
afterEach(async () => {
  expect(await verifyBooks(app.db)).toEqual([])
  for (const check of bookChecks.filter(({ key }) => key.startsWith('platform.')))
    expect((await runCheck(app.db, check, app.clock.now())).faults).toEqual([])
})
afterAll(() => app.close())

let serials = 0
async function line(yuan: string) {
  serials += 1
  const serial = `R${String(serials).padStart(5, '0')}`
  await app.call(bankImport, { text: `${serial}\t2026-03-01\t${yuan}\t某大学` }, { as: finance })
  const { id } = await app.db.one<{ id: number }>(sql`select id from bank_lines where serial = ${serial}`)
  return id
}

async function kept(person: TestPerson, yuan: string) {
  const bankLineId = await line(yuan)
  const { id } = await app.call(
    bankKeep,
    { bankLineId, customer: transferCode(person.id), reason: '付款户名与单位一致' },
    { as: finance },
  )
  return { id, bankLineId, version: 1 }
}

const sums = async (person: TestPerson) => {
  const { prestore, advance, unassigned } = await balancesOf(app.system, person.id)
  return { prestore, advance, unassigned }
}

describe('[F-27] money of a known customer without a claim', () => {
  it('is recorded for the customer: in the ledger, out of the open bank lines, and visible to the customer', async () => {
    const as = await scene.buyer(0)
    const bankLineId = await line('1200')
    const input = { bankLineId, customer: as.phone, reason: '电话确认' }
    expect(await app.refusal(bankKeep, { ...input, customer: '13700000000' }, { as: finance })).toMatchObject({
      error: 'noSuchCustomer',
    })
    await app.call(bankKeep, input, { as: finance })
    expect(await app.refusal(bankKeep, input, { as: finance })).toMatchObject({ status: 409, error: 'bankLineTaken' })
    expect(await sums(as)).toEqual({ prestore: 0, advance: 0, unassigned: 120_000 })
    expect(await app.call(assetInit, {}, { as })).toMatchObject({ unassignedFen: 120_000, balanceFen: 0 })
    const open = await app.call(bankList, {}, { as: finance })
    expect(open.list.map((each) => each.id)).not.toContain(bankLineId)
    expect((await app.call(bankList, { tab: 'matched' }, { as: finance })).list.map((each) => each.id)).toContain(
      bankLineId,
    )
    expect((await noticesFor(app, as.id))[0]).toBe('转账已到账|您的转账¥1,200.00已到账，财务将与您确认用途后分配。')
  })

  it('is recorded for a group by its transfer code, and for no group that was dissolved [Q-100]', async () => {
    const owner = await scene.buyer(3)
    const group = await groupOf(app, owner)
    const { transferCode: customer } = await app.call(prestoreApplyInit, {}, inNameOf(owner, group))
    const reason = '附言为课题组识别码'
    await app.call(bankKeep, { bankLineId: await line('700'), customer, reason }, { as: finance })
    expect((await balancesOf(app.system, group.accountId)).unassigned).toBe(70_000)
    const other = await groupOf(app, owner)
    await app.call(clusterDel, { groupNo: other.groupNo }, { as: owner })
    const gone = { bankLineId: await line('800'), customer: transferCode(other.accountId), reason }
    expect(await app.refusal(bankKeep, gone, { as: finance })).toMatchObject({ error: 'noSuchCustomer' })
  })

  it('cannot be matched with a claim as well, so that it is credited once', async () => {
    const as = await scene.buyer(0)
    const { bankLineId } = await kept(as, '300')
    await app.call(prestoreApplyAdd, { amountFen: 30_000, payerName: '某大学', transferredOn: '2026-03-01' }, { as })
    const { list } = await app.call(transferCandidates, {}, { as: finance })
    const claim = list.find((row) => row.customerId === as.id) ?? expect.fail('no claim')
    const match = { claimId: claim.id, bankLineId, version: claim.version }
    expect(await app.refusal(transferMatch, match, { as: finance })).toMatchObject({
      status: 409,
      error: 'bankLineTaken',
    })
    expect(await sums(as)).toMatchObject({ prestore: 0, unassigned: 30_000 })
  })

  it('[Q-44] goes to the balance in parts, never more than the rest, and the nightly check finds nothing', async () => {
    const as = await scene.buyer(0)
    const { id, version } = await kept(as, '100')
    const part = { id, to: 'prestore' as const }
    expect(await app.refusal(receivedAssign, { ...part, version, amountFen: 10_001 }, { as: finance })).toMatchObject({
      error: 'notEnoughReceived',
    })
    const first = { ...part, version, amountFen: 4000 }
    expect(await app.call(receivedAssign, first, { as: finance })).toEqual({ assignedFen: 4000, restFen: 6000 })
    expect(await app.refusal(receivedAssign, first, { as: finance })).toMatchObject({ status: 409 })
    await app.call(receivedAssign, { ...part, version: version + 1, amountFen: 6000 }, { as: finance })
    expect(await sums(as)).toEqual({ prestore: 10_000, advance: 0, unassigned: 0 })
    expect((await app.call(receivedList, { tab: 'assigned' }, { as: finance })).list[0]).toMatchObject({
      id,
      restFen: 0,
      stageLabel: '已分配',
    })
  })

  it('pays a prepayment or a settlement as a whole', async () => {
    const as = await scene.buyer(1)
    const { orderNo } = await scene.order(as)
    const { prepayFen } = await orderForMoney(app.system, orderNo)
    const { id, version } = await kept(as, '1000')
    expect((await app.call(receivedPayables, { id }, { as: finance })).list).toMatchObject([
      { to: 'order', no: orderNo, amountFen: prepayFen },
    ])
    await app.call(receivedAssign, { id, version, to: 'order', no: orderNo }, { as: finance })
    expect((await orderForMoney(app.system, orderNo)).stage).toBe('awaiting_sample')
    expect(await sums(as)).toEqual({
      prestore: 0,
      advance: prepayFen,
      unassigned: 100_000 - (prepayFen ?? 0),
    })

    const institute = await scene.buyer(0)
    const order = await scene.order(institute)
    await delivery.deliver(order.orderNo)
    const { prepayFen: agreedFen } = await orderForMoney(app.system, order.orderNo)
    await app.call(staffFixAmount, { orderNo: order.orderNo, finalFen: agreedFen ?? 0 }, { as: delivery.manager })
    const { list } = await app.call(settlementRows, {}, { as: institute })
    const rowIds = list.map((row) => row.id)
    const { settlementNo } = await app.call(assignSettlementCall, { rowIds, payerName: '某大学' }, { as: institute })
    const money = await kept(institute, '1000')
    const pay = { id: money.id, version: 1, to: 'settlement' as const, no: settlementNo }
    expect(await app.refusal(receivedAssign, { ...pay, id }, { as: finance })).toMatchObject({ status: 404 })
    await app.call(receivedAssign, pay, { as: finance })
    expect((await orderForMoney(app.system, order.orderNo)).paidAt).not.toBeNull()
    expect(await creditOf(app.system, institute.id)).toMatchObject({ heldFen: 0, usedFen: 0 })
    expect((await sums(institute)).unassigned).toBe(100_000 - (agreedFen ?? 0))
    expect((await noticesFor(app, institute.id))[0]).toMatch(/^结算单已付款\|/)
  })

  it('is returned with a reason; a large sum only after a second person confirmed', async () => {
    const as = await scene.buyer(0)
    const small = await kept(as, '50')
    const back = { version: 1, reason: '付款方转错' }
    expect(await app.call(receivedReturn, { id: small.id, ...back }, { as: finance })).toEqual({ stage: 'returned' })
    expect((await noticesFor(app, as.id))[0]).toBe('转账已退回|您的转账¥50.00已安排原路退回。原因：付款方转错')

    const large = await kept(as, '10000.01')
    expect(await app.call(receivedReturn, { id: large.id, ...back }, { as: finance })).toEqual({ stage: 'returning' })
    expect(await sums(as)).toMatchObject({ unassigned: 1_000_001 })
    const chosen = { id: large.id, version: 2 }
    expect(await app.refusal(receivedConfirmReturn, chosen, { as: finance })).toMatchObject({ error: 'samePerson' })
    const second = await app.staff('finance')
    await app.call(receivedRefuseReturn, { ...chosen, reason: '先问客户' }, { as: second })
    await app.call(receivedReturn, { id: large.id, version: 3, reason: '付款方转错' }, { as: finance })
    await app.call(receivedConfirmReturn, { id: large.id, version: 4 }, { as: second })
    expect(await sums(as)).toEqual({ prestore: 0, advance: 0, unassigned: 0 })
  })
})
