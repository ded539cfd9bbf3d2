import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { staffFinalAmounts } from '../../billing/settlements/amount-list-contract.ts'
import { staffConfirmAmount, staffFixAmount } from '../../billing/settlements/contract.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import type { LimitKind } from '../../core/staff/roles/role-rules.ts'
import { staffRoleLimits } from '../../core/staff/roles/role-contract.ts'
import { orderDispute } from '../../lab/orders/closing/after-delivery-contract.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { staffOrderSettleDispute } from '../../lab/orders/staff/staff-contract.ts'
import { creditApplyOperate, staffCreditConfirm, staffCreditRaise } from '../../money/credit/contract.ts'
import { verifyBooks } from '../../money/ledger/actions.ts'
import { payCreate } from '../../money/payments/contract.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import {
  bankImport,
  prestoreApplyAdd,
  prestoreApplyInit,
  transferConfirmMatch,
  transferMatch,
} from '../../money/prestore/contract.ts'
import { bankLinesBySerials } from '../../money/prestore/received/bank-store.ts'
import { bankKeep, receivedConfirmReturn, receivedReturn } from '../../money/prestore/received/received-contract.ts'
import { staffRefundConfirm, staffRefundToBalance, staffRefundToChannel } from '../../money/refunds/contract.ts'
import {
  staffWithdrawApprove,
  staffWithdrawConfirm,
  withdrawAdd,
  withdrawCode,
  withdrawUpdate4user,
} from '../../money/withdrawals/contract.ts'
import { profileCompleted } from '../../people/customers/events.ts'
import type { Call } from '../../platform/contract/call.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { deliveryScene } from '../testing/scenes/delivery-scene.ts'
import { orderScene } from '../testing/scenes/order-scene.ts'
import { refundScene } from '../testing/scenes/refund-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../testing/test-app.ts'

// Each decision about money counts against the limit of who makes it, to the fen, and the second person has a limit too (decision 0086).

let app: TestApp
let orders: Awaited<ReturnType<typeof orderScene>>
let delivery: Awaited<ReturnType<typeof deliveryScene>>
let payments: ReturnType<typeof refundScene>
let admin: TestPerson
beforeAll(async () => {
  app = await testApp()
  orders = await orderScene(app)
  delivery = await deliveryScene(app)
  payments = refundScene(app)
  admin = await app.staff('admin')
  // Nothing here needs a second person for its amount alone.
  await changeSetting(app.system, 'secondPersonAboveFen', 100_000_000)
})
afterEach(async () => expect(await verifyBooks(app.db)).toEqual([]))
afterAll(() => app.close())

type Role = 'finance' | 'manager'
type Step = readonly [call: Call, input: object]
type Answer = Record<string, unknown>

/** One matter that nobody has decided yet. */
interface Matter {
  amountFen: number
  /** The person of the first step decides, or proposes when the limit is lower. */
  first: Step
  second: (answer: Answer) => Step | Promise<Step>
}

/** Who makes the first step of a reduction is no financier. */
const firstRole: Partial<Record<LimitKind, Role>> = { reduction: 'manager' }

const AMOUNT_FEN = 5_000
const reason = '核对后处理'
let serials = 0

async function bankLine(memo: string): Promise<number> {
  serials += 1
  const serial = `LIMIT-${serials}`
  const text = `${serial}\t2026-03-01 09:30\t${AMOUNT_FEN / 100}\t测试大学\t6222 0000\t${memo}`
  await app.call(bankImport, { text }, { as: await app.staff('finance') })
  return (await bankLinesBySerials(app.db, [serial]))[0]?.id ?? expect.fail('no bank line')
}

async function fund(as: TestPerson, amountFen: number): Promise<void> {
  serials += 1
  const step = { kind: 'test', businessId: `limit-${serials}`, operation: 'fund', memo: '' }
  await creditPrestore(app.system, { customerId: as.id, amountFen, ...step })
}

/** An order that was delivered and, for an individual, paid before. */
async function delivered(userType: 0 | 1) {
  const as = await orders.buyer(userType)
  const { orderNo } = await orders.order(as)
  const agreedFen = (await orderForMoney(app.system, orderNo)).prepayFen ?? expect.fail('no price')
  if (userType === 1) {
    await fund(as, agreedFen)
    await app.call(payCreate, { kind: 'order', no: orderNo, method: 'prestore' }, { as })
  }
  await delivery.deliver(orderNo)
  return { as, orderNo, agreedFen }
}

async function codeOf(as: TestPerson): Promise<string> {
  app.clock.advance({ minutes: 2 })
  await app.call(withdrawCode, {}, { as })
  const sent = (await app.outbox()).filter(({ to, template }) => to === as.phone && template === 'code.8')
  return /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? expect.fail('no code')
}

const asked = { amountFen: AMOUNT_FEN, typedFen: AMOUNT_FEN, reason }
const confirmRefund = ({ id }: Answer): Step => [staffRefundConfirm, { id, version: 1, typedFen: AMOUNT_FEN }]

