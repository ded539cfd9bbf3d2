import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderSteps } from '../../app/testing/order-steps.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { absenceAdd } from '../../core/staff/absences/absence-contract.ts'
import { bellList } from '../../core/staff-notices/contract.ts'
import { orderCancel } from '../../lab/orders/contract.ts'
import { staffOrderAssign } from '../../lab/orders/tasks/task-contract.ts'
import { openSession } from '../../platform/auth/sessions.ts'
import { sql } from '../../platform/db/sql.ts'
import { threadWrite } from '../threads/contract.ts'
import { inboxRead } from './contract.ts'

let app: TestApp
let steps: Awaited<ReturnType<typeof orderSteps>>
let lab: TestPerson
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  steps = await orderSteps(app)
  lab = steps.staff.lab
  manager = steps.staff.manager
})
afterAll(() => app.close())

const by = async (person: TestPerson) => ({ as: await openSession(app.system, 'staff', person.id) })
const told = async (person: TestPerson) =>
  (await app.call(bellList, { page: 1, size: 50 }, await by(person))).list.map(({ title }) => title)
const advised = (customerId: number, staffId: number) =>
  app.db.run(sql`update customers set advisor_id = ${staffId} where id = ${customerId}`)

describe('what staff are told', () => {
  it('a tester is told of work given by somebody else, and finds it first in the inbox', async () => {
    const others = await steps.received()
    const mine = await steps.received()
    await app.call(staffOrderAssign, { orderNo: mine.orderNo, staffId: lab.id }, await by(manager))
    expect(await told(lab)).toEqual([expect.stringContaining(`把检测分派给您：`)])
    const { queues } = await app.call(inboxRead, {}, await by(lab))
    const start = queues.find(({ key }) => key === 'startTesting')
    expect(start).toMatchObject({ total: 2, mineTotal: 1 })
    expect(start?.items.map(({ orderNo, mine }) => [orderNo, mine])).toEqual([
      [mine.orderNo, true],
      [others.orderNo, false],
    ])
  })

  it('the account manager is told of messages once until they are read, and of what the customer does', async () => {
    const order = await steps.approved()
    const advisor = await app.staff('manager')
    await advised(order.customer.id, advisor.id)
    const write = () =>
      app.call(
        threadWrite,
        { orderNo: order.orderNo, text: '请问何时安排？' },
        { as: order.customer, idempotencyKey: randomUUID() },
      )
    await write()
    await write()
    await app.call(orderCancel, { orderNo: order.orderNo, reason: '不需要了' }, { as: order.customer })
    await app.drain()
    expect(await told(advisor)).toEqual([
      expect.stringContaining('客户取消了订单'),
      expect.stringContaining('客户留言'),
    ])
    expect(await told(lab)).not.toEqual(expect.arrayContaining([expect.stringContaining('客户留言')]))
  })

  it('late work is told once to the deputy of the absent owner, and after four hours to every manager', async () => {
    const order = await steps.received()
    const owner = await app.staff('manager')
    const deputy = await app.staff('manager')
    await advised(order.customer.id, owner.id)
    await app.call(
      absenceAdd,
      { staffId: owner.id, deputyId: deputy.id, firstDay: '2026-03-02', lastDay: '2026-03-02' },
      { as: owner },
    )
    const calls = async (person: TestPerson) =>
      (await told(person)).filter((title) => title.includes(order.orderNo) && title.startsWith('致电客户已超时'))
    const watch = async () => {
      await app.queueDue()
      await app.drain()
    }
    await watch()
    app.clock.advance({ hours: 2, minutes: 1 })
    await watch()
    app.clock.advance({ minutes: 30 })
    await watch()
    expect(await calls(owner)).toHaveLength(1)
    expect(await calls(deputy)).toHaveLength(1)
    expect(await calls(manager)).toHaveLength(0)
    app.clock.advance({ hours: 4 })
    await watch()
    expect(await calls(deputy)).toHaveLength(2)
    expect(await calls(manager)).toHaveLength(1)
    expect((await app.call(inboxRead, {}, await by(deputy))).standsInFor).toEqual(['测试manager'])
  })
})
