import { randomUUID } from 'node:crypto'
import * as rewardJobs from '../../../billing/rewards/jobs.ts'
import { assignSettlementCall, settlementRows, staffFixAmount } from '../../../billing/settlements/contract.ts'
import type { Settings } from '../../../core/settings/rules.ts'
import { writeSettings } from '../../../core/settings/actions.ts'
import { agreementVersion } from '../../../core/agreements/agreement-actions.ts'
import { orderForMoney } from '../../../lab/orders/actions.ts'
import { balancesOf } from '../../../money/ledger/actions.ts'
import { openCredit } from '../../../money/credit/actions.ts'
import { payCreate } from '../../../money/payments/contract.ts'
import { creditPrestore } from '../../../money/prestore/actions.ts'
import * as promotionJobs from '../../../money/promotion/jobs.ts'
import { promoterApplyAdd, staffPromoterApprove } from '../../../money/promotion/contract.ts'
import { staffPromoters } from '../../../money/promotion/list-contract.ts'
import { staffRefundToBalance } from '../../../money/refunds/contract.ts'
import { inviteInit } from '../../../people/invitations/contract.ts'
import { code4sms, login, sign } from '../../../people/sign-in/contract.ts'
import { sql } from '../../../platform/db/sql.ts'
import { drainJobs } from '../../../platform/jobs/worker.ts'
import { addDays } from '../../../platform/time.ts'
import { deliveryScene } from './delivery-scene.ts'
import { orderScene } from './order-scene.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

const PASSWORD = 'a-good-password-1'

export const testRules = {
  pointRules: [
    {
      from: '2026-01-01',
      perHundredYuan: 100,
      evaluationPoints: 50,
      claimPoints: 500,
      validMonths: 24,
      transferMost: 0,
      transferMostPerMonth: 0,
      reminderDays: 30,
    },
  ],
  inviteRules: [{ from: '2026-01-01', inviterPoints: 200, friendPoints: 100, leastFen: 5_000, windowDays: 7 }],
  rebateRules: [
    { from: '2026-01-01', rateBp: 500, types: [], categories: [], bindDays: 365, windowDays: 15, taxNote: '税前金额' },
  ],
} satisfies Partial<Settings>

export interface Device {
  ip: string
  headers: Record<string, string>
  cookie?: string
}

let devices = 0
/** A device that nobody has used yet. */
export function newDevice(): Device {
  devices += 1
  return {
    ip: `10.1.${Math.floor(devices / 250)}.${(devices % 250) + 1}`,
    headers: { 'user-agent': `Test/${devices}` },
  }
}

