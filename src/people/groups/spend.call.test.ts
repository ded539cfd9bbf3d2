import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { Refusal } from '../../platform/contract/refusal.ts'
import { changeSpend, commitSpend, groupsActedFor, groupToOrderFor, membersOf, releaseSpend } from './actions.ts'
import type { Limits } from './rules.ts'
import { countMembers, membersPage } from './members/member-store.ts'
import { usedByMember, usedInMonth } from './spend-store.ts'
import type { Group } from './store.ts'

let app: TestApp
let owner: TestPerson
let group: Group
let orders = 0
beforeAll(async () => {
  app = await testApp()
  owner = await app.customer(3)
  group = await groupOf(app, owner)
})
afterAll(() => app.close())

async function student(limits: Partial<Limits> = {}): Promise<TestPerson> {
  const person = await app.customer(0)
  await joined(app, group, person, 'member', limits)
  return person
}

const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.kind.error : Promise.reject(error)),
  )

const order = async (person: TestPerson, amountFen: number, rid = 1003) => {
  orders += 1
  const { id: memberId } = person
  return {
    orderId: orders,
    ...(await commitSpend(app.system, { orderId: orders, groupId: group.id, memberId, lines: [{ rid, amountFen }] })),
  }
}
const used = async ({ id: memberId }: TestPerson, month = '2026-03') =>
  usedInMonth(app.db, { groupId: group.id, memberId, month })

describe('spending for a group', () => {
  it('stays within the limit of the member and month, and begins again with the next month of Shanghai', async () => {
    const one = await student({ monthLimitFen: 50_000 })
    await order(one, 30_000)
    expect(await refused(order(one, 20_001))).toBe('memberLimit')
    await order(one, 20_000)
    expect(await refused(order(one, 1))).toBe('memberLimit')
    expect((await used(one)).monthFen).toBe(50_000)
    const back = app.clock.now()
    // 2026-04-01 00:30 in Shanghai is still March in UTC.
    app.clock.set(new Date('2026-03-31T16:30:00Z'))
    await order(one, 50_000)
    expect((await used(one, '2026-04')).monthFen).toBe(50_000)
    // The lists of members count the same, also when others have spent.
    await order(await student(), 700)
    const listed = await usedByMember(app.db, { groupIds: [group.id], memberIds: [one.id], month: '2026-03' })
    expect([...listed]).toEqual([[`${group.id}:${one.id}`, await used(one)]])
    app.clock.set(back)
  })

  it('stays within the limit by project; other projects are free', async () => {
    const one = await student({ projectLimits: { 1003: 10_000 } })
    await order(one, 10_000)
    expect(await refused(order(one, 1))).toBe('memberLimit')
    await order(one, 90_000, 1004)
    expect((await used(one)).projects).toEqual({ 1003: 10_000, 1004: 90_000 })
  })

  it('asks for approval above the amount of the member, never for the owner', async () => {
    const one = await student({ approvalAboveFen: 10_000 })
    expect((await order(one, 10_000)).needsApproval).toBe(false)
    expect((await order(one, 10_001)).needsApproval).toBe(true)
    expect((await order(owner, 9_000_000)).needsApproval).toBe(false)
  })

  it('follows the price: split by project, refused only where the member accepts it, given back when the order ends', async () => {
    const one = await student({ monthLimitFen: 50_000 })
    const { orderId } = await order(one, 30_000)
    await changeSpend(app.system, {
      orderId,
      lines: [
        { rid: 1003, amountFen: 10_000 },
        { rid: 1004, amountFen: 20_001 },
      ],
    })
    expect(await used(one)).toEqual({ monthFen: 30_001, projects: { 1003: 10_000, 1004: 20_001 } })
    expect(await refused(changeSpend(app.system, { orderId, amountFen: 50_001, enforced: true }))).toBe('memberLimit')
    await changeSpend(app.system, { orderId, amountFen: 60_000, final: true })
    expect((await used(one)).monthFen).toBe(60_000)
    expect(await refused(order(one, 1))).toBe('memberLimit')
    await releaseSpend(app.system, orderId)
    await releaseSpend(app.system, orderId)
    expect((await used(one)).monthFen).toBe(0)
    await order(one, 50_000)
    expect(await changeSpend(app.system, { orderId: 999_999, amountFen: 1 })).toEqual({ needsApproval: false })
    await releaseSpend(app.system, 999_999)
  })

  it('[I-15] is refused for strangers, applicants, former members and in a group that is not verified or dissolved', async () => {
    const stranger = await app.customer(0)
    expect(await refused(order(stranger, 1))).toBe('notInGroup')
    expect(await refused(groupToOrderFor(app.system, stranger.id, group.groupNo))).toBe('notInGroup')
    const former = await student()
    for (const stage of ['removed', 'left', 'applied', 'invited', 'refused']) {
      await app.db.run(sql`update group_members set stage = ${stage} where customer_id = ${former.id}`)
      expect([stage, await refused(order(former, 1))]).toEqual([stage, 'notInGroup'])
    }
    const other = await groupOf(app, owner, { kind: 'enterprise', verified: false })
    expect(await refused(groupToOrderFor(app.system, owner.id, other.groupNo))).toBe('notVerified')
    await app.db.run(sql`update groups set stage = 'verified' where id = ${other.id}`)
    expect(await groupToOrderFor(app.system, owner.id, other.groupNo)).toMatchObject({
      groupId: other.id,
      accountId: other.accountId,
      role: 'owner',
      customerGroup: 'enterprise',
    })
    await app.db.run(sql`update groups set stage = 'dissolved', dissolved_at = now() where id = ${other.id}`)
    expect(await refused(groupToOrderFor(app.system, owner.id, other.groupNo))).toBe('notInGroup')
  })

  it('pages members, and counts those of the group alone', async () => {
    const other = await groupOf(app, await app.customer(3))
    for (let i = 0; i < 4; i++) await joined(app, other, await app.customer(0), 'member')
    const all = await membersPage(app.db, other.id, 'joined', { page: 1, size: 10 })
    const [second, third] = [2, 3].map((page) => membersPage(app.db, other.id, 'joined', { page, size: 2 }))
    expect([await second, await third]).toEqual([all.slice(2, 4), all.slice(4)])
    expect([all.length, await countMembers(app.db, other.id, 'joined')]).toEqual([5, 5])
    expect(await countMembers(app.db, other.id, 'applied')).toBe(0)
  })

  it('lists members with names, and the groups in whose name a person acts', async () => {
    const one = await student()
    expect((await membersOf(app.system, group.id)).map(({ customerId, role }) => [customerId, role])).toEqual(
      expect.arrayContaining([
        [owner.id, 'owner'],
        [one.id, 'member'],
      ]),
    )
    expect((await groupsActedFor(app.system, owner.id)).map(({ groupNo }) => groupNo)).toContain(group.groupNo)
    expect(await groupsActedFor(app.system, one.id)).toEqual([])
  })
})
