import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf } from '../../../app/testing/scenes/group-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { clusterAdd4user, clusterAgree, clusterApply, clusterJoined, clusterMembers } from '../contract.ts'

let app: TestApp
let owner: TestPerson
beforeAll(async () => {
  app = await testApp()
  owner = await app.customer(3)
})
afterAll(() => app.close())

const own = async (as: TestPerson, part: 'joined' | 'invited' = 'joined') =>
  (await app.call(clusterJoined, { part }, { as })).list

describe('an application to a group', () => {
  it('[Q-172] is approved together with the limits, which an invited person cannot set', async () => {
    const group = await groupOf(app, owner)
    const [one, two] = [await app.customer(0), await app.customer(0)]
    await app.call(clusterApply, { groupNo: group.groupNo }, { as: one })
    const applied = { groupNo: group.groupNo, part: 'applied' as const }
    const memberId = (await app.call(clusterMembers, applied, { as: owner })).list[0]?.memberId ?? 0
    const limits = { monthLimitFen: 50_000, projectLimits: [{ rid: 1003, limitFen: 5000 }], approvalAboveFen: 10_000 }
    await app.call(clusterAgree, { memberId, limits }, { as: owner })
    const projectLimits = [{ rid: 1003, limitFen: 5000, usedFen: 0 }]
    expect(await own(one)).toMatchObject([{ groupNo: group.groupNo, ...limits, projectLimits }])
    await app.call(clusterAdd4user, { groupNo: group.groupNo, phone: two.phone, monthLimitFen: 100 }, { as: owner })
    const [invitation] = await own(two, 'invited')
    const invited = { memberId: invitation?.memberId ?? 0 }
    expect((await app.refusal(clusterAgree, { ...invited, limits }, { as: two })).error).toBe('notAllowed')
    await app.call(clusterAgree, invited, { as: two })
    expect(await own(two)).toMatchObject([{ monthLimitFen: 100 }])
  })
})
