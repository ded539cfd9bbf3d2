import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, joined } from '../../../app/testing/scenes/group-scene.ts'
import { orderScene } from '../../../app/testing/scenes/order-scene.ts'
import { raceRounds } from '../../../app/testing/race-rounds.ts'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { creditOf, openCredit } from '../../../money/credit/actions.ts'
import { verifyBooks } from '../../../money/ledger/actions.ts'
import { sql } from '../../../platform/db/sql.ts'
import { orderAdd } from '../contract.ts'

let app: TestApp
let scene: Awaited<ReturnType<typeof orderScene>>
beforeAll(async () => {
  app = await testApp()
  scene = await orderScene(app)
})
afterAll(() => app.close())

describe('the limit of a member', () => {
  it('of fifty orders at once exactly those that it covers are placed', async () => {
    for (let round = 0; round < raceRounds(1); round++) {
      const owner = await scene.buyer(3)
      const group = await groupOf(app, owner)
      await openCredit(app.system, group.accountId, 5_000_000)
      const member = await scene.buyer(0)
      // Seventeen orders of 60.00, and a rest that covers none.
      await joined(app, group, member, 'member', { monthLimitFen: 17 * 6_000 + 5_999 })
      const inputs = []
      for (let i = 0; i < 50; i++) inputs.push({ ...scene.request([await scene.plan(member)]), groupNo: group.groupNo })
      const answers = await Promise.all(
        inputs.map((input) => app.send(orderAdd, input, { as: member, idempotencyKey: randomUUID() })),
      )
      expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(17)
      const errors = new Set(answers.flatMap(({ body }) => (body.code === 0 ? [body.error] : [])))
      expect(errors).toEqual(new Set(['memberLimit']))
      const spent = await app.db.one<{ fen: number; count: number }>(sql`
        select sum(amount_fen)::bigint as fen, count(*) as count from group_spend where member_id = ${member.id}`)
      expect(spent).toEqual({ fen: 17 * 6_000, count: 17 })
      expect(await creditOf(app.system, group.accountId)).toMatchObject({ heldFen: 17 * 6_000 })
      expect(await verifyBooks(app.db)).toEqual([])
    }
  })
})
