import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { groupOf, inNameOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { orderPayers } from '../../lab/ordering/contract.ts'
import { prestoreList } from '../../money/prestore/contract.ts'
import { sql } from '../../platform/db/sql.ts'
import { changeSpend, commitSpend, groupToOrderFor } from './actions.ts'
import {
  clusterAdd4user,
  clusterAgree,
  clusterDemandFactor,
  clusterDetail,
  clusterEdit,
  clusterJoined,
  clusterLeave,
  clusterMembers,
  clusterSetLimits,
  clusterTransfer,
  clusterTransferAnswer,
} from './contract.ts'
import { clusterActing } from './acting/acting-contract.ts'
import { staffGroupDetail } from './staff-contract.ts'
import type { Group } from './store.ts'

// What a second factor is, and how it is proved, is tested beside it. Here a person has one or has none.

let app: TestApp
let owner: TestPerson
let manager: TestPerson
let member: TestPerson
let group: Group
let orders = 0
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.customer(3)
  manager = await app.customer(3)
  member = await app.customer(0)
  group = await groupOf(app, owner)
  await joined(app, group, manager, 'manager')
  await joined(app, group, member)
  await switchOn(owner)
})

async function switchOn({ id }: TestPerson): Promise<void> {
  await app.db.run(sql`
    insert into customer_second_factors (customer_id, secret, enrolled_at) values (${id}, 'GEZDGNBVGY3TQOJQ', ${app.clock.now()})`)
}

async function switchOff({ id }: TestPerson): Promise<void> {
  await app.db.run(sql`delete from customer_second_factors where customer_id = ${id}`)
}

function demand(needsFactor: boolean, as = owner): Promise<unknown> {
  return app.call(clusterDemandFactor, { groupNo: group.groupNo, needsFactor }, { as })
}

function order({ id: memberId }: TestPerson, amountFen = 1000): Promise<unknown> {
  orders += 1
  const lines = [{ rid: 1003, amountFen }]
  return commitSpend(app.system, { orderId: orders, groupId: group.id, memberId, lines })
}

const factorFirst = { kind: { error: 'factorFirst' } }
const refusal = { status: 403, error: 'factorFirst' }
const titles = async ({ id }: TestPerson) =>
  (await app.db.rows<{ title: string }>(sql`select title from messages where customer_id = ${id}`)).map(
    ({ title }) => title,
  )

