import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Refusal } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { commitSpend } from './actions.ts'
import {
  clusterApply,
  clusterDelete4user,
  clusterTransfer,
  clusterTransferAnswer,
  clusterTransferCancel,
} from './contract.ts'
import { demandFactor } from './group-actions.ts'
import type { Group } from './store.ts'

let app: TestApp
let people: TestPerson[]
let orders = 0
beforeAll(async () => {
  app = await testApp()
  people = []
  for (let count = 0; count < 10; count++) people.push(await app.customer(3))
})
afterAll(() => app.close())

const rounds = raceRounds(4)

/** One person may be in a limited number of groups, so earlier ones are ended. */
async function newGroup(owner: TestPerson): Promise<Group> {
  await app.db.run(
    sql`update groups set stage = 'dissolved', dissolved_at = ${app.clock.now()} where stage <> 'dissolved'`,
  )
  await app.db.run(
    sql`update group_members set stage = 'removed', role = 'member' where stage in ('joined', 'applied')`,
  )
  return groupOf(app, owner)
}

const memberId = async (group: Group, { id }: TestPerson) =>
  (
    await app.db.one<{ id: number }>(sql`
    select id from group_members where group_id = ${group.id} and customer_id = ${id} and stage = 'joined'`)
  ).id
const owners = (group: Group) =>
  app.db.rows<{ customerId: number; stage: string }>(sql`
    select customer_id, stage from group_members where group_id = ${group.id} and role = 'owner'`)
const offers = async (group: Group) =>
  (
    await app.db.rows<{ stage: string }>(
      sql`select stage from group_transfers where group_id = ${group.id} order by id`,
    )
  ).map(({ stage }) => stage)

