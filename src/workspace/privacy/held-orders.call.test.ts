import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { orderAnswer } from '../../lab/orders/holds/hold-contract.ts'
import { orderDispute, orderRetest } from '../../lab/orders/closing/after-delivery-contract.ts'
import {
  staffOrderDeclineRetest,
  staffOrderHold,
  staffOrderLogCall,
  staffOrderSettleDispute,
} from '../../lab/orders/staff/staff-contract.ts'
import { heldData } from '../../app/held-data.ts'
import { heldBy } from '../../platform/held-data.ts'

const heldTables = heldData.flatMap(({ tables }) => tables)

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
}, 120_000)
afterAll(() => app.close())

const held = async (table: string, customerId: number) => {
  const found = heldTables.find((each) => each.table === table)
  return found ? heldBy(found, app.db, customerId) : []
}

/** Columns of an order that the customer may see; a new column must be added here, or left out of the copy, on purpose. */
const orderKeys = [
  'agreed_at',
  'agreement_version',
  'call_due_at',
  'called_at',
  'cancel_fee_fen',
  'closed_at',
  'confirm_due_at',
  'confirm_paused_at',
  'confirmed_at',
  'contact',
  'coupons',
  'created_at',
  'customer_group',
  'customer_id',
  'data_due_at',
  'delivered_at',
  'delivery',
  'discount_fen',
  'estimate_fen',
  'experiment_ended_at',
  'final_discount_fen',
  'final_fen',
  'final_gross_fen',
  'final_reason',
  'group_id',
  'held_from',
  'history',
  'hold_answer',
  'id',
  'invoice',
  'lines',
  'order_no',
  'paid_at',
  'payer_id',
  'promise_kept',
  'promised_at',
  'quote_fen',
  'quote_valid_until',
  'quote_version',
  'received_at',
  'reduction_fen',
  'remark',
  'report_withdrawn_at',
  'retest_fee_fen',
  'retest_line_ids',
  'retest_offer_fen',
  'return_address',
  'return_due_at',
  'sample_count',
  'service_type',
  'stage',
  'testing_started_at',
  'title',
  'urgent',
  'version',
]

describe('the copy of what is held about a person’s orders', () => {
  it('[F-91] [S-04] contains answers, reasons and records of delivered data, and no internal data', async () => {
    const customer = await scene.buyer(0)
    const order = await scene.testing(customer)
    const { orderNo } = order
    const once = { as: customer, idempotencyKey: randomUUID() }
    await app.call(staffOrderLogCall, { orderNo, note: '内部：客户态度一般' }, { as: scene.staff.manager })
    await app.call(staffOrderHold, { orderNo, reason: '样品量不足' }, { as: scene.staff.lab })
    await app.call(orderAnswer, { orderNo, answer: '按现有量检测' }, once)
    await scene.record(order)
    await scene.upload(order, `${order.sampleNos[0]}.xy`, '10 1\n20 5\n')
    expect([await held('test_records', customer.id), await held('result_files', customer.id)]).toEqual([[], []])
    await scene.verify(order)
    await app.call(orderRetest, { orderNo, reason: '峰位偏移' }, { ...once, idempotencyKey: randomUUID() })
    await app.call(staffOrderDeclineRetest, { orderNo, reason: '与标样一致' }, { as: scene.staff.manager })
    await app.call(orderDispute, { orderNo, reason: '仍有疑问' }, { ...once, idempotencyKey: randomUUID() })
    const dismissal = { orderNo, outcome: 'dismissal' as const, reason: '已附谱图对照' }
    await app.call(staffOrderSettleDispute, dismissal, { as: scene.staff.manager, idempotencyKey: randomUUID() })

    const [row = {}] = await held('orders', customer.id)
    expect(Object.keys(row).sort()).toEqual(orderKeys)
    const history = row.history as Record<string, unknown>[]
    for (const reason of ['样品量不足', '按现有量检测', '峰位偏移', '与标样一致', '仍有疑问', '已附谱图对照'])
      expect(history.map((entry) => entry.reason)).toContain(reason)
    expect(Object.keys(history[0] ?? {}).sort()).toEqual(['action', 'at', 'by', 'reason', 'stage'])

    const [record = {}] = await held('test_records', customer.id)
    expect(record).toMatchObject({ instrument: 'D8 Advance', order_no: orderNo })
    const everything = JSON.stringify(await Promise.all(heldTables.map((each) => heldBy(each, app.db, customer.id))))
    expect(everything).not.toContain('客户态度一般')
    for (const key of ['call_note', 'tester_id', 'reviewer_id', 'operator_id', 'uploaded_by', 'received_by'])
      expect([key, everything.includes(`"${key}"`)]).toEqual([key, false])
    expect(await held('test_records', (await scene.buyer(0)).id)).toEqual([])
  })

  it('[S-04] contains in every table rows of the person alone', async () => {
    const people = [await scene.buyer(0), await scene.buyer(0)]
    for (const person of people) await scene.testing(person)
    let compared = 0
    for (const table of heldTables) {
      const [own = [], others = []] = await Promise.all(people.map(({ id }) => heldBy(table, app.db, id)))
      const foreign = own.filter((row) => (row.customer_id ?? people[0]?.id) !== people[0]?.id)
      expect([table.table, foreign]).toEqual([table.table, []])
      const texts = new Set(others.map((row) => JSON.stringify(row)))
      // Two sessions of the same second look alike.
      const named = own.filter((row) => Object.keys(row).some((key) => /(^|_)(id|no)$/.test(key)))
      expect([table.table, named.filter((row) => texts.has(JSON.stringify(row)))]).toEqual([table.table, []])
      if (own.length > 0) compared += 1
    }
    expect(compared).toBeGreaterThan(5)
    expect(await held('samples', people[0]?.id ?? 0)).toHaveLength(1)
  })
})
