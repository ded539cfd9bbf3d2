import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { prestoreList } from '../../money/prestore/contract.ts'
import type { Group } from '../../people/groups/store.ts'
import { handlers } from '../calls.ts'
import { groupOf, inNameOf, joined } from '../testing/scenes/group-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../testing/test-app.ts'

const calls = handlers.map(({ call }) => call).filter(({ area }) => area === 'auth')

/** Every call that works in the name of a group, with the least role, written a second time: a call becomes one on purpose only. */
const forGroup: Record<'owner' | 'manager', string> = {
  owner: 'withdraw/add withdraw/cancel withdraw/code withdraw/update4user',
  manager: `
    analysis/add analysis/edit analysis/list analysis/remove analysis/text asset/all4num asset/detail asset/init assign/settlement contract/code contract/detail contract/list contract/sign contract/upload
    creditApply/operate dataPackage/link dataPackage/list dataPackage/start discount4user discount4user/choices discount4user/exchange file/link file/upload invoice/add invoice/default invoice/del
    invoice/edit invoice/list invoiceApply/add invoiceApply/cancel invoiceApply/edit invoiceApply/info invoiceApply/init invoiceApply/list
    invoiceApply/paid invoiceApply/red invoiceApply/resend invoiceApply/withdrawRed order/acceptQuote order/agreeRetest order/cancel order/detail order/forecasts order/groupApprove
    order/groupDecline order/choices order/history order/historyFile order/paper order/protocol order/ready2pay order/refuseQuote order/refuseRetest order/payers order/spending order/testRecord pay/close pay/create
    pay/prepaid pay/state pay/ways prestore/list prestoreApply/add prestoreApply/cancel prestoreApply/edit prestoreApply/init prestoreApply/list
    collection/add collection/detail collection/edit collection/list collection/remove collection/share collection/unshare
    library/choices library/curves library/file library/list library/note library/noteRemove library/tag
    report/control report/curve report/curveFile report/figure report/figurePdf report/list report/paper report/series report/zip sample/list sample/photos sample/route sampling/add sampling/cancel sampling/list sampling/orders settlement/cancel settlement/coupons settlement/list settlement/rows settlement/tests
    settlement/withdraw statement/file statement/mail statement/periods statement/show transferApply/add transferApply/cancel transferApply/edit
    transferApply/list
    thread/list thread/read thread/show thread/write withdraw/init withdraw/list`,
}

let app: TestApp
let owner: TestPerson
let manager: TestPerson
let member: TestPerson
let stranger: TestPerson
let group: Group

beforeAll(async () => {
  app = await testApp()
  ;[owner, manager, member, stranger] = [
    await app.customer(3),
    await app.customer(0),
    await app.customer(0),
    await app.customer(0),
  ]
  group = await groupOf(app, owner)
  await joined(app, group, manager, 'manager')
  await joined(app, group, member)
})
afterAll(() => app.close())

describe('calls in the name of a group', () => {
  it('are exactly those of the list', () => {
    for (const role of ['owner', 'manager'] as const)
      expect(
        calls
          .filter((call) => call.forGroup === role)
          .map(({ name }) => name)
          .sort(),
        'name the call in forGroup of this file when it may act for a group, otherwise take its forGroup away',
      ).toEqual(forGroup[role].trim().split(/\s+/).sort())
    expect(handlers.filter(({ call }) => call.area !== 'auth' && call.forGroup)).toEqual([])
  })

  it('[T-40] are refused by every other call, whoever asks, and by these calls for members, strangers and unknown groups', async () => {
    const ask = async (call: (typeof calls)[number], person: TestPerson, no = group.groupNo) => {
      const { status, body } = await app.send(call, { 不认识的字段: 1 }, inNameOf(person, { groupNo: no }))
      return `${status} ${body.error}`
    }
    for (const call of calls) {
      // Refused for its input or not at all: the caller was let in.
      const passes = expect.stringMatching(/^(?!.*(notForGroup|notInGroup|notSignedIn))(200|400|415) /)
      const rights = call.forGroup ? '403 notInGroup' : '403 notForGroup'
      const expected = call.forGroup ? passes : '403 notForGroup'
      expect([call.path, await ask(call, owner)]).toEqual([call.path, expected])
      const forManager = call.forGroup === 'owner' ? '403 notInGroup' : expected
      expect([call.path, await ask(call, manager)]).toEqual([call.path, forManager])
      for (const person of [member, stranger]) expect([call.path, await ask(call, person)]).toEqual([call.path, rights])
      for (const no of ['KT26030299999', "KT1' or 1=1--", '%4BT', 'x'.repeat(500)])
        expect([call.path, await ask(call, owner, no)]).toEqual([call.path, rights])
    }
  }, 120_000)

  it('see the account of the group and not that of the person, and an empty header is the person', async () => {
    await app.db.run(sql`update customers set name = '甲' where id = ${owner.id}`)
    const inGroup = await app.call(prestoreList, {}, inNameOf(owner, group))
    expect(inGroup.total).toBe(0)
    await app.call(prestoreList, {}, { as: owner, headers: { account: '' } })
  })

  it('are refused at the next call after the role is lowered, the person removed or the group dissolved', async () => {
    const set = (change: string) => app.db.script(change)
    const answer = async () => (await app.send(prestoreList, {}, inNameOf(manager, group))).body.error
    expect(await answer()).toBeUndefined()
    await set(`update group_members set role = 'member' where customer_id = ${manager.id}`)
    expect(await answer()).toBe('notInGroup')
    await set(`update group_members set role = 'manager', stage = 'removed' where customer_id = ${manager.id}`)
    expect(await answer()).toBe('notInGroup')
    await set(`update group_members set stage = 'joined' where customer_id = ${manager.id}`)
    expect(await answer()).toBeUndefined()
    await set(`update groups set stage = 'dissolved', dissolved_at = now() where id = ${group.id}`)
    expect(await answer()).toBe('notInGroup')
  })
})
