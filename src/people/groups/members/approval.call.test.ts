import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, inNameOf, joined } from '../../../app/testing/scenes/group-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../../app/testing/test-app.ts'
import { assetAll4num } from '../../../billing/settlements/asset-contract.ts'
import {
  clusterAdd4user,
  clusterAgree,
  clusterApply,
  clusterJoined,
  clusterMembers,
  clusterTransfer,
} from '../contract.ts'

let app: TestApp
let owner: TestPerson
beforeAll(async () => {
  app = await testApp()
  owner = await app.customer(3)
})
afterAll(() => app.close())

const own = async (as: TestPerson, part: 'joined' | 'invited' = 'joined') =>
  (await app.call(clusterJoined, { part }, { as })).list

it('[Q-316] the home of a person counts the groups that ask for an answer, and not in the name of a group', async () => {
  const group = await groupOf(app, owner)
  const { groupNo } = group
  const [heir, applicant, invited] = [await app.customer(3), await app.customer(0), await app.customer(0)]
  await joined(app, group, heir, 'manager')
  const asked = async (reader: Parameters<typeof app.call>[2]) => (await app.call(assetAll4num, {}, reader)).groups
  expect(await asked({ as: heir })).toEqual({ invited: 0, offered: 0, applied: 0 })
  const { list } = await app.call(clusterMembers, { groupNo, part: 'joined', size: 100 }, { as: owner })
  const memberId = list.find(({ role }) => role === 'manager')?.memberId ?? 0
  await app.call(clusterTransfer, { groupNo, memberId }, { as: owner })
  await app.call(clusterApply, { groupNo, message: '' }, { as: applicant })
  await app.call(clusterAdd4user, { groupNo, phone: invited.phone }, { as: owner })
  expect(await asked({ as: heir })).toEqual({ invited: 0, offered: 1, applied: 1 })
  expect(await asked({ as: invited })).toEqual({ invited: 1, offered: 0, applied: 0 })
  expect(await asked(inNameOf(owner, group))).toEqual({ invited: 0, offered: 0, applied: 0 })
})

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
