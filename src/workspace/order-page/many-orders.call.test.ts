import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assetAll4num } from '../../billing/settlements/asset-contract.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { staffContractsToDraw } from '../../lab/contracts/contract.ts'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { ordersToFix } from '../../billing/settlements/final-amounts/fix-actions.ts'
import { staffOrdersToFix } from '../../billing/settlements/amount-list-contract.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import type { AnyIndex } from '../../platform/contract/index-list.ts'
import { listOfQueue } from '../inbox/place-rules.ts'
import { inboxRead } from '../inbox/contract.ts'
import { orderQueueKeys } from '../../lab/orders/lists/queue-rules.ts'
import { orderStages } from '../../lab/orders/rules.ts'
import { orderIndex, staffOrderList } from '../../lab/orders/lists/list-contract.ts'
import { staffTaskList, staffTaskChoices } from '../../lab/orders/tasks/task-contract.ts'
import { taskStages } from '../../lab/orders/tasks/task-rules.ts'

// More orders than one page shows, so counts and pages must come from the database.

const MANY = 5000
let app: TestApp
let customer: TestPerson
const staff = new Map<string, TestPerson>()
beforeAll(async () => {
  app = await testApp()
  customer = await app.customer(0)
  for (const role of ['manager', 'lab', 'reviewer', 'finance', 'logistics'] as const)
    staff.set(role, await app.staff(role))
  const now = app.clock.now()
  await app.db.run(sql`
    insert into orders (order_no, customer_id, payer_id, customer_group, service_type, stage, estimate_fen, urgent, sample_count, title,
      contact, delivery, invoice, agreement_version, agreed_at, created_at, call_due_at, data_due_at, delivered_at)
    select 'MX260302' || lpad(n::text, 7, '0'), ${customer.id}, ${customer.id}, 'institute', 1 + n % 3,
      (${[...orderStages]}::text[])[1 + n % ${orderStages.length}::int], 1000, n % 5 = 0, 1, case when n % 2 = 0 then '扫描电镜' else 'X 射线衍射' end,
      '{}', '{}', '{"type": 0}', '1', ${now}::timestamptz, ${now}::timestamptz - n * interval '1 minute',
      ${now}::timestamptz + (n % 100 - 50) * interval '1 minute', ${now}::timestamptz + (n % 90 - 45) * interval '1 minute', ${now}::timestamptz
    from generate_series(1, ${MANY}::int) n`)
  await app.db.run(sql`
    insert into order_lines (order_id, rid, project_name, category_id, form_version, parameters, described, group_no, sample_count, urgent, price_lines)
    select id, 1, title, 1, 1, '{}', '[]', 1, 1, urgent, '[]' from orders`)
}, 120_000)
afterAll(() => app.close())

const as = (role: string) => ({ as: staff.get(role) })
const counted = async (condition: ReturnType<typeof sql>) =>
  (await app.db.one<{ count: number }>(sql`select count(*) as count from orders where ${condition}`)).count

/** All pages of a list. */
async function everyPage<Row>(read: (page: number) => Promise<{ list: Row[]; total: number }>): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await read(page)
    all.push(...list)
    if (list.length === 0 || all.length >= total) return all
  }
}

