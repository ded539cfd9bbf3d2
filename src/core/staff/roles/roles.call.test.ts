import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../../../app/calls.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { inTx } from '../../../platform/http/ctx.ts'
import { staffMe } from '../me-contract.ts'
import { countsWithin, decidesAlone, requireLimit } from './limit-actions.ts'
import { staffAdd, staffChangeRole, staffList } from '../manage-contract.ts'
import { staffRoleArchive, staffRoleLimits, staffRoles, staffRoleSave } from './role-contract.ts'
import { alwaysHeld } from './role-rules.ts'
import { mayAct, type Role, type StaffAction } from '../rules.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await testApp()
  admin = await app.staff('admin')
})
afterAll(() => app.close())

const role = {
  name: '出纳',
  note: '',
  base: 'finance' as Role,
  actions: ['invoice.read', 'invoice.issue'] as StaffAction[],
}

async function newRole(name: string, more: Partial<typeof role> = {}): Promise<string> {
  return (await app.call(staffRoleSave, { ...role, ...more, name }, { as: admin })).key
}

async function give(person: TestPerson, key: string): Promise<void> {
  const { list } = await app.call(staffList, {}, { as: admin })
  const confirm = list.find(({ id }) => id === person.id)?.account ?? ''
  await app.call(staffChangeRole, { id: person.id, role: key, confirm }, { as: admin })
}

describe('custom roles', () => {
  it('the server asks for the stored actions at the next call of every call of the console', async () => {
    const person = await app.staff('finance')
    await give(person, await newRole('只看发票', { actions: ['invoice.read'] }))
    const me = await app.call(staffMe, {}, { as: person })
    expect(me).toMatchObject({ role: 'finance', roleName: '只看发票' })
    expect(me.actions?.toSorted()).toEqual([...alwaysHeld, 'invoice.read'].toSorted())
    for (const { call } of handlers.filter(({ call }) => call.area === 'staff')) {
      const { status } = await app.send(call, { 不认识的字段: 1 }, { as: person })
      expect([call.path, status === 403]).toEqual([call.path, !mayAct(me, call.action ?? '')])
    }
  })

  it('a change of the role counts at the next call of the people who have it', async () => {
    const person = await app.staff('lab')
    const key = await newRole('可变', { base: 'lab', actions: ['sample.read'] })
    await give(person, key)
    const change = {
      ...role,
      id: Number(key),
      name: '可变',
      base: 'logistics' as const,
      actions: ['sample.receive' as const],
    }
    await app.call(staffRoleSave, { ...change, version: 1 }, { as: admin })
    const me = await app.call(staffMe, {}, { as: person })
    expect(me.role).toBe('logistics')
    expect(me.actions).toContain('sample.receive')
    expect(await app.refusal(staffRoleSave, { ...change, version: 1 }, { as: admin })).toMatchObject({
      error: 'roleChanged',
    })
  })

  it('refuses managing staff in a custom role, a name that is taken, and an archived or unknown role', async () => {
    expect(
      await app.refusal(staffRoleSave, { ...role, name: '超级', actions: ['staff.manage'] }, { as: admin }),
    ).toMatchObject({ error: 'notGrantable', fields: { actions: expect.stringContaining('管理员工与角色') } })
    await newRole('重名')
    for (const name of ['重名', '财务'])
      expect(await app.refusal(staffRoleSave, { ...role, name }, { as: admin })).toMatchObject({
        error: 'roleNameTaken',
      })
    const key = await newRole('停用的')
    await app.call(staffRoleArchive, { id: Number(key), archived: true }, { as: admin })
    for (const wrong of [key, '999999', 'nobody'])
      expect(
        await app.refusal(staffAdd, { account: `new${wrong}`, name: '新人', role: wrong }, { as: admin }),
      ).toMatchObject({ error: 'noSuchRole' })
    expect(await app.refusal(staffRoleSave, { ...role, actions: ['no.such'] }, { as: admin })).toMatchObject({
      msg: '没有这项权限',
    })
  })

  it('a role that somebody has is not archived; a new colleague can get it from the start', async () => {
    const key = await newRole('在用')
    await app.call(staffAdd, { account: 'cashier', name: '小出纳', role: key }, { as: admin })
    expect(await app.refusal(staffRoleArchive, { id: Number(key), archived: true }, { as: admin })).toMatchObject({
      error: 'roleInUse',
      msg: expect.stringContaining('1 位员工'),
    })
    const { list } = await app.call(staffRoles, {}, { as: admin })
    expect(list.find((each) => each.key === key)).toMatchObject({ people: 1, builtIn: false, base: 'finance' })
    expect(list.find((each) => each.key === 'admin')).toMatchObject({ builtIn: true })
  })

  it('an archived role is listed as such and can be used again, unless another has its name meanwhile', async () => {
    const key = await newRole('旧出纳')
    const archive = { id: Number(key), archived: true }
    const state = async () =>
      (await app.call(staffRoles, {}, { as: admin })).list.find((each) => each.key === key)?.archived
    expect(await state()).toBe(false)
    await app.call(staffRoleArchive, archive, { as: admin })
    expect(await state()).toBe(true)
    const other = { id: Number(await newRole('旧出纳')), archived: true }
    const back = { ...archive, archived: false }
    expect(await app.refusal(staffRoleArchive, back, { as: admin })).toMatchObject({ error: 'roleNameTaken' })
    await app.call(staffRoleArchive, other, { as: admin })
    await app.call(staffRoleArchive, back, { as: admin })
    expect(await state()).toBe(false)
    await app.call(staffAdd, { account: 'restored', name: '老出纳', role: key }, { as: admin })
  })

  it('a deputy has the same built-in role, and everybody but administrators is refused', async () => {
    const manager = await app.staff('manager')
    expect(await app.refusal(staffRoles, {}, { as: manager })).toMatchObject({ status: 403 })
    expect(await app.refusal(staffRoleLimits, { key: 'manager', limits: [] }, { as: manager })).toMatchObject({
      status: 403,
    })
  })
})

