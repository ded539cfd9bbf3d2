import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderScene } from '../../app/testing/scenes/order-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { bellList } from '../../core/staff-notices/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { callAdd, callList } from './call-contract.ts'
import { tellDueTodos } from './todo-actions.ts'
import {
  todoAbout,
  todoAdd,
  todoDone,
  todoHandOver,
  todoList,
  todoReopen,
  todoSnooze,
  todoWaiting,
} from './todo-contract.ts'

let app: TestApp
let buyer: TestPerson
let manager: TestPerson
let colleague: TestPerson
let orderNo: string
beforeAll(async () => {
  app = await testApp()
  const scene = await orderScene(app)
  buyer = await scene.buyer(0)
  orderNo = (await scene.order(buyer)).orderNo
})
// A session of staff ends when the clock has moved.
beforeEach(async () => {
  manager = await app.staff('manager')
  colleague = await app.staff('manager')
})
afterAll(() => app.close())

const inHours = (hours: number) =>
  shanghaiTime(new Date(app.clock.now().getTime() + hours * 3_600_000))
    .slice(0, 16)
    .replace(' ', 'T')
const key = () => ({ idempotencyKey: randomUUID() })
const subject = () => ({ kind: 'order', no: orderNo }) as const
const add = (title: string, more: { hours?: number; ownerId?: number } = {}) =>
  app.call(
    todoAdd,
    { title, dueAt: inHours(more.hours ?? 2), subject: subject(), ...(more.ownerId ? { ownerId: more.ownerId } : {}) },
    { as: manager, ...key() },
  )
const bell = (as: TestPerson) => app.call(bellList, {}, { as })

describe('todos', () => {
  it('stand in the inbox of the owner by due time, ring once when due, and are done and opened again', async () => {
    const late = await add('第二件', { hours: 0.5 })
    const soon = await add('第一件', { hours: 0.1 })
    expect((await app.call(todoWaiting, {}, { as: manager })).list.map(({ id }) => id)).toEqual([soon.id, late.id])
    await tellDueTodos(app.system)
    expect((await bell(manager)).total).toBe(0)
    app.clock.advance({ minutes: 10 })
    await tellDueTodos(app.system)
    await tellDueTodos(app.system)
    expect((await bell(manager)).list).toMatchObject([{ kind: 'task', title: '待办到期：第一件' }])
    expect(await app.call(todoWaiting, {}, { as: manager })).toMatchObject({
      total: 2,
      overdue: 1,
      list: [{ overdue: true }, { overdue: false }],
    })
    await app.call(todoDone, { id: soon.id, version: 1 }, { as: manager })
    expect(await app.refusal(todoDone, { id: soon.id, version: 1 }, { as: manager })).toMatchObject({
      error: 'todoChanged',
      status: 409,
    })
    expect((await app.call(todoList, { tab: 'done' }, { as: manager })).list).toMatchObject([
      { id: soon.id, overdue: false },
    ])
    await app.call(todoReopen, { id: soon.id, version: 2 }, { as: manager })
    expect((await app.call(todoWaiting, {}, { as: manager })).total).toBe(2)
    const { dueAt } = await app.call(todoSnooze, { id: soon.id, version: 3, by: 'hour' }, { as: manager })
    expect(dueAt > shanghaiTime(app.clock.now())).toBe(true)
    app.clock.advance({ hours: 2 })
    await tellDueTodos(app.system)
    expect(
      await app.db.one(sql`
        select count(*) as n from staff_notices where staff_id = ${manager.id} and title = ${'待办到期：第一件'}`),
    ).toEqual({ n: 2 })
  })

  it('are handed over with a word why, and the colleague is told', async () => {
    const { id } = await add('核对合同')
    const hand = (ownerId: number, version = 1, as = manager) =>
      app.refusal(todoHandOver, { id, version, ownerId, why: '我出差' }, { as })
    expect(await hand(999_999)).toMatchObject({ error: 'ownerLeft' })
    expect(await hand((await app.staff('editor')).id)).toMatchObject({ error: 'ownerMayNotRead' })
    expect(await hand(manager.id)).toMatchObject({ error: 'ownerUnchanged' })
    expect(await hand(colleague.id, 1, colleague)).toMatchObject({ error: 'todoNotYours' })
    await app.call(todoHandOver, { id, version: 1, ownerId: colleague.id, why: '我出差' }, { as: manager })
    expect(await hand(colleague.id, 1)).toMatchObject({ error: 'ownerUnchanged' })
    expect((await app.call(todoWaiting, {}, { as: colleague })).list).toMatchObject([
      { id, mine: true, handed: expect.stringContaining('我出差') },
    ])
    expect((await bell(colleague)).list).toMatchObject([{ kind: 'assigned' }])
    expect((await app.call(todoList, { tab: 'made' }, { as: manager })).list).toMatchObject([{ id }])
  })

  it('[Q-53] refuse a time that is missing, past, too far or no time, and records that the role may not read', async () => {
    const refused = (dueAt: string, more = {}) =>
      app.refusal(todoAdd, { title: '待办', dueAt, ...more }, { as: manager, ...key() })
    expect(await refused(inHours(-1))).toMatchObject({ error: 'dueInPast' })
    expect(await refused(inHours(24 * 400))).toMatchObject({ error: 'dueTooFar' })
    expect(await refused('2026-02-30T10:00')).toMatchObject({ msg: '时间格式不正确' })
    expect(await refused('')).toMatchObject({ fields: { dueAt: '请选择到期时间' } })
    expect(await refused(inHours(1), { subject: { kind: 'order', no: '%' } })).toMatchObject({ error: 'notFound' })
    expect(
      await app.refusal(
        todoAbout,
        { subject: { kind: 'customer', no: String(buyer.id) } },
        { as: await app.staff('lab') },
      ),
    ).toMatchObject({ error: 'forbidden' })
  })
})