/** Inviters, friends who register with a code, and orders that are paid and refunded, through the real calls. */
export async function rewardScene(app: TestApp, rules: Partial<Settings> = testRules) {
  const orders = await orderScene(app)
  const deliveries = await deliveryScene(app)
  const finance = await app.staff('finance')
  await writeSettings(app.system, rules)
  let phones = 0

  /** Runs what invitations, promotion and rewards subscribe to and queue; nothing else of the outbox, which would also draw PDFs. */
  async function run(): Promise<void> {
    const registry = {
      subscribers: [...promotionJobs.subscribers, ...rewardJobs.subscribers],
      handlers: [...promotionJobs.handlers, ...rewardJobs.handlers],
    }
    const own = [
      ...registry.handlers.map(({ job }) => job.name),
      ...registry.subscribers.map(({ event, name }) => `${event.name}>${name}`),
    ]
    await app.db.run(sql`delete from jobs where kind = 'job' and not name = any(${own}::text[])`)
    await drainJobs(app.services, registry)
  }

  /** Moves the clock; everybody who is signed in stays so. */
  async function passes(days: number): Promise<void> {
    app.clock.advance({ days })
    const until = addDays(app.clock.now(), 1)
    await app.db.run(sql`
      update sessions set access_expires_at = ${until}, refresh_expires_at = ${until}, used_at = ${app.clock.now()} where revoked_at is null`)
    await run()
  }

  const codeOf = async (as: TestPerson, device: Device = newDevice()) =>
    (await app.call(inviteInit, {}, { as, ...device })).code

  /** The code that registers this phone; its limits are a minute apart. */
  async function registration(inviterCode: string, device: Device = newDevice()) {
    phones += 1
    const phone = `135${String(phones).padStart(8, '0')}`
    app.clock.advance({ minutes: 2 })
    await app.call(code4sms, { phone, useFor: 0 }, { ip: device.ip })
    const code = /\d{6}/.exec((await app.outbox()).findLast(({ to }) => to === phone)?.text ?? '')?.[0] ?? ''
    return { phone, code, password: PASSWORD, inviterCode }
  }

  /** Registers with the code of an inviter; a customer of this type who can order. */
  async function friend(inviterCode: string, device: Device = newDevice(), userType = 1): Promise<TestPerson> {
    const input = await registration(inviterCode, device)
    await app.call(sign, input, device)
    const { id } = await app.db.one<{ id: number }>(sql`
      update customers set user_type = ${userType}, name = '陈同学', email = 'friend@example.com', company = '测试大学',
        profile_completed_at = ${app.clock.now()} where phone = ${input.phone} returning id`)
    await run()
    const { token } = await app.call(login, { account: input.phone, password: PASSWORD }, device)
    return { id, token, phone: input.phone }
  }

  /** An order of an individual, prepaid from the balance, delivered and fixed at what was agreed: paid. ¥75 a sample. */
  async function paidOrder(
    as: TestPerson,
    sampleCount = 1,
  ): Promise<{ orderNo: string; finalFen: number; id: number }> {
    const { orderNo } = await orders.order(as, sampleCount)
    const { id, prepayFen } = await orderForMoney(app.system, orderNo)
    const finalFen = prepayFen ?? 0
    await fund(as, finalFen, orderNo)
    await app.call(payCreate, { kind: 'order', no: orderNo, method: 'prestore' }, { as })
    await deliveries.deliver(orderNo)
    await app.call(staffFixAmount, { orderNo, finalFen }, { as: deliveries.manager })
    await run()
    return { orderNo, finalFen, id }
  }

  const fund = ({ id: customerId }: TestPerson, amountFen: number, businessId: string) =>
    creditPrestore(app.system, { customerId, amountFen, kind: 'test', businessId, operation: 'fund', memo: '测试入账' })

  /** An order of a student on credit, delivered and fixed, whose settlement another customer is asked to pay and pays. */
  async function paidByAnother(as: TestPerson, payer: TestPerson): Promise<{ orderNo: string; finalFen: number }> {
    await openCredit(app.system, as.id, 100_000)
    const { orderNo } = await orders.order(as, 1)
    const finalFen = (await orderForMoney(app.system, orderNo)).prepayFen ?? 0
    await deliveries.deliver(orderNo)
    await app.call(staffFixAmount, { orderNo, finalFen }, { as: deliveries.manager })
    const rowIds = (await app.call(settlementRows, {}, { as })).list.map(({ id }) => id)
    const { settlementNo } = await app.call(assignSettlementCall, { rowIds, payerPhone: payer.phone }, { as })
    await fund(payer, finalFen, orderNo)
    await app.call(payCreate, { kind: 'settlement', no: settlementNo, method: 'prestore' }, { as: payer })
    await run()
    return { orderNo, finalFen }
  }

  async function refund(orderNo: string, amountFen: number): Promise<void> {
    await app.call(
      staffRefundToBalance,
      { orderNo, amountFen, typedFen: amountFen, reason: '检测条件有误' },
      { as: finance, idempotencyKey: randomUUID() },
    )
    await run()
  }

  async function apply(as: TestPerson): Promise<number> {
    const version = await agreementVersion(app.system, 'promotion')
    const input = { plan: '向同行介绍', agreementVersion: version, agreed: true } as const
    return (await app.call(promoterApplyAdd, input, { as })).id
  }

  async function promoterRow(id: number) {
    const { list } = await app.call(staffPromoters, { tab: 'all', size: 100 }, { as: finance })
    return list.find((row) => row.id === id) ?? Promise.reject(new Error('no such promoter'))
  }

  /** A customer who is a promoter, with the invite code. */
  async function promoter(): Promise<TestPerson & { code: string; promoterId: number }> {
    const as = await app.customer(1)
    const id = await apply(as)
    await app.call(staffPromoterApprove, { id, version: 1 }, { as: finance })
    return { ...as, code: await codeOf(as), promoterId: id }
  }

  const moneyOf = async ({ id }: TestPerson) => {
    const { rebate, rebate_pending: pending, points } = await balancesOf(app.system, id)
    return { rebate, pending, points }
  }

  return {
    run,
    passes,
    orders,
    deliveries,
    finance,
    codeOf,
    registration,
    friend,
    paidOrder,
    paidByAnother,
    refund,
    apply,
    promoter,
    promoterRow,
    moneyOf,
  }
}