describe('limits of amounts', () => {
  const decide = (staffId: number, amountFen: number) =>
    inTx(app.staffCtx(staffId, 'finance'), (ctx) => decidesAlone(ctx, 'refund', amountFen))

  it('a person decides alone up to the limit of the role on one day, to the fen', async () => {
    const person = await app.staff('finance')
    expect(await decide(person.id, 900_000)).toBe(true)
    await app.call(staffRoleLimits, { key: 'finance', limits: [{ kind: 'refund', dayFen: 10_000 }] }, { as: admin })
    expect(await decide(person.id, 10_001)).toBe(false)
    expect(await decide(person.id, 6_000)).toBe(true)
    expect(await decide(person.id, 4_001)).toBe(false)
    expect(await decide(person.id, 4_000)).toBe(true)
    expect(await decide(person.id, 1)).toBe(false)
    app.clock.advance({ hours: 24 })
    admin = await app.staff('admin')
    expect(await decide(person.id, 10_000)).toBe(true)
    // Each kind is counted for itself.
    const ctx = app.staffCtx(person.id, 'finance')
    expect(await countsWithin(ctx, 'withdrawal', 500_000)).toBe(true)
  })

  it('what nobody confirms is refused with the limit and the colleagues who may do it', async () => {
    const person = await app.staff('finance')
    const key = await newRole('小额出纳', { actions: ['refund.confirm'] })
    await give(person, key)
    await app.call(staffRoleLimits, { key, limits: [{ kind: 'refund', dayFen: 5_000 }] }, { as: admin })
    const other = await app.staff('finance')
    await give(other, await newRole('大额复核', { actions: ['refund.confirm'] }))
    const confirm = () =>
      inTx(app.staffCtx(person.id, 'finance'), (ctx) => requireLimit(ctx, 'refund', 5_001, 'refund.confirm'))
    await expect(confirm()).rejects.toThrow(/50\.01.*单日限额 ¥50\.00.*请由 .+ 处理/)
  })

  it('refuses limits below zero and of unknown roles', async () => {
    const limits = [{ kind: 'refund', dayFen: -1 }]
    expect(await app.refusal(staffRoleLimits, { key: 'finance', limits }, { as: admin })).toMatchObject({
      msg: '金额不能小于 0',
    })
    expect(await app.refusal(staffRoleLimits, { key: '999999', limits: [] }, { as: admin })).toMatchObject({
      error: 'notFound',
    })
  })
})