describe('groups under races', () => {
  it('[T-44] a transfer and the removal of the new owner: one of them happens, and the group has one owner', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const [owner, heir] = people as [TestPerson, TestPerson]
      const group = await newGroup(owner)
      await joined(app, group, heir)
      const { groupNo } = group
      const id = await memberId(group, heir)
      await app.call(clusterTransfer, { groupNo, memberId: id }, { as: owner })
      const agree = () => app.send(clusterTransferAnswer, { groupNo, agree: true }, { as: heir })
      const remove = () => app.send(clusterDelete4user, { memberId: id }, { as: owner })
      const [first, second] = round % 2 === 0 ? [agree, remove] : [remove, agree]
      const answers = await Promise.all([first(), second()])
      expect(answers.map(({ status }) => status < 500)).toEqual([true, true])
      expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
      const [only, ...more] = await owners(group)
      expect([only?.stage, more]).toEqual(['joined', []])
      const agreed = only?.customerId === heir.id
      expect(await offers(group)).toEqual([agreed ? 'agreed' : 'withdrawn'])
      ends.add(agreed ? 'agreed' : 'removed')
    }
    expect(ends.size).toBeGreaterThan(0)
  }, 600_000)

  it('of two offers at once one is made, and of agreeing and withdrawing one happens', async () => {
    for (let round = 0; round < rounds; round++) {
      const [owner, one, two] = people as [TestPerson, TestPerson, TestPerson]
      const group = await newGroup(owner)
      const { groupNo } = group
      for (const person of [one, two]) await joined(app, group, person)
      const ids = [await memberId(group, one), await memberId(group, two)]
      const made = await Promise.all(
        ids.map((id) => app.send(clusterTransfer, { groupNo, memberId: id }, { as: owner })),
      )
      expect(made.map(({ body }) => body.error ?? 'ok').sort()).toEqual(['ok', 'transferOpen'])
      const heir = made[0]?.body.code === 1 ? one : two
      const answers = await Promise.all([
        app.send(clusterTransferAnswer, { groupNo, agree: true }, { as: heir }),
        app.send(clusterTransferCancel, { groupNo }, { as: owner }),
        app.send(clusterTransferAnswer, { groupNo, agree: false }, { as: heir }),
      ])
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
      expect(await owners(group)).toHaveLength(1)
      expect(await offers(group)).toHaveLength(1)
    }
  }, 600_000)

  it('ten applications of one person at once are one application', async () => {
    for (let round = 0; round < rounds; round++) {
      const [owner, person] = people as [TestPerson, TestPerson]
      const { groupNo, id } = await newGroup(owner)
      const ask = () => app.send(clusterApply, { groupNo }, { as: person })
      const answers = await Promise.all(Array.from({ length: 10 }, ask))
      expect(answers.map(({ body }) => body.error ?? 'ok').sort()).toEqual([
        ...Array<string>(9).fill('alreadyApplied'),
        'ok',
      ])
      const { count } = await app.db.one<{ count: number }>(sql`
        select count(*) as count from group_members where group_id = ${id} and customer_id = ${person.id}`)
      expect(count).toBe(1)
    }
  }, 600_000)

  it('fifty orders at once stay within the limit of the member to the fen', async () => {
    for (let round = 0; round < rounds; round++) {
      const [owner, person] = people as [TestPerson, TestPerson]
      const group = await newGroup(owner)
      await joined(app, group, person, 'member', { monthLimitFen: 10_999 })
      const done = await Promise.allSettled(Array.from({ length: 50 }, () => spend(group, person, 1000)))
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      expect(await spent(group)).toEqual({ count: 10, sumFen: 10_000 })
    }
  }, 600_000)

  it('[I-15] orders during a removal are placed before it or refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const [owner, person] = people as [TestPerson, TestPerson]
      const group = await newGroup(owner)
      await joined(app, group, person)
      const id = await memberId(group, person)
      const remove = app.send(clusterDelete4user, { memberId: id }, { as: owner })
      const done = await Promise.allSettled(Array.from({ length: 10 }, () => spend(group, person, 1000)))
      expect((await remove).body.code).toBe(1)
      const placed = done.filter(({ status }) => status === 'fulfilled').length
      expect((await spent(group)).count).toBe(placed)
      await expect(spend(group, person, 1000)).rejects.toMatchObject({ kind: { error: 'notInGroup' } })
    }
  }, 600_000)

  it('an order that begins while a second factor is being demanded waits for the demand, and is refused', async () => {
    const [owner, person] = people as [TestPerson, TestPerson]
    const group = await newGroup(owner)
    await joined(app, group, person)
    await app.db.run(sql`
      insert into customer_second_factors (customer_id, secret, enrolled_at)
      values (${owner.id}, 'GEZDGNBVGY3TQOJQ', ${app.clock.now()}) on conflict do nothing`)
    const written = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const demand = inTx(app.customerCtx(owner.id) as Ctx<Customer>, async (ctx) => {
      await demandFactor(ctx, group.groupNo, true)
      written.resolve()
      await released.promise
    })
    await written.promise
    const order = spend(group, person, 1000).then(
      () => 'placed',
      (error: Refusal) => error.kind.error,
    )
    await Promise.race([order, somebodyWaits()])
    released.resolve()
    await demand
    expect(await order).toBe('factorFirst')
    expect((await spent(group)).count).toBe(0)
  })
})

/** Until somebody waits for a lock of this database. */
async function somebodyWaits(): Promise<void> {
  await expect
    .poll(() =>
      app.db.one(sql`
        select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    )
    .toEqual({ count: 1 })
}

function spend(group: Group, { id: memberId }: TestPerson, amountFen: number) {
  orders += 1
  const orderId = orders
  return inTx(app.system, (ctx) =>
    commitSpend(ctx, { orderId, groupId: group.id, memberId, lines: [{ rid: 1003, amountFen }] }),
  )
}

function spent(group: Group): Promise<{ count: number; sumFen: number }> {
  return app.db.one(sql`
    select count(*) as count, coalesce(sum(amount_fen), 0)::bigint as sum_fen from group_spend where group_id = ${group.id}`)
}
