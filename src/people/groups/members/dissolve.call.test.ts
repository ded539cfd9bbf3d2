import { afterAll, beforeAll, expect, it } from 'vitest'
import { groupOf, joined } from '../../../app/testing/scenes/group-scene.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { creditPrestore } from '../../../money/prestore/actions.ts'
import { clusterDel, clusterObstacles } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('[Q-173] [Q-299] the owner of a group, and nobody else, reads before what stands against dissolving it, with the page where it is settled', async () => {
  const [owner, student] = [await app.customer(3), await app.customer(0)]
  const { id, groupNo, accountId } = await groupOf(app, owner)
  await joined(app, await groupOf(app, owner), student)
  const obstacles = async () => (await app.call(clusterObstacles, { groupNo }, { as: owner })).obstacles
  expect(await obstacles()).toEqual([])
  const money = { customerId: accountId, kind: 'test', businessId: id, memo: '' }
  await creditPrestore(app.system, { ...money, amountFen: 100, operation: 'fund' })
  expect(await obstacles()).toEqual([expect.stringContaining('余额')])
  expect((await app.call(clusterObstacles, { groupNo }, { as: owner })).toSettle).toEqual([
    { text: expect.stringContaining('余额'), to: `/member/prestore?account=${groupNo}` },
  ])
  const { msg } = await app.refusal(clusterDel, { groupNo }, { as: owner })
  expect(msg).toContain((await obstacles())[0])
  expect((await app.refusal(clusterObstacles, { groupNo }, { as: student })).status).toBe(404)
  await creditPrestore(app.system, { ...money, amountFen: -100, operation: 'back' })
  expect(await obstacles()).toEqual([])
  await app.call(clusterDel, { groupNo }, { as: owner })
})
