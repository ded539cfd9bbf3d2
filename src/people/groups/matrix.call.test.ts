import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../../app/calls.ts'
import { groupOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertMember } from './members/member-store.ts'
import type { Group } from './store.ts'

// Every call of groups × owner, manager, member, former member and stranger. `ok`, the HTTP status, or the name of the refusal.
// In the order of columns: stranger, former member, member, manager, owner.
const matrix: Record<string, { gives: string; input: (of: Scene) => unknown }> = {
  add: { gives: 'ok ok ok ok ok', input: () => fields },
  all: { gives: 'ok ok ok ok ok', input: () => ({}) },
  acting: { gives: 'ok ok ok ok ok', input: () => ({}) },
  joined: { gives: 'ok ok ok ok ok', input: () => ({}) },
  search: { gives: 'ok ok ok ok ok', input: ({ groupNo }) => ({ kw: groupNo }) },
  byCode: { gives: 'ok ok ok ok ok', input: ({ code }) => ({ code }) },
  edit: { gives: '404 404 403 403 ok', input: ({ groupNo }) => ({ groupNo, ...fields }) },
  detail: { gives: '404 404 403 ok ok', input: ({ groupNo }) => ({ groupNo }) },
  members: { gives: '404 404 403 ok ok', input: ({ groupNo }) => ({ groupNo }) },
  code: { gives: '404 404 403 ok ok', input: ({ groupNo }) => ({ groupNo }) },
  demandFactor: { gives: '404 404 403 403 ok', input: ({ groupNo }) => ({ groupNo, needsFactor: false }) },
  add4user: { gives: '404 404 403 ok ok', input: ({ groupNo, freshPhone }) => ({ groupNo, phone: freshPhone }) },
  search4user: { gives: '404 404 403 ok ok', input: ({ groupNo, freshPhone }) => ({ groupNo, phone: freshPhone }) },
  delete4user: { gives: '404 404 404 ok ok', input: ({ memberId }) => ({ memberId }) },
  setLimits: { gives: '404 404 404 ok ok', input: ({ memberId }) => ({ memberId, monthLimitFen: 1 }) },
  setRole: { gives: '404 404 404 403 ok', input: ({ memberId }) => ({ memberId, role: 'manager' }) },
  leave: { gives: '404 404 404 403 403', input: ({ memberId }) => ({ memberId }) },
  apply: { gives: 'ok ok alreadyIn alreadyIn alreadyIn', input: ({ groupNo }) => ({ groupNo }) },
  agree: { gives: '404 404 404 ok ok', input: ({ applicationId }) => ({ memberId: applicationId }) },
  refuse: { gives: '404 404 404 ok ok', input: ({ applicationId }) => ({ memberId: applicationId }) },
  takeBack: { gives: '404 404 404 403 403', input: ({ applicationId }) => ({ memberId: applicationId }) },
  transfer: { gives: '404 404 403 403 ok', input: ({ groupNo, memberId }) => ({ groupNo, memberId }) },
  // Nothing is offered.
  transferCancel: { gives: '404 404 403 403 409', input: ({ groupNo }) => ({ groupNo }) },
  transferAnswer: { gives: '404 404 404 404 404', input: ({ groupNo }) => ({ groupNo, agree: true }) },
  obstacles: { gives: '404 404 403 403 ok', input: ({ groupNo }) => ({ groupNo }) },
  del: { gives: '404 404 403 403 ok', input: ({ groupNo }) => ({ groupNo }) },
}

interface Scene {
  groupNo: string
  code: string
  /** Of a member and an applicant that no other column touched. */
  memberId: number
  applicationId: number
  freshPhone: string
}

const fields = { name: '固体催化课题组', unit: '测试大学', kind: 'institute', note: '' }
const calls = handlers.map(({ call }) => call).filter(({ path }) => path.startsWith('/api/auth/cluster/'))

let app: TestApp
let people: TestPerson[]
let others: TestPerson[]
beforeAll(async () => {
  app = await testApp()
  people = []
  others = []
  for (let count = 0; count < 5; count++) people.push(await app.customer(3))
  for (let count = 0; count < 10; count++) others.push(await app.customer(0))
})
afterAll(() => app.close())

describe('the calls of groups', () => {
  it('are all in the matrix', () => {
    expect(calls.map(({ name }) => name.split('/')[1]).sort()).toEqual(Object.keys(matrix).sort())
  })

  for (const [name, { gives, input }] of Object.entries(matrix))
    it(`[T-40] cluster/${name} answers stranger, former member, member, manager and owner: ${gives}`, async () => {
      const call = calls.find((each) => each.name === `cluster/${name}`) ?? expect.fail(name)
      const group = await newGroup()
      const answers: string[] = []
      for (const [column, person] of people.entries()) {
        const of = await sceneOf(group, column)
        const before = await state(group)
        const { status, body } = await app.send(call, input(of), { as: person })
        const refused = status === 200 ? body.error : String(status)
        answers.push(body.code === 1 ? 'ok' : (refused ?? ''))
        if (body.code === 0) expect([name, column, await state(group)]).toEqual([name, column, before])
      }
      expect(answers.join(' ')).toBe(gives)
    })
})

/** The people of earlier groups are let go, because one person may be in a limited number of groups. */
async function newGroup(): Promise<Group> {
  const [, former, member, manager, owner] = people as [TestPerson, TestPerson, TestPerson, TestPerson, TestPerson]
  await app.db.run(
    sql`update groups set stage = 'dissolved', dissolved_at = ${app.clock.now()} where stage <> 'dissolved'`,
  )
  await app.db.run(sql`delete from group_members where stage = 'applied'`)
  const group = await groupOf(app, owner)
  await joined(app, group, former)
  await app.db.run(
    sql`update group_members set stage = 'removed' where group_id = ${group.id} and customer_id = ${former.id}`,
  )
  await joined(app, group, member)
  await joined(app, group, manager, 'manager')
  return group
}

async function sceneOf(group: Group, column: number): Promise<Scene> {
  const [one, two] = [others[column * 2], others[column * 2 + 1]] as [TestPerson, TestPerson]
  const row = (customerId: number, stage: 'joined' | 'applied') =>
    insertMember(
      app.db,
      { groupId: group.id, customerId, phone: null, role: 'member', stage, message: '' },
      app.clock.now(),
    )
  const code = 'abcdefghijklmnop'
  await app.db.run(sql`update groups set join_code = null where join_code = ${code}`)
  await app.db.run(sql`update groups set join_code = ${code} where id = ${group.id}`)
  return {
    groupNo: group.groupNo,
    code,
    memberId: (await row(one.id, 'joined'))?.id ?? 0,
    applicationId: (await row(two.id, 'applied'))?.id ?? 0,
    freshPhone: `1371234${String(1000 + column)}`,
  }
}

/** Everything about a group that a call can change. */
function state(group: Group) {
  return app.db.one(sql`
    select to_jsonb(g) as group, (select jsonb_agg(to_jsonb(m) order by m.id) from group_members m where m.group_id = g.id) as members,
      (select count(*) from group_transfers t where t.group_id = g.id) as transfers
    from groups g where g.id = ${group.id}`)
}
