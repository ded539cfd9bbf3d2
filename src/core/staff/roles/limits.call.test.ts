import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { inTx } from '../../../platform/http/ctx.ts'
import { readSetting } from '../../settings/actions.ts'
import { staffAdd, staffChangeRole, staffList } from '../manage-contract.ts'
import type { StaffAction } from '../rules.ts'
import { decidesAlone, requireLimit } from './limit-actions.ts'
import { staffRoleLimits, staffRoleSave } from './role-contract.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await testApp()
  admin = await app.staff('admin')
})
afterAll(() => app.close())

const limit = (key: string, dayFen: number) =>
  app.call(staffRoleLimits, { key, limits: [{ kind: 'refund', dayFen }] }, { as: admin })

async function newRole(name: string, actions: StaffAction[], dayFen?: number): Promise<string> {
  const { key } = await app.call(staffRoleSave, { name, note: '', base: 'finance', actions }, { as: admin })
  if (dayFen !== undefined) await limit(key, dayFen)
  return key
}

it('without a limit, the amount that always needs two is decided alone when it is reached, and not above it', async () => {
  const { id } = await app.staff('finance')
  const decide = (amountFen: number) =>
    inTx(app.staffCtx(id, 'finance'), (ctx) => decidesAlone(ctx, 'refund', amountFen))
  const most = await readSetting(app.system, 'secondPersonAboveFen')
  expect([await decide(most), await decide(most + 1)]).toEqual([true, false])
})

it('what is above the limit is shown to those colleagues only who may decide it and whose limit is high enough', async () => {
  const refunds: StaffAction[] = ['refund.confirm']
  await limit('finance', 6_999)
  const exact = await newRole('等额复核', refunds, 7_000)
  const people = {
    吴等额: exact,
    周复核: await newRole('大额复核', refunds, 20_000),
    郑小额: await newRole('小额复核', refunds, 6_999),
    王只看: await newRole('只看退款', ['refund.read']),
  }
  for (const [name, role] of Object.entries(people))
    await app.call(staffAdd, { account: `colleague${role}`, name, role }, { as: admin })
  const self = await app.staff('finance')
  const { list } = await app.call(staffList, {}, { as: admin })
  const confirm = list.find(({ id }) => id === self.id)?.account ?? ''
  await app.call(staffChangeRole, { id: self.id, role: exact, confirm }, { as: admin })

  const decide = (amountFen: number) =>
    inTx(app.staffCtx(self.id, 'finance'), (ctx) => requireLimit(ctx, 'refund', amountFen, 'refund.confirm'))
  const named = async (amountFen: number) => {
    const { message } = (await decide(amountFen).catch((error: unknown) => error)) as Error
    return /请由 (.+) 处理/.exec(message)?.[1]?.split('、').toSorted() ?? message
  }
  // The person has used one fen of the same limit today.
  await decide(1)
  expect(await named(7_000)).toEqual(['吴等额', '周复核'].toSorted())
  expect(await named(20_000)).toEqual(['周复核'])
  expect(await named(20_001)).toMatch(/¥200\.01 超出.*单日限额 ¥70\.00）.*请联系管理员调整限额/)
})
