import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { sql } from '../../../platform/db/sql.ts'
import { absenceAdd, absenceEnd, absenceList } from './absence-contract.ts'
import { staffList } from '../manage-contract.ts'
import { presentOrDeputies } from './absence-actions.ts'

let app: TestApp
let first: TestPerson
let second: TestPerson
let third: TestPerson
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  first = await app.staff('lab')
  second = await app.staff('lab')
  third = await app.staff('lab')
  manager = await app.staff('manager')
})
afterAll(() => app.close())

// The clock of tests stands on 2026-03-02.
const away = (staffId: number, deputyId: number | null, firstDay = '2026-03-02', lastDay = '2026-03-04') => ({
  ...{ staffId, deputyId, firstDay, lastDay },
  reason: '年假',
})
const add = (person: TestPerson, input: ReturnType<typeof away>) => app.call(absenceAdd, input, { as: person })
const refused = (person: TestPerson, input: ReturnType<typeof away>) => app.refusal(absenceAdd, input, { as: person })
const all = (person: TestPerson) => app.call(absenceList, {}, { as: person })

describe('absences of staff', () => {
  it('a tester enters the own absence with a deputy of the same role, and ends it', async () => {
    const { id } = await add(first, away(first.id, second.id))
    expect((await all(second)).standsInFor).toMatchObject([{ id: first.id, lastDay: '2026-03-04' }])
    expect(await presentOrDeputies(app.system, [first.id])).toEqual([second.id])
    expect((await all(third)).list).toMatchObject([{ id, now: true, mayEnd: false, deputyName: '测试lab' }])
    expect(await app.refusal(absenceEnd, { id }, { as: third })).toMatchObject({ status: 403 })
    await app.call(absenceEnd, { id }, { as: first })
    expect(await presentOrDeputies(app.system, [first.id])).toEqual([first.id])
    expect(await app.refusal(absenceEnd, { id }, { as: first })).toMatchObject({ error: 'stageConflict' })
  })

  it('only managers and administrators enter the absence of others', async () => {
    expect(await refused(first, away(second.id, null))).toMatchObject({ status: 403 })
    const { id } = await add(manager, away(second.id, null))
    // Without a deputy everybody present in the role is told.
    const told = await presentOrDeputies(app.system, [second.id])
    expect(told).toEqual(expect.arrayContaining([first.id, third.id]))
    expect(told).not.toContain(second.id)
    await app.call(absenceEnd, { id }, { as: manager })
  })

  it('[Q-86] when everybody of a role is away, late work is told to them all the same', async () => {
    const only = await app.staff('editor')
    const { id } = await add(only, away(only.id, null))
    expect(await presentOrDeputies(app.system, [only.id])).toEqual([only.id])
    await app.call(absenceEnd, { id }, { as: only })
  })

  it('[Q-121] refuses days that overlap or are past, at their field, and a deputy of another role or who is away', async () => {
    const { id } = await add(first, away(first.id, null))
    expect(await refused(first, away(first.id, null, '2026-03-04', '2026-03-06'))).toMatchObject({
      error: 'absenceOverlaps',
    })
    //
    expect((await refused(first, away(first.id, null, '', ''))).fields).toEqual({
      firstDay: '请选择开始日期',
      lastDay: '请选择结束日期',
    })
    expect(await refused(first, away(first.id, null, '2026-03-06', '2026-03-05'))).toMatchObject({
      error: 'absenceDays',
      fields: { lastDay: '结束日期不能早于开始日期或今天' },
    })
    expect(await refused(first, away(first.id, null, '2026-02-20', '2026-02-28'))).toMatchObject({
      error: 'absenceDays',
    })
    expect(await refused(first, away(first.id, null, '2027-06-01', '2027-06-02'))).toMatchObject({
      error: 'absenceTooFar',
    })
    expect(await refused(second, away(second.id, manager.id))).toMatchObject({ error: 'notDeputy' })
    expect(await refused(second, away(second.id, second.id))).toMatchObject({ error: 'notDeputy' })
    const clash = await refused(second, away(second.id, first.id))
    expect(clash).toMatchObject({ error: 'deputyAway' })
    expect(clash.msg).toContain('2026-03-02 至 2026-03-04 也不在岗')
    expect(await refused(second, away(second.id, null, '2026-02-31'))).toMatchObject({ error: 'invalid' })
    await app.call(absenceEnd, { id }, { as: first })
  })

  it('a deputy gets no right of the person who is away, also when that role has changed since', async () => {
    const leaving = await app.staff('lab')
    const { id } = await add(leaving, away(leaving.id, third.id))
    await app.db.run(sql`update staff set role = 'admin' where id = ${leaving.id}`)
    expect((await app.call(staffList, {}, { as: leaving })).list.length).toBeGreaterThan(0)
    expect(await app.refusal(staffList, {}, { as: third })).toMatchObject({ status: 403 })
    expect(await app.refusal(absenceEnd, { id }, { as: third })).toMatchObject({ status: 403 })
    await app.call(absenceEnd, { id }, { as: leaving })
  })

  it('[Q-265] a deputy who was blocked or got another role since stands in no more', async () => {
    const leaving = await app.staff('lab')
    const { id } = await add(first, away(first.id, leaving.id))
    expect(await presentOrDeputies(app.system, [first.id])).toEqual([leaving.id])
    for (const change of [sql`role = 'editor'`, sql`role = 'lab', disabled_at = now()`]) {
      await app.db.run(sql`update staff set ${change} where id = ${leaving.id}`)
      expect(await presentOrDeputies(app.system, [first.id])).toEqual(expect.arrayContaining([second.id, third.id]))
      expect((await all(second)).list).toMatchObject([{ id, deputyName: null }])
    }
    await app.call(absenceEnd, { id }, { as: first })
  })

  it('[Q-266] what concerns somebody whose account is blocked is told to those present in the role', async () => {
    const gone = await app.staff('finance')
    const colleague = await app.staff('finance')
    await app.db.run(sql`update staff set disabled_at = now() where id = ${gone.id}`)
    expect(await presentOrDeputies(app.system, [gone.id])).toEqual([colleague.id])
  })

  it('customers see the deputy while their account manager is away', async () => {
    const other = await app.staff('manager')
    const customer = await app.customer(0)
    await app.db.run(sql`update customers set advisor_id = ${manager.id} where id = ${customer.id}`)
    await app.db.run(sql`update staff set phone = '13700000001', name = '李代班' where id = ${other.id}`)
    const { id } = await add(manager, away(manager.id, other.id))
    const advisor = async () => (await app.call(userInfo, {}, { as: customer })).advisor
    expect(await advisor()).toEqual({ name: '李代班（代测试manager）', phone: '13700000001' })
    await app.call(absenceEnd, { id }, { as: manager })
    expect(await advisor()).toMatchObject({ name: '测试manager' })
  })
})
