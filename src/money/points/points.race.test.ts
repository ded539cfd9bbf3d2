import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookChecks } from '../../app/book-checks.ts'
import { pointScene } from '../../app/testing/scenes/point-scene.ts'
import { raceRounds } from '../../app/testing/race-rounds.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { runCheck } from '../../platform/book-check.ts'
import { sql } from '../../platform/db/sql.ts'
import { addDays } from '../../platform/time.ts'
import { balancesOf } from '../ledger/actions.ts'
import { setEarned, spendPoints, sweepExpiredPoints } from './actions.ts'
import { integrationApplyExchange, integrationCancelExchange } from './contract.ts'

const BUYERS = 50

let app: TestApp
let scene: Awaited<ReturnType<typeof pointScene>>
const buyers: { person: TestPerson; addressId: number }[] = []
beforeAll(async () => {
  app = await testApp()
  scene = await pointScene(app)
  for (let i = 0; i < BUYERS; i++) {
    const person = await app.customer(0)
    buyers.push({ person, addressId: await scene.address(person) })
  }
}, 120_000)
afterAll(() => app.close())

const rounds = raceRounds(3)
const TIMEOUT = 60_000 + rounds * 10_000
const balance = async (customerId: number) => (await balancesOf(app.system, customerId)).points
const fulfilled = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'fulfilled')

async function booksTie() {
  for (const check of bookChecks.filter(({ key }) => /^(points|ledger)\./.test(key)))
    expect([check.key, (await runCheck(app.db, check, app.clock.now())).faults]).toEqual([check.key, []])
}

describe('points under races', () => {
  it(
    '[T-28] of fifty buyers of the last item one gets it, and the others lose nothing',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const goodsId = await scene.goods(1)
        for (const { person } of buyers) if ((await balance(person.id)) < 100) await scene.earn(person.id, 100)
        const before = await Promise.all(buyers.map(({ person }) => balance(person.id)))
        const answers = await Promise.all(
          buyers.map(({ person, addressId }) =>
            app.send(integrationApplyExchange, { goodsId, points: 100, addressId }, { as: person }),
          ),
        )
        const errors = answers.map(({ body }) => (body.code === 1 ? 'done' : body.error)).sort()
        expect(errors).toEqual(['done', ...Array.from({ length: BUYERS - 1 }, () => 'soldOut')])
        const after = await Promise.all(buyers.map(({ person }) => balance(person.id)))
        expect(before.map((points, i) => points - (after[i] ?? 0)).filter((lost) => lost !== 0)).toEqual([100])
        const { stock, taken } = await app.db.one<{ stock: number; taken: number }>(
          sql`select stock, taken from point_goods where id = ${goodsId}`,
        )
        expect([stock, taken]).toEqual([0, 1])
      }
      await booksTie()
    },
    TIMEOUT,
  )

  it(
    '[T-28] points spent twenty times at once never go below zero',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await app.customer(0)
        await scene.earn(id, 50)
        await scene.earn(id, 55)
        const results = await Promise.allSettled(
          Array.from({ length: 20 }, (_, n) =>
            spendPoints(app.system, { customerId: id, points: 10, on: 'exchange', id: id * 1000 + n, memo: '' }),
          ),
        )
        expect(fulfilled(results)).toHaveLength(10)
        expect(await balance(id)).toBe(5)
      }
      await booksTie()
    },
    TIMEOUT,
  )

  it(
    '[T-29] an exchange cancelled ten times at once gives its points back once',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const [buyer] = buyers
        if (!buyer) throw new Error('no buyer')
        const { person, addressId } = buyer
        await scene.earn(person.id, 100)
        const goodsId = await scene.goods(1)
        const before = await balance(person.id)
        const { id } = await app.call(integrationApplyExchange, { goodsId, points: 100, addressId }, { as: person })
        const answers = await Promise.all(
          Array.from({ length: 10 }, () => app.send(integrationCancelExchange, { id }, { as: person })),
        )
        expect(answers.filter(({ body }) => body.code === 1)).toHaveLength(1)
        expect(await balance(person.id)).toBe(before)
      }
      await booksTie()
    },
    TIMEOUT,
  )

  it(
    '[T-30] [I-11] points that expire while they are spent and taken back are counted once',
    async () => {
      for (let round = 0; round < rounds; round++) {
        const { id } = await app.customer(0)
        const earn = (points: number) =>
          setEarned(app.system, { customerId: id, kind: 'order', businessId: id, points, memo: '' })
        await earn(100)
        const later = { ...app.system, clock: { now: () => addDays(app.clock.now(), 800) } }
        const results = await Promise.allSettled([
          sweepExpiredPoints(later),
          spendPoints(app.system, { customerId: id, points: 60, on: 'exchange', id: id * 1000, memo: '' }),
          sweepExpiredPoints(later),
          earn(30),
          spendPoints(app.system, { customerId: id, points: 60, on: 'exchange', id: id * 1000 + 1, memo: '' }),
        ])
        expect(fulfilled(results).length).toBeGreaterThanOrEqual(3)
        expect(await balance(id)).toBeGreaterThanOrEqual(0)
      }
      await booksTie()
    },
    TIMEOUT,
  )
})
