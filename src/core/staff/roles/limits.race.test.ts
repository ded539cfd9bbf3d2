import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { inTx } from '../../../platform/http/ctx.ts'
import { countsWithin } from './limit-actions.ts'
import { staffRoleLimits } from './role-contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('limits of amounts on PostgreSQL', () => {
  it('of twenty decisions at once, those that fit into the limit of the day are counted and no more', async () => {
    const admin = await app.staff('admin')
    const person = await app.staff('finance')
    await app.call(staffRoleLimits, { key: 'finance', limits: [{ kind: 'refund', dayFen: 5_000 }] }, { as: admin })
    const decisions = Array.from({ length: 20 }, () =>
      inTx(app.staffCtx(person.id, 'finance'), (ctx) => countsWithin(ctx, 'refund', 1_000)),
    )
    expect((await Promise.all(decisions)).filter(Boolean)).toHaveLength(5)
  })
})