describe('with five thousand orders', () => {
  it('[F-06] each column of the task board counts all its orders and lists them page by page, overdue ones first', async () => {
    for (const stage of taskStages) {
      const read = (page: number) => app.call(staffTaskList, { stage, page, size: 100 }, as('lab'))
      const { total } = await read(1)
      expect([stage, total]).toEqual([stage, await counted(sql`stage = ${stage}`)])
      const all = await everyPage(read)
      expect(new Set(all.map((row) => row.orderNo)).size).toBe(total)
      const overdue = all.map((row) => row.next?.who === 'staff' && row.next.overdue)
      expect(overdue.lastIndexOf(true)).toBeLessThan(overdue.includes(false) ? overdue.indexOf(false) : total)
    }
  })

  it('[F-06] the project filter of the board shows its orders only, and counts them', async () => {
    const { projects } = await app.call(staffTaskChoices, {}, as('lab'))
    expect(projects.map(({ name }) => name).sort()).toEqual(['X 射线衍射', '扫描电镜'])
    for (const { name, orders } of projects) {
      let shown = 0
      for (const stage of taskStages) {
        const { total } = await app.call(staffTaskList, { stage, project: name, size: 1 }, as('lab'))
        expect([stage, total]).toEqual([stage, await counted(sql`title = ${name} and stage = ${stage}`)])
        shown += total
      }
      // A project also counts its orders that wait for a retest.
      expect(orders).toBe(shown + (await counted(sql`title = ${name} and stage in ('retest', 'retest_offered')`)))
    }
  })

  it('[F-51] every queue of the inbox has the size of its list', async () => {
    for (const [role, person] of staff) {
      const { queues } = await app.call(inboxRead, {}, { as: person })
      for (const { key, total, items } of queues) {
        const queue = orderQueueKeys.find((each) => each === key)
        if (!queue) continue
        const address = new URL(listOfQueue(queue), 'http://x').searchParams
        if (address.get('queue') !== queue) continue
        const { columns: _, ...query } = queryOfAddress(orderIndex as unknown as AnyIndex, address)
        const listed = await app.call(staffOrderList, { ...query, size: 100 } as never, { as: person })
        expect([role, key, listed.total]).toEqual([role, key, total])
        expect(listed.list.every((row) => row.queues.includes(queue))).toBe(true)
        const due = { callDue: 'callDueAt', dataDue: 'dataDueAt' }[query.sort] as 'callDueAt' | undefined
        if (due)
          expect([key, listed.list.slice(0, items.length).map((row) => row[due])]).toEqual([
            key,
            items.map((item) => item.dueAt),
          ])
      }
    }
    const calls = await counted(
      sql`stage in ('received', 'testing', 'on_hold', 'verifying') and call_due_at is not null and called_at is null`,
    )
    expect((await app.call(staffOrderList, { filters: { queue: ['call'] } }, as('manager'))).total).toBe(calls)
    expect(calls).toBeGreaterThan(1000)
  })

  it('[F-05] the list of orders without a final amount is complete, the oldest first, and a page needs three statements', async () => {
    const open = await counted(sql`stage in ('delivered', 'disputed', 'done') and final_fen is null`)
    expect(open).toBeGreaterThan(500)
    const all: { orderNo: string; deliveredAt: string | null; customerPhone: string }[] = []
    let after: string | null = ''
    let ids: number[] = []
    while (after !== null) {
      const page: OutputOf<typeof staffOrdersToFix> = await app.call(
        staffOrdersToFix,
        { size: 100, ...(after === '' ? {} : { after }) },
        as('finance'),
      )
      expect(page.total).toBe(open)
      all.push(...page.list)
      ids = page.ids
      after = page.next
    }
    expect(new Set(all.map((row) => row.orderNo)).size).toBe(open)
    const times = all.map(({ deliveredAt }) => deliveredAt ?? '')
    expect(times).toEqual(times.toSorted())
    expect(all[0]?.customerPhone).toMatch(/^\d{3}\*{4}\d{4}$/)
    let statements = 0
    const rows: Db['rows'] = (statement) => {
      statements += 1
      return app.db.rows(statement)
    }
    await ordersToFix({ ...app.system, db: { ...app.db, rows } } as unknown as Parameters<typeof ordersToFix>[0], ids)
    // Orders, customers, and amounts that wait for a second person.
    expect(statements).toBe(3)
  })

  it('[F-05] the badges of a customer with thousands of orders count all of them', async () => {
    const { orders } = await app.call(assetAll4num, {}, { as: customer })
    expect(orders.all).toBe(MANY)
    expect(orders.prepay).toBe(await counted(sql`stage = 'prepay'`))
  })

  it('[F-06] the list of orders that need a contract is complete, page by page', async () => {
    const all = await everyPage((page) => app.call(staffContractsToDraw, { page, size: 100 }, as('manager')))
    expect(new Set(all.map((row) => row.orderNo)).size).toBe(await counted(sql`stage = 'contract'`))
  })
})