const matters: [name: string, kind: LimitKind, make: () => Promise<Matter>][] = [
  [
    'a refund to the channel',
    'refund',
    async () => {
      const { paymentNo } = await payments.paid(await app.customer(1), AMOUNT_FEN)
      return {
        amountFen: AMOUNT_FEN,
        first: [staffRefundToChannel, { paymentNo, ...asked }],
        second: confirmRefund,
      }
    },
  ],
  [
    'a refund to the balance',
    'refund',
    async () => {
      const { orderNo, agreedFen } = await delivered(1)
      await app.call(staffFixAmount, { orderNo, finalFen: agreedFen, reason: '' }, { as: delivery.manager })
      return {
        amountFen: AMOUNT_FEN,
        first: [staffRefundToBalance, { orderNo, ...asked }],
        second: confirmRefund,
      }
    },
  ],
  [
    'a withdrawal',
    'withdrawal',
    async () => {
      const as = await app.customer(1)
      await fund(as, AMOUNT_FEN)
      const payout = { holder: '测试客户', bank: '某银行某支行', account: '6222 0000 1111 2222' }
      await app.call(withdrawUpdate4user, { ...payout, code: await codeOf(as) }, { as })
      const wanted = { source: 'prestore' as const, amountFen: AMOUNT_FEN, code: await codeOf(as) }
      const { id } = await app.call(withdrawAdd, wanted, { as })
      return {
        amountFen: AMOUNT_FEN,
        first: [staffWithdrawApprove, { id, version: 1, amountFen: AMOUNT_FEN }],
        second: () => [staffWithdrawConfirm, { id, version: 2, amountFen: AMOUNT_FEN }],
      }
    },
  ],
  [
    'more credit',
    'credit',
    async () => {
      const as = await app.customer(3)
      await emit(app.system, profileCompleted, { customerId: as.id })
      await app.drain()
      const grantedFen = 3_000_000
      const wanted = { op: 'apply' as const, wantedFen: grantedFen, reason: '课题组年度测试' }
      const applicationId = (await app.call(creditApplyOperate, wanted, { as })).application?.id
      return {
        amountFen: grantedFen,
        first: [staffCreditRaise, { applicationId, version: 1, grantedFen }],
        second: () => [staffCreditConfirm, { applicationId, version: 2 }],
      }
    },
  ],
  [
    'a transfer that is matched',
    'transfer',
    async () => {
      const as = await app.customer(1)
      const claim = { amountFen: AMOUNT_FEN, payerName: '测试大学', transferredOn: '2026-03-01', remark: '' }
      const { id: claimId } = await app.call(prestoreApplyAdd, claim, { as })
      const { transferCode } = await app.call(prestoreApplyInit, {}, { as })
      const bankLineId = await bankLine(`预存 ${transferCode}`)
      return {
        amountFen: AMOUNT_FEN,
        first: [transferMatch, { claimId, bankLineId, version: 1 }],
        second: () => [transferConfirmMatch, { claimId, version: 2 }],
      }
    },
  ],
  [
    'received money that goes back',
    'received',
    async () => {
      const { phone } = await app.customer(1)
      const kept = { bankLineId: await bankLine(''), customer: phone, reason: '付款户名与单位一致' }
      const { id } = await app.call(bankKeep, kept, { as: await app.staff('finance') })
      return {
        amountFen: AMOUNT_FEN,
        first: [receivedReturn, { id, version: 1, reason }],
        second: () => [receivedConfirmReturn, { id, version: 2 }],
      }
    },
  ],
  [
    'an amount below what was agreed',
    'reduction',
    async () => {
      const { orderNo, agreedFen } = await delivered(0)
      return {
        amountFen: 100,
        first: [staffFixAmount, { orderNo, finalFen: agreedFen - 100, reason }],
        second: async () => {
          const { list } = await app.call(staffFinalAmounts, { tab: 'checking' }, { as: await app.staff('finance') })
          const { id, version } = list.find((row) => row.orderNo === orderNo) ?? expect.fail('it does not wait')
          return [staffConfirmAmount, { id, version }]
        },
      }
    },
  ],
]

const limited = (key: Role, kind: LimitKind, dayFen?: number) =>
  app.call(staffRoleLimits, { key, limits: dayFen === undefined ? [] : [{ kind, dayFen }] }, { as: admin })
const once = (as: TestPerson) => ({ as, idempotencyKey: randomUUID() })
const take = async ([call, input]: Step, as: TestPerson) => (await app.call(call, input as never, once(as))) as Answer
const refusedFor = async ([call, input]: Step, as: TestPerson) =>
  (await app.refusal(call, input as never, once(as))).error
const waits = ({ stage, checking }: Answer) => stage === 'checking' || stage === 'returning' || checking === true

describe.each(matters)('%s', (_name, kind, make) => {
  const role = firstRole[kind] ?? 'finance'

  it('is decided alone at exactly the limit of the person, who has nothing left for the next one that day', async () => {
    const [matter, next] = [await make(), await make()]
    await limited(role, kind, matter.amountFen)
    const person = await app.staff(role)
    expect(waits(await take(matter.first, person))).toBe(false)
    expect(waits(await take(next.first, person))).toBe(true)
    await limited(role, kind)
  })

  it('waits one fen above it for a second person, who is refused above the own limit and decides within it', async () => {
    const matter = await make()
    await limited(role, kind, matter.amountFen - 1)
    const second = await app.staff('finance')
    const answer = await take(matter.first, await app.staff(role))
    expect(waits(answer)).toBe(true)
    await limited('finance', kind, matter.amountFen - 1)
    const step = await matter.second(answer)
    expect(await refusedFor(step, second)).toBe('aboveLimit')
    await limited('finance', kind, matter.amountFen)
    expect(waits(await take(step, second))).toBe(false)
    for (const each of ['finance', 'manager'] as const) await limited(each, kind)
  })
})

it('a reduction after a dispute, which nobody confirms, is refused one fen above the limit and made within it', async () => {
  const { as, orderNo } = await delivered(0)
  await app.call(orderDispute, { orderNo, reason: '平行样相差较大' }, { as })
  const settle: Step = [staffOrderSettleDispute, { outcome: 'reduction', orderNo, reason, amountFen: 100 }]
  await limited('manager', 'reduction', 99)
  const manager = await app.staff('manager')
  expect(await refusedFor(settle, manager)).toBe('aboveLimit')
  await limited('manager', 'reduction', 100)
  await take(settle, manager)
  await limited('manager', 'reduction')
})