describe('a second factor that a group demands of its members', () => {
  it('is demanded by the owner alone, who has one, and told to the members who have none', async () => {
    const input = { groupNo: group.groupNo, needsFactor: true }
    await switchOn(manager)
    expect(await app.refusal(clusterDemandFactor, input, { as: manager })).toMatchObject({ error: 'notAllowed' })
    await switchOff(owner)
    expect(await app.refusal(clusterDemandFactor, input, { as: owner })).toMatchObject({ error: 'ownFactorFirst' })
    await switchOn(owner)
    await demand(true)
    await demand(true)
    await app.drain()
    const told = '课题组要求开启两步验证'
    expect((await titles(member)).filter((title) => title === told)).toHaveLength(1)
    expect(await titles(manager)).not.toContain(told)
    expect(await titles(owner)).not.toContain(told)
    const { needsFactor } = await app.call(clusterDetail, { groupNo: group.groupNo }, { as: owner })
    expect(needsFactor).toBe(true)
    const { list } = await app.call(clusterMembers, { groupNo: group.groupNo }, { as: owner })
    expect(list.map(({ hasFactor }) => hasFactor)).toEqual([true, true, false])
    const seen = await app.call(staffGroupDetail, { groupNo: group.groupNo }, { as: await app.staff('manager') })
    expect(seen.needsFactor).toBe(true)
    const changes = await app.db.rows<{ after: unknown }>(
      sql`select after from audit_log where action = 'group.demandFactor' and subject = ${`group:${group.id}`}`,
    )
    expect(changes).toEqual([{ after: { needsFactor: true } }])
  })

  it('keeps a member without one from ordering for the group, and from agreeing to a price that it pays', async () => {
    await order(member)
    const orderId = orders
    await demand(true)
    await expect(groupToOrderFor(app.system, member.id, group.groupNo)).rejects.toMatchObject(factorFirst)
    await expect(order(member)).rejects.toMatchObject(factorFirst)
    const agreed = { orderId, amountFen: 1500, enforced: true }
    await expect(changeSpend(app.system, agreed)).rejects.toMatchObject(factorFirst)
    const payers = async () => (await app.call(orderPayers, {}, { as: member })).groups
    expect(await payers()).toMatchObject([{ groupNo: group.groupNo, factorFirst: true }])
    const memberships = await app.call(clusterJoined, {}, { as: member })
    expect(memberships.list).toMatchObject([{ factorFirst: true }])
    await switchOn(member)
    expect(await payers()).toMatchObject([{ groupNo: group.groupNo, factorFirst: false }])
    await order(member)
    await changeSpend(app.system, agreed)
  })

  it('does not hold up what follows from an order that was placed before', async () => {
    await order(member)
    const orderId = orders
    await demand(true)
    await changeSpend(app.system, { orderId, amountFen: 900, final: true })
  })

  it('keeps a manager without one from acting for the group and from managing it, but nobody from leaving', async () => {
    const { groupNo } = group
    const { list } = await app.call(clusterMembers, { groupNo }, { as: owner })
    const memberId = list.find(({ role }) => role === 'member')?.memberId ?? 0
    const ownId = list.find(({ role }) => role === 'manager')?.memberId ?? 0
    await app.call(prestoreList, {}, inNameOf(manager, group))
    await demand(true)
    expect(await app.refusal(prestoreList, {}, inNameOf(manager, group))).toMatchObject(refusal)
    expect(await app.refusal(clusterDetail, { groupNo }, { as: manager })).toMatchObject(refusal)
    expect(await app.refusal(clusterSetLimits, { memberId }, { as: manager })).toMatchObject(refusal)
    const acting = async () => (await app.call(clusterActing, {}, { as: manager })).list
    expect(await acting()).toMatchObject([{ groupNo, factorFirst: true }])
    await switchOn(manager)
    expect(await acting()).toMatchObject([{ groupNo, factorFirst: false }])
    await app.call(prestoreList, {}, inNameOf(manager, group))
    await app.call(clusterSetLimits, { memberId }, { as: manager })
    await switchOff(manager)
    expect(await app.refusal(prestoreList, {}, inNameOf(manager, group))).toMatchObject(refusal)
    await app.call(clusterLeave, { memberId: ownId }, { as: manager })
  })

  it('does not keep a member without one from answering an invitation, nor from becoming the owner, who then needs one', async () => {
    const { groupNo } = group
    await demand(true)
    const invited = await app.customer(0)
    await app.call(clusterAdd4user, { groupNo, phone: invited.phone }, { as: owner })
    const { list } = await app.call(clusterJoined, { part: 'invited' }, { as: invited })
    await app.call(clusterAgree, { memberId: list[0]?.memberId ?? 0 }, { as: invited })
    const own = (await app.call(clusterJoined, {}, { as: invited })).list[0]
    await app.call(clusterTransfer, { groupNo, memberId: own?.memberId ?? 0 }, { as: owner })
    await app.call(clusterTransferAnswer, { groupNo, agree: true }, { as: invited })
    expect(await app.refusal(clusterDetail, { groupNo }, { as: invited })).toMatchObject(refusal)
    await switchOn(invited)
    expect((await app.call(clusterDetail, { groupNo }, { as: invited })).role).toBe('owner')
  })

  it('holds for the owner too: without the app the group waits, and with a new one the demand can end', async () => {
    const { groupNo, name, unit, kind, note } = group
    const edit = { groupNo, name, unit, kind, note }
    await demand(true)
    await switchOff(owner)
    expect(await app.refusal(clusterEdit, edit, { as: owner })).toMatchObject(refusal)
    expect(await app.refusal(clusterDemandFactor, { groupNo, needsFactor: false }, { as: owner })).toMatchObject(
      refusal,
    )
    await switchOn(owner)
    await demand(false)
    await order(member)
    await app.call(prestoreList, {}, inNameOf(manager, group))
  })
})