describe('the log of calls', () => {
  const call = (more: object = {}) => ({
    subject: subject(),
    direction: 'out' as const,
    result: 'reached' as const,
    text: '客户确认了扫描范围',
    calledAt: inHours(-1),
    ...more,
  })

  it('shows who called whom with what result, and makes a todo of the next step', async () => {
    const before = (await app.call(todoAbout, { subject: subject() }, { as: manager })).total
    const added = await app.call(callAdd, call({ result: 'call_back', nextAt: inHours(5) }), { as: manager, ...key() })
    expect(added.keptPromise).toBe(false)
    expect((await app.call(todoAbout, { subject: subject() }, { as: manager })).total).toBe(before + 1)
    const ofCustomer = { kind: 'customer', no: String(buyer.id) } as const
    for (const about of [subject(), ofCustomer])
      expect((await app.call(callList, { subject: about }, { as: manager })).list[0]).toMatchObject({
        ...{ orderNo, direction: 'out', result: 'call_back', text: '客户确认了扫描范围' },
      })
  })

  it('keeps the promise of the call when the customer was reached, once', async () => {
    await app.db.run(sql`update orders set call_due_at = now() where order_no = ${orderNo}`)
    const missed = await app.call(callAdd, call({ result: 'missed' }), { as: manager, ...key() })
    expect(missed.keptPromise).toBe(false)
    expect((await app.call(callAdd, call(), { as: manager, ...key() })).keptPromise).toBe(true)
    expect((await app.call(callAdd, call(), { as: manager, ...key() })).keptPromise).toBe(false)
    expect(await app.db.one(sql`select call_note from orders where order_no = ${orderNo}`)).toEqual({
      callNote: '客户确认了扫描范围',
    })
  })

  it('refuses calls to come, calls of long ago and roles that do not call', async () => {
    const refused = (more: object, as = manager) => app.refusal(callAdd, call(more), { as, ...key() })
    expect(await refused({ calledAt: inHours(1) })).toMatchObject({ error: 'callInFuture' })
    expect(await refused({ calledAt: inHours(-24 * 31) })).toMatchObject({ error: 'callTooOld' })
    expect(await refused({ text: '字'.repeat(501) })).toMatchObject({ msg: '通话内容不能超过500个字' })
    expect(await refused({}, await app.staff('logistics'))).toMatchObject({ status: 403 })
    expect(await refused({}, buyer)).toMatchObject({ status: 403 })
  })
})
