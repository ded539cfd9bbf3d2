import { afterAll, beforeAll, expect, it } from 'vitest'
import { labScene } from '../../../app/testing/scenes/lab-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { InputOf, SentTo } from '../../../platform/contract/call.ts'
import { instrumentAdd } from '../../instruments/contract.ts'
import { staffSampleReceive } from '../../intake/contract.ts'
import { orderForLab } from '../actions.ts'
import { staffOrderList } from '../lists/list-contract.ts'
import { staffOrderApprove, staffOrderDetail, staffOrderStartTesting } from '../staff/staff-contract.ts'
import { staffOrderAssign, staffTaskChoices, staffTaskLanes, staffTaskList } from './task-contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof labScene>>
let second: TestPerson
beforeAll(async () => {
  app = await testApp()
  scene = await labScene(app)
  second = await app.staff('lab')
})
afterAll(() => app.close())

async function received(): Promise<string> {
  const { orderNo, sampleNos } = await scene.order(await scene.buyer(0))
  await app.call(staffOrderApprove, { orderNo }, { as: scene.staff.manager })
  for (const sampleNo of sampleNos)
    await app.call(staffSampleReceive, { sampleNo, condition: '完好', shelf: 'A-01' }, { as: scene.staff.logistics })
  return orderNo
}
const as = () => ({ as: scene.staff.lab })
const lanes = async (by: InputOf<typeof staffTaskLanes>['by'], asked: Partial<SentTo<typeof staffTaskLanes>> = {}) =>
  new Map(
    (await app.call(staffTaskLanes, { by, ...asked }, as())).lanes.map(({ key, orders, late }) => [
      key,
      [orders, late],
    ]),
  )
const tasks = async (asked: SentTo<typeof staffTaskList>) =>
  (await app.call(staffTaskList, asked, as())).list.map(({ orderNo }) => orderNo).toSorted()

it('work is given to a tester, stands in the columns of that person, and begins with who starts it', async () => {
  const [mine, others, open] = [await received(), await received(), await received()]
  const { lab, manager } = scene.staff
  await app.call(staffOrderAssign, { orderNo: mine, staffId: lab.id, formerStaffId: null }, { as: manager })
  await app.call(staffOrderAssign, { orderNo: others, staffId: second.id }, { as: manager })
  expect(await lanes('person')).toEqual(
    new Map([
      ['nobody', [1, 0]],
      [String(lab.id), [1, 0]],
      [String(second.id), [1, 0]],
    ]),
  )
  expect([await tasks({ person: 'mine' }), await tasks({ person: String(second.id) })]).toEqual([[mine], [others]])
  expect(await tasks({ person: 'nobody', stage: 'received' })).toEqual([open])
  expect(await app.call(staffOrderDetail, { orderNo: mine }, as())).toMatchObject({ assignedTo: lab.id })
  const name = (await app.call(staffTaskChoices, {}, as())).people.find(({ id }) => id === second.id)?.name ?? ''
  const filters = { assignee: name }
  const { list } = await app.call(staffOrderList, { filters } as SentTo<typeof staffOrderList>, { as: manager })
  expect(list.find(({ orderNo }) => orderNo === others)).toMatchObject({ assignedTo: second.id, assigneeName: name })

  await app.call(staffOrderStartTesting, { orderNo: open }, as())
  expect(await tasks({ person: 'mine' })).toEqual([mine, open].toSorted())
  await app.call(staffOrderAssign, { orderNo: open, staffId: null, formerStaffId: lab.id }, as())
  expect((await lanes('person')).get('nobody')).toEqual([1, 0])
  const { id } = await orderForLab(app.system, open)
  expect(
    await app.db.rows(
      sql`select actor_id, before, after from audit_log where action = 'order.assign' and subject = ${`order:${id}`}`,
    ),
  ).toEqual([{ actorId: lab.id, before: { assignedTo: lab.id }, after: { assignedTo: null } }])
})

it('of two who give the same work away, the second is told; only testers in office get work that is in the laboratory', async () => {
  const orderNo = await received()
  const { lab, manager, finance } = scene.staff
  await app.call(staffOrderAssign, { orderNo, staffId: lab.id, formerStaffId: null }, { as: manager })
  const late = { orderNo, staffId: second.id, formerStaffId: null }
  expect(await app.refusal(staffOrderAssign, late, as())).toMatchObject({ error: 'assignedMeanwhile', status: 409 })
  for (const staffId of [manager.id, 999_999])
    expect(await app.refusal(staffOrderAssign, { orderNo, staffId }, as())).toMatchObject({ error: 'notAssignable' })
  expect(await app.refusal(staffOrderAssign, { orderNo, staffId: lab.id }, { as: finance })).toMatchObject({
    status: 403,
  })
  const { orderNo: early } = await scene.order(await scene.buyer(0))
  expect(await app.refusal(staffOrderAssign, { orderNo: early, staffId: lab.id }, as())).toMatchObject({
    error: 'notAtWork',
  })
  expect(await app.refusal(staffOrderAssign, { orderNo: 'MX26030299999', staffId: lab.id }, as())).toMatchObject({
    status: 404,
  })
})

it('the columns by instrument count every order of its projects, and what no instrument serves', async () => {
  const before = await lanes('instrument')
  expect([...before.keys()]).toEqual(['none'])
  const all = before.get('none')?.[0] ?? 0
  expect(all).toBeGreaterThan(2)
  const plate = (instrumentNo: string, projectIds: number[]) => ({
    ...{ instrumentNo, name: '衍射仪', model: 'D8', location: 'A203', keeper: '李工', specification: '' },
    ...{ calibrationRule: 'warn' as const, projectIds },
  })
  const { id } = await app.call(instrumentAdd, plate('XRD-1', [scene.rids.xrd]), as())
  const { id: other } = await app.call(instrumentAdd, plate('SEM-1', [scene.rids.sem]), as())
  const unserved = await received()
  const { id: unservedId } = await orderForLab(app.system, unserved)
  await app.db.run(sql`update order_lines set rid = ${scene.rids.onsite} where order_id = ${unservedId}`)
  expect(await lanes('instrument')).toEqual(
    new Map([
      [String(id), [all, 0]],
      [String(other), [0, 0]],
      ['none', [1, 0]],
    ]),
  )
  expect(await tasks({ instrument: String(id) })).toHaveLength(all)
  expect(await tasks({ instrument: 'none' })).toEqual([unserved])
  expect((await lanes('stage', { instrument: String(other) })).get('received')).toEqual([0, 0])
})

it('late work is counted by column and can be shown alone', async () => {
  const orderNo = await received()
  // The call to the customer is due within two working hours.
  app.clock.advance({ hours: 8 })
  scene.staff.lab = await app.staff('lab')
  const [orders, late] = (await lanes('stage')).get('received') ?? []
  expect(late).toBe(orders)
  expect(await tasks({ stage: 'received', late: true })).toContain(orderNo)
})
